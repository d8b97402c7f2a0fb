/** Reads about many payments or baskets of the calling TPP at once, so that a list costs a statement per question. */
import type { EntryOutcome } from '../bank-work.ts';
import type { Operation } from '../operation.ts';
import type { BasketRecord, PaymentRecord, StatusChange } from '../ports.ts';

type Ids = readonly string[];

export const getPayments: Operation<Ids, readonly PaymentRecord[]> = {
  name: 'getPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, paymentIds) => stores.payments.findMany(caller.tppId, paymentIds),
};

/** Callers pass ids of payments that they have read before, so ownership is settled. */
export const getStatusHistories: Operation<Ids, ReadonlyMap<string, readonly StatusChange[]>> = {
  name: 'getStatusHistories',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, paymentIds) => stores.payments.history(paymentIds),
};

export const getBasketsOfPayments: Operation<Ids, ReadonlyMap<string, BasketRecord>> = {
  name: 'getBasketsOfPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, paymentIds) => stores.payments.basketsOf(paymentIds),
};

export const getPaymentsOfBaskets: Operation<Ids, ReadonlyMap<string, readonly PaymentRecord[]>> = {
  name: 'getPaymentsOfBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, basketIds) => stores.baskets.paymentsOfMany(basketIds),
};

export const getPaymentEntries: Operation<Ids, ReadonlyMap<string, readonly EntryOutcome[]>> = {
  name: 'getPaymentEntries',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, paymentIds) => stores.work.entriesOf(paymentIds),
};
