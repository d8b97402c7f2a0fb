/** Lists payments and baskets of the calling TPP, newest first, a page at a time (contract 10). */
import type { Operation } from '../operation.ts';
import type { Page } from '../page.ts';
import type { BasketRecord, ListedPayment, PaymentFilter, PaymentPlace } from '../ports.ts';

export interface ListPaymentsInput {
  readonly filter: PaymentFilter;
  readonly page: Page<PaymentPlace>;
}

export const listPayments: Operation<ListPaymentsInput, readonly ListedPayment[]> = {
  name: 'listPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, { filter, page }) => stores.payments.page(caller.tppId, filter, page),
};

export const listSigningBaskets: Operation<Page<string>, readonly BasketRecord[]> = {
  name: 'listSigningBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, page) => stores.baskets.page(caller.tppId, page),
};
