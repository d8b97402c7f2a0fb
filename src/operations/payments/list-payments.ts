/** Lists payments and baskets of the calling TPP a page at a time, and counts them up to a bound. */
import type { Operation } from '../operation.ts';
import { countedAtMost, type Page } from '../page.ts';
import type { BasketRecord, ListedPayment, PaymentFilter, PaymentOrder, PaymentPlace } from '../ports.ts';

export interface ListPaymentsInput {
  readonly filter: PaymentFilter;
  readonly page: Page<PaymentPlace>;
  readonly order: PaymentOrder;
}

export const listPayments: Operation<ListPaymentsInput, readonly ListedPayment[]> = {
  name: 'listPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, { filter, page, order }) =>
    stores.payments.page(caller.tppId, filter, page, order),
};

export const countPayments: Operation<PaymentFilter, number> = {
  name: 'countPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, filter) => stores.payments.count(caller.tppId, filter, countedAtMost + 1),
};

/** Newest first. */
export const listSigningBaskets: Operation<Page<string>, readonly BasketRecord[]> = {
  name: 'listSigningBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, page) => stores.baskets.page(caller.tppId, page),
};

export const countSigningBaskets: Operation<undefined, number> = {
  name: 'countSigningBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }) => stores.baskets.count(caller.tppId, countedAtMost + 1),
};
