import { firstRun } from '../../domain/bank/due.ts';
import { transfersOf } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { approvedStatus } from '../../domain/payments/status.ts';
import { nextBatchRun, todayInOslo } from '../../domain/values/oslo-time.ts';
import { OutdatedRead, type PaymentRecord, type Stores } from '../../operations/ports/stores.ts';
import { createQueuedPayment, type StatusAfterApproval, startPlan } from '../executions.ts';
import { bankQueueStore } from '../ports.ts';
import { attemptTransfer, reasonOf, type SimulatedBankParts } from './attempt.ts';
import { addPosting, Effects } from './effects.ts';
import { lockBook } from './locked-book.ts';

/** Locks the accounts of several instant payments at once, in the order of ids. For a single payment, `settleInstant` locks them. */
export async function lockForApproval(stores: Stores, payments: readonly PaymentRecord[]): Promise<void> {
  const instantPayments = payments.filter((payment) => productOf(payment.product).settlement === 'INSTANT');
  const [first] = instantPayments;
  if (first && instantPayments.length > 1) await lockBook(stores, first.tppId, instantPayments);
}

export async function commitApproval(
  parts: SimulatedBankParts,
  stores: Stores,
  { settlement }: Product,
  payment: PaymentRecord,
  at: number,
): Promise<StatusAfterApproval> {
  if (settlement === 'INSTANT') return settleInstant(parts, stores, payment, at);
  if (settlement === 'SCHEDULE') return startPlan(stores, payment, at);
  const queuedPayment = createQueuedPayment(payment, firstRun(at, payment.requestedDate).at);
  await stores.get(bankQueueStore).enqueue([queuedPayment]);
  return { to: approvedStatus[settlement], reason: 'approved by the PSU' };
}

async function settleInstant(
  parts: SimulatedBankParts,
  stores: Stores,
  payment: PaymentRecord,
  at: number,
): Promise<StatusAfterApproval> {
  const [transfer] = transfersOf(payment.instruction);
  if (transfer === undefined) throw new Error('an instant payment must have one transfer');
  const { book, chargeCards } = await lockBook(stores, payment.tppId, [payment]);
  const context = { book, sandbox: parts.settings.sandbox };
  const result = attemptTransfer(context, { payment, settlement: 'INSTANT' }, transfer);
  if (result.settled) {
    const effects = new Effects();
    addPosting({ at, today: todayInOslo(at), ids: parts.ids, effects }, payment, result.movements);
    await stores.ledger.post(effects.postings);
    await chargeCards();
    return { to: 'ACSC', reason: 'approved by the PSU and settled at once' };
  }
  if (result.why === 'SLOW') {
    await stores.get(bankQueueStore).enqueue([createQueuedPayment(payment, nextBatchRun(at).at)]);
    return { to: 'ACSP', reason: result.reason };
  }
  // The sandbox may have a new account with this number by now, so the transaction runs again.
  if (result.why === 'CLOSED') throw new OutdatedRead('the debtor account was deleted during the approval');
  if (result.why === 'NO_COVER') await stores.payments.amend(payment.paymentId, { fundsAvailable: false });
  return { to: 'RJCT', reason: reasonOf(result) };
}
