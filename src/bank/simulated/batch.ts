/** Executes due payments. One transaction locks payments and then accounts, in the order of ids, and writes everything or nothing. */
import { productOf } from '../../domain/payments/products/list.ts';
import { isFinal, type Settlement } from '../../domain/payments/status.ts';
import { todayInOslo } from '../../domain/values/oslo-time.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { Stores } from '../../operations/ports/stores.ts';
import { bankQueueStore, type DuePayment } from '../ports.ts';
import type { DuePaymentWithOutcomes, SimulatedBankParts } from './attempt.ts';
import { carryOut } from './carry-out.ts';
import { Effects, writeEffects } from './effects.ts';
import { lockBook } from './locked-book.ts';

/** These numbers limit memory, and how long rows are locked. */
const batchLimits = { maxPayments: 1_000, maxTransfers: 1_000 };
/** PostgreSQL writes a chunk of payments while the next one is decided, and other requests run between chunks. */
const chunkSize = 200;
/** The owner for `yieldToEventLoop`. With the TPP as owner, a batch would wait for requests of the TPP while the batch holds locks. */
const batchOwner = Symbol('batches');

/**
 * Returns the number of executions of standing orders, because a move of the sandbox clock ends after a limited number of them.
 * `recordsEvents` true: the response to a move of the clock shows the events of this run.
 */
export async function executeDue(
  parts: SimulatedBankParts,
  stores: Stores,
  tppId: string,
  at: number,
  recordsEvents: boolean,
): Promise<number> {
  const queue = stores.get(bankQueueStore);
  const duePayments = await addEarlierOutcomes(stores, await queue.lockDue(tppId, at, batchLimits));
  // A due payment may already have its final status: `carryOut` then only removes it from the queue.
  const openPayments = duePayments.map(({ payment }) => payment).filter(({ status }) => !isFinal(status));
  const { book, chargeCards } = await lockBook(stores, tppId, openPayments);
  const commonContext = { at, today: todayInOslo(at), ids: parts.ids, sandbox: parts.settings.sandbox, book };
  const executionCount = duePayments.filter(({ settlement }) => settlement === 'SCHEDULE').length;

  /** Calls itself for the next chunk. In a loop, nothing would handle the error of a write while the next chunk is decided. */
  async function carryOutFrom(start: number): Promise<void> {
    const end = start + chunkSize;
    const context = { ...commonContext, effects: new Effects() };
    for (const duePayment of duePayments.slice(start, end)) carryOut(context, duePayment);
    await Promise.all([
      writeEffects(stores, tppId, context.effects, recordsEvents),
      end < duePayments.length ? yieldToEventLoop(batchOwner).then(() => carryOutFrom(end)) : undefined,
    ]);
  }

  await carryOutFrom(0);
  await chargeCards();
  return executionCount;
}

async function addEarlierOutcomes(
  stores: Stores,
  duePayments: readonly DuePayment[],
): Promise<readonly DuePaymentWithOutcomes[]> {
  const paymentsWithSettlement = duePayments.map((duePayment) => ({
    ...duePayment,
    settlement: productOf(duePayment.payment.product).settlement,
  }));
  const idsOfKind = (kind: Settlement) =>
    paymentsWithSettlement.flatMap(({ payment, settlement }) =>
      settlement === kind ? [payment.paymentId] : [],
    );
  const [entries, executedCounts] = await Promise.all([
    stores.paymentLists.entryOutcomesOf(idsOfKind('ENTRIES')),
    stores.paymentLists.executedCounts(idsOfKind('SCHEDULE')),
  ]);
  return paymentsWithSettlement.map((duePayment) => ({
    ...duePayment,
    entries: entries.get(duePayment.payment.paymentId) ?? [],
    executedCount: executedCounts.get(duePayment.payment.paymentId) ?? 0,
  }));
}
