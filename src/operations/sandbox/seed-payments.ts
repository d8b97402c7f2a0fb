import { balanceChangesOf, pastPaymentBooker } from '../../domain/bank/past-book.ts';
import { pastOf } from '../../domain/bank/payment-past.ts';
import { accountKeyResolver } from '../../domain/payments/instruction.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { type PaymentMove, paymentMove } from '../../domain/payments/status.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import { type SeedPayment, seedPaymentsAtMost } from '../../domain/sandbox/seed-payment.ts';
import { todayInOslo } from '../../domain/values/oslo-time.ts';
import type { Context } from '../operation.ts';
import { createPaymentRecord } from '../payments/create-payment.ts';
import type { SeededPayment } from '../ports/bank.ts';
import type { AccountRecord, CardAccountRecord, NewCustomer } from './ports.ts';

export type SeedContext = Pick<Context, 'stores' | 'ids' | 'now' | 'realNow' | 'settings' | 'bank'>;

interface SeededAccounts {
  readonly customers: readonly Pick<NewCustomer, 'customerId' | 'customerName'>[];
  readonly accounts: readonly AccountRecord[];
  readonly cards: readonly CardAccountRecord[];
}

/** Decides the past of the payments. Call `commit`, which stores them, after the accounts have their opening balances. */
export function preparePayments(
  context: SeedContext,
  tppId: string,
  payments: readonly SeedPayment[],
  seeded: SeededAccounts,
) {
  const bookPayment = pastPaymentBooker(withHolderNames(seeded));
  const resolveAccountKey = accountKeyResolver(seeded.accounts, (identification) =>
    seeded.cards
      .filter(({ resourceId, maskedPan }) => [resourceId, maskedPan].includes(identification))
      .map(({ resourceId }) => resourceId),
  );
  // Sorted ids grow in the order of the seed. Lists sort payments of the same time by id, and ids of one millisecond are random.
  const paymentIds = payments.map(() => context.ids.next()).sort();
  // A sandbox that starts long after the check of the seed has more executions than the check counted, so they are limited again.
  let executionsLeft: number = seedPaymentsAtMost.transfers;
  const returnPage = `${context.settings.publicUrl}/sandbox/return`;
  const seededPayments: SeededPayment[] = [];
  for (const [index, payment] of payments.entries()) {
    const past = pastOf(payment, context.now, executionsLeft);
    executionsLeft = Math.max(0, executionsLeft - past.executions.length);
    const { payer, debtorName, transfers } = bookPayment({ ...payment, past });
    const paymentId = paymentIds[index] ?? '';
    const { createdAt, status, fundsAvailable, updatedAt } = past;
    const creation = { psu: psuRequestOf(payment, returnPage), today: todayInOslo(createdAt) };
    const identity = { paymentId, tppId, createdAt };
    const newRecord = createPaymentRecord(identity, payment, creation, resolveAccountKey);
    seededPayments.push({
      payment: { ...newRecord, status, payer, debtorName, fundsAvailable, updatedAt },
      past,
      transfers,
    });
  }
  return {
    /** By account, in minor units. */
    balanceChanges: balanceChangesOf(seededPayments),
    async commit() {
      const { stores, bank, now } = context;
      if (seededPayments.length === 0) return;
      if (bank.takeOver === null) throw new Error('this bank takes over no payments of a seed');
      const records = seededPayments.map(({ payment }) => payment);
      await stores.sandbox.seededPayments.insert(records, seededPayments.flatMap(movesOf));
      await bank.takeOver(stores, tppId, seededPayments, now);
    },
  };
}

function movesOf({ payment: { paymentId, product }, past }: SeededPayment): readonly PaymentMove[] {
  const { settlement } = productOf(product);
  return past.moves.map((move) => paymentMove(settlement, { paymentId, ...move }));
}

function withHolderNames({ customers, accounts, cards }: SeededAccounts) {
  const names = new Map(customers.map(({ customerId, customerName }) => [customerId, customerName]));
  const nameOf = (customerId: string | null) =>
    customerId === null ? null : (names.get(customerId) ?? null);
  return {
    accounts: accounts.map((account) => ({ ...account, holderName: nameOf(account.customerId) })),
    cards: cards.map((card) => ({ ...card, holderName: nameOf(card.customerId) ?? '' })),
  };
}

/** A seed has no TPP-Redirect-URI, so `redirectUri` is the return page of the sandbox. */
const psuRequestOf = ({ psuId }: SeedPayment, redirectUri: string): PsuRequest => ({
  psuId: psuId?.toLowerCase() ?? null,
  identityNumber: null,
  sessionId: null,
  redirectUri,
  redirectPreferred: null,
  brand: null,
  authMethodPreferred: null,
  corporateId: null,
  context: null,
  ipAddress: null,
  acceptLanguage: null,
  notification: null,
});
