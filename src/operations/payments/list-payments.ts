/** Lists payments of the calling TPP a page at a time. */
import type { Operation } from '../operation.ts';
import type { Page } from '../ports/page.ts';
import type { ListedPayment, PaymentFilter, PaymentListing, PaymentPlace } from '../ports/stores.ts';

export interface ListPaymentsInput extends PaymentListing {
  readonly filter: PaymentFilter;
  readonly page: Page<PaymentPlace>;
}

export const listPayments: Operation<ListPaymentsInput, readonly ListedPayment[]> = {
  name: 'listPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, { filter, page, ...listing }) =>
    stores.payments.page(caller.tppId, filter, page, listing),
};
