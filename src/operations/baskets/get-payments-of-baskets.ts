/** The payments of many baskets. Callers pass ids that they have read before, so ownership is settled. */
import { paymentRead } from '../operation.ts';

interface Wanted {
  readonly basketIds: readonly string[];
  readonly withInstructions: boolean;
}

export const getPaymentsOfBaskets = paymentRead({
  name: 'getPaymentsOfBaskets',
  run: ({ stores }, { basketIds, withInstructions }: Wanted) =>
    stores.baskets.paymentsOfMany(basketIds, withInstructions),
});
