/**
 * The bank with BANK=core: an approval creates an order for the core system.
 * The service keeps the plans of standing orders itself, and creates an order for each execution.
 */
import { createHash } from 'node:crypto';
import { productOf } from '../../domain/payments/products/list.ts';
import { isFinal, requireForwardMove } from '../../domain/payments/status.ts';
import { todayInOslo } from '../../domain/values/oslo-time.ts';
import { versionedUuid } from '../../domain/values/uuid.ts';
import type { Bank } from '../../operations/ports/bank.ts';
import type { ClockEvent } from '../../operations/ports/clock.ts';
import type { Clock, PaymentRecord, Stores } from '../../operations/ports/stores.ts';
import { executionAfter, startPlan } from '../executions.ts';
import { localApproval, localCreation, requireValidCreation } from '../local-approval.ts';
import { bankQueueStore, type ExecutablePayment, type QueuedPayment } from '../ports.ts';
import { askCore, directoryFrom, noCoreAnswers } from './approval.ts';
import { type OrderRecord, orderStore } from './orders/ports.ts';
import type { CoreQueries } from './queries.ts';

export interface CoreBankParts {
  readonly queries: CoreQueries;
  readonly clock: Clock;
  /** Resolves when the payment is final, or after `milliseconds`. */
  readonly waitUntilFinal: (tppId: string, paymentId: string, milliseconds: number) => Promise<void>;
}

/** The most executions of standing orders in one transaction. Each execution has one transfer. */
const batchLimits = { maxPayments: 100, maxTransfers: 100 };
/** How long the page of the PSU waits for the end of an instant payment. */
const instantWaitMs = 5_000;

export const createCoreBank = (parts: CoreBankParts): Bank => ({
  ...localApproval,
  async prepareCreation(context, input) {
    requireValidCreation(context, input);
    const fee = await parts.queries.checkPayment(context.caller.tppId, input.product, input.instruction);
    return { ...localCreation, fee };
  },
  prepareApproval: async (context, findAuthorisation, questions) => {
    const authorisation = await findAuthorisation();
    if (authorisation === null) return () => directoryFrom(noCoreAnswers);
    const answers = await askCore(parts.queries, context, authorisation, questions);
    return () => directoryFrom(answers);
  },
  async commitApproval(stores, { settlement }, payment, at) {
    if (settlement === 'SCHEDULE') return startPlan(stores, payment, at);
    const executionDate = payment.requestedDate ?? todayInOslo(at);
    await stores.get(orderStore).add(createOrder(parts, payment, { distinction: 0, executionDate }));
    return { to: 'PDNG', reason: 'approved by the PSU' };
  },
  // Every status comes from a report of the core, also for instant payments, so every forward move may happen.
  moveOf: requireForwardMove,
  async awaitEnd({ tppId, paymentId }, { settlement }) {
    if (settlement !== 'INSTANT') return false;
    await parts.waitUntilFinal(tppId, paymentId, instantWaitMs);
    return true;
  },
  commitCancellation: (stores, payment, approvedAt) => cancel(parts, stores, payment, approvedAt),
  executeDue: (...run) => executeDue(parts, ...run),
});

/** Creates an order for each due execution of a standing order, and queues the execution after it. */
async function executeDue(
  parts: CoreBankParts,
  stores: Stores,
  tppId: string,
  at: number,
  recordsEvents: boolean,
): Promise<number> {
  const queue = stores.get(bankQueueStore);
  const duePayments = await queue.lockDue(tppId, at, batchLimits);
  const idsToDequeue: string[] = [];
  const nextExecutions: QueuedPayment[] = [];
  const events: ClockEvent[] = [];
  for (const { payment, queueRow } of duePayments) {
    const { paymentId, status } = payment;
    const { nominalDate, executionDate } = queueRow;
    // This bank queues only standing orders, so `nominalDate` is never null.
    if (nominalDate === null || isFinal(status)) {
      idsToDequeue.push(paymentId);
      continue;
    }
    const next = executionAfter(payment, nominalDate, at);
    if (next === null) idsToDequeue.push(paymentId);
    else nextExecutions.push(next);
    const days = { executionDate: executionDate ?? nominalDate, nominalDate };
    await stores.get(orderStore).add(createOrder(parts, payment, { distinction: nominalDate, ...days }));
    const text = `${nominalDate}: ordered from the bank`;
    const ids = { paymentId, authorisationId: null, psuId: null };
    events.push({ at, kind: 'PERIODIC_EXECUTION', ...ids, status, text });
  }
  await queue.dequeue(idsToDequeue);
  await queue.enqueue(nextExecutions);
  if (recordsEvents) await stores.clock.record(tppId, events);
  return duePayments.length;
}

/**
 * true: this service has stopped the payment. false: only the core can still stop the payment.
 * `approvedAt` null: the PSU entered too many wrong codes instead of an approval, so no CANCELLATION order is created.
 */
async function cancel(
  parts: CoreBankParts,
  stores: Stores,
  payment: PaymentRecord,
  approvedAt: number | null,
): Promise<boolean> {
  const store = stores.get(orderStore);
  await store.withdrawUnsentTransfers(payment.paymentId);
  // The caller makes the standing order final, so `executeDue` creates no further order. The core carries out the orders that it has.
  if (productOf(payment.product).settlement === 'SCHEDULE') return true;
  const orders = await store.ofPayment(payment.paymentId);
  const creditTransfer = orders.find(
    ({ kind, state }) => kind === 'CREDIT_TRANSFER' && state !== 'WITHDRAWN',
  );
  const waitingCancellations = orders.filter(
    ({ kind, state }) => kind === 'CANCELLATION' && state === 'WAITING',
  );
  if (creditTransfer === undefined) {
    // The core does not have the credit transfer, so a cancellation that still waits has nothing to cancel.
    for (const { orderId } of waitingCancellations)
      await store.updateWaiting(orderId, { state: 'WITHDRAWN' });
    return true;
  }
  if (approvedAt !== null && waitingCancellations.length === 0) {
    const cancellation = createOrder(parts, payment, {
      distinction: orders.length,
      kind: 'CANCELLATION',
      cancelledOrderId: creditTransfer.orderId,
      executionDate: todayInOslo(approvedAt),
    });
    await store.add(cancellation);
  }
  return false;
}

type NewOrder = Pick<OrderRecord, 'executionDate'> &
  Partial<OrderRecord> & {
    /** Differs for each order of a payment: the nominal day of an execution, or else the count of earlier orders. */
    readonly distinction: string | number;
  };

/** After a restore of the database, the service may create an order again. The id is the same, so the core does not execute it twice. */
function orderIdOf(paymentId: string, distinction: string | number): string {
  const hash = createHash('sha256').update(`${paymentId} ${distinction}`).digest('hex');
  // Without dashes, because ISO 20022 allows only 35 characters.
  return versionedUuid(4, hash).replaceAll('-', '');
}

function createOrder(
  { clock }: CoreBankParts,
  { paymentId, tppId, debtorName }: ExecutablePayment,
  { distinction, ...fields }: NewOrder,
): OrderRecord {
  const now = clock();
  return {
    orderId: orderIdOf(paymentId, distinction),
    tppId,
    paymentId,
    kind: 'CREDIT_TRANSFER',
    cancelledOrderId: null,
    nominalDate: null,
    debtorName: debtorName ?? '',
    coreSystemData: null,
    state: 'WAITING',
    tries: 0,
    createdAt: now,
    sendAt: now,
    ...fields,
  };
}
