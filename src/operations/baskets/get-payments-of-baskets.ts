/** The payments of many baskets. Callers pass ids that they have read before, so ownership is settled. */
import type { Operation } from '../operation.ts';
import type { ListedPayment } from '../ports/stores.ts';

export interface GetPaymentsOfBasketsInput {
  readonly basketIds: readonly string[];
  readonly withInstructions: boolean;
}

export const getPaymentsOfBaskets: Operation<
  GetPaymentsOfBasketsInput,
  ReadonlyMap<string, readonly ListedPayment[]>
> = {
  name: 'getPaymentsOfBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, { basketIds, withInstructions }) =>
    stores.baskets.paymentsOfMany(basketIds, withInstructions),
};
