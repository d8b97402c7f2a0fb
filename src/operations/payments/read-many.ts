/** Reads about many payments or baskets of the calling TPP at once, so that a list costs a statement per question. */
import type { Transfer } from '../../domain/payments/instruction.ts';
import { refuse } from '../../domain/refusal.ts';
import type { EntryOutcome } from '../bank-work.ts';
import type { Operation } from '../operation.ts';
import type { TransferRange } from '../payment-parts.ts';
import type { BasketRecord, ListedPayment, StatusChange } from '../ports.ts';

type Ids = readonly string[];

export const getPayments: Operation<Ids, readonly ListedPayment[]> = {
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

export const getPaymentsOfBaskets: Operation<Ids, ReadonlyMap<string, readonly ListedPayment[]>> = {
  name: 'getPaymentsOfBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, basketIds) => stores.baskets.paymentsOfMany(basketIds),
};

/** Instructions without the entries of bulk payments. */
export const getInstructionHeads: Operation<Ids, ReadonlyMap<string, Readonly<Record<string, unknown>>>> = {
  name: 'getInstructionHeads',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, paymentIds) => stores.payments.heads(caller.tppId, paymentIds),
};

/** Creditors that a payment in a list names. */
export const creditorNamesAtMost = 10;

export const getCreditorNames: Operation<Ids, ReadonlyMap<string, readonly string[]>> = {
  name: 'getCreditorNames',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, paymentIds) =>
    stores.payments.creditorNames(caller.tppId, paymentIds, creditorNamesAtMost),
};

/** Entries of bulk payments that are read at once: some megabytes. */
export const transfersAtOnce = 5_000;

export const getTransfers: Operation<readonly TransferRange[], readonly (readonly Transfer[])[]> = {
  name: 'getTransfers',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['BAD_REQUEST'],
  async run({ stores, caller }, ranges) {
    const found = await stores.payments.transfers(caller.tppId, ranges, transfersAtOnce);
    if (found) return found;
    const text = `the bulk payments hold more than ${transfersAtOnce} entries; ask for fewer payments, or for some entries by first and offset`;
    throw refuse('BAD_REQUEST', { text });
  },
};

/** Of the entries that the bank has turned to, those in the ranges. */
export const getEntryOutcomes: Operation<readonly TransferRange[], readonly (readonly EntryOutcome[])[]> = {
  name: 'getEntryOutcomes',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, ranges) => stores.work.outcomesOf(ranges),
};
