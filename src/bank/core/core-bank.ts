/** The service keeps the plans of standing orders itself, and creates an order for each execution. */
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
import { bankQueueStore, type DuePayment, type ExecutablePayment, type QueuedPayment } from '../ports.ts';
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
    const answers =
      authorisation === null
        ? noCoreAnswers
        : await askCore(parts.queries, context, authorisation, questions);
    return () => directoryFrom(answers);
  },
  async commitApproval(stores, { settlement }, payment, at) {
    if (settlement === 'SCHEDULE') return startPlan(stores, payment, at);
    const order = createOrder(parts, payment, payment.requestedDate ?? todayInOslo(at));
    await stores.get(orderStore).add(order);
    return { to: 'PDNG', reason: 'approved by the PSU' };
  },
  // Every status comes from a report of the core, also for instant payments, so every forward move may happen.
  moveOf: requireForwardMove,
  async awaitEnd({ tppId, paymentId }, { settlement }) {
    if (settlement !== 'INSTANT') return false;
    await parts.waitUntilFinal(tppId, paymentId, instantWaitMs);
    return true;
  },
  async commitCancellation(stores, payment, approvedAt) {
    const isWithdrawn = await withdraw(stores, payment);
    if (!isWithdrawn && approvedAt !== null) await cancel(parts, stores, payment, approvedAt);
    return isWithdrawn;
  },
  async executeDue(stores, tppId, at, recordsEvents) {
    const queue = stores.get(bankQueueStore);
    const duePayments = await queue.lockDue(tppId, at, batchLimits);
    const doneIds: string[] = [];
    const nextExecutions: QueuedPayment[] = [];
    const events: ClockEvent[] = [];
    for (const duePayment of duePayments) {
      const executed = await executeStandingOrder(parts, stores, duePayment, at);
      if (executed?.next) nextExecutions.push(executed.next);
      else doneIds.push(duePayment.payment.paymentId);
      if (executed !== null) events.push(executed.event);
    }
    await queue.dequeue(doneIds);
    await queue.enqueue(nextExecutions);
    if (recordsEvents) await stores.clock.record(tppId, events);
    return duePayments.length;
  },
});

/** true: the payment has stopped, and needs no cancellation order. */
async function withdraw(stores: Stores, payment: PaymentRecord): Promise<boolean> {
  const store = stores.get(orderStore);
  await store.withdraw(payment.paymentId);
  // The plan of a standing order ends here. The core carries out the orders that it already has.
  if (productOf(payment.product).settlement === 'SCHEDULE') return true;
  const orders = await store.ofPayment(payment.paymentId);
  if (orders.some(({ kind, state }) => kind === 'CREDIT_TRANSFER' && state !== 'WITHDRAWN')) return false;
  // A cancellation may wait since an attempt to send the credit transfer, which has failed.
  for (const { kind, orderId } of orders)
    if (kind === 'CANCELLATION') await store.updateWaiting(orderId, { state: 'WITHDRAWN' });
  return true;
}

async function cancel(
  parts: CoreBankParts,
  stores: Stores,
  payment: PaymentRecord,
  at: number,
): Promise<void> {
  const store = stores.get(orderStore);
  const orders = await store.ofPayment(payment.paymentId);
  const orderToCancel = orders.find(({ kind, state }) => kind === 'CREDIT_TRANSFER' && state !== 'WITHDRAWN');
  if (orderToCancel === undefined) throw new Error('an approved payment must have an order');
  const { orderId: cancelledOrderId } = orderToCancel;
  const isAlreadyRequested = orders.some(
    (order) => order.cancelledOrderId === cancelledOrderId && order.state === 'WAITING',
  );
  if (isAlreadyRequested) return;
  const cancellation = { kind: 'CANCELLATION', cancelledOrderId } as const;
  await store.add(createOrder(parts, payment, todayInOslo(at), cancellation, orders.length));
}

interface ExecutedStandingOrder {
  /** null: this was the last execution. */
  readonly next: QueuedPayment | null;
  readonly event: ClockEvent;
}

/** null: the payment has ended. */
async function executeStandingOrder(
  parts: CoreBankParts,
  stores: Stores,
  { payment, queueRow }: DuePayment,
  at: number,
): Promise<ExecutedStandingOrder | null> {
  const { nominalDate, executionDate } = queueRow;
  if (isFinal(payment.status) || nominalDate === null) return null;
  await stores
    .get(orderStore)
    .add(createOrder(parts, payment, executionDate ?? nominalDate, { nominalDate }));
  const event: ClockEvent = {
    at,
    kind: 'PERIODIC_EXECUTION',
    paymentId: payment.paymentId,
    authorisationId: null,
    psuId: null,
    status: payment.status,
    text: `${nominalDate}: ordered from the bank`,
  };
  return { next: executionAfter(payment, nominalDate, at), event };
}

/** A restored database may create an order again. The core does not execute it twice, because its id is the same. */
function orderIdOf(paymentId: string, nominalDate: string | null, earlierOrders: number): string {
  const hash = createHash('sha256')
    .update(`${paymentId} ${nominalDate ?? earlierOrders}`)
    .digest('hex');
  // Without dashes, because ISO 20022 allows only 35 characters.
  return versionedUuid(4, hash).replaceAll('-', '');
}

function createOrder(
  { clock }: CoreBankParts,
  { paymentId, tppId, debtorName }: ExecutablePayment,
  executionDate: string,
  overrides: Partial<OrderRecord> = {},
  earlierOrders = 0,
): OrderRecord {
  const now = clock();
  return {
    orderId: orderIdOf(paymentId, overrides.nominalDate ?? null, earlierOrders),
    tppId,
    paymentId,
    kind: 'CREDIT_TRANSFER',
    cancelledOrderId: null,
    executionDate,
    nominalDate: null,
    debtorName: debtorName ?? '',
    coreSystemData: null,
    state: 'WAITING',
    tries: 0,
    createdAt: now,
    sendAt: now,
    ...overrides,
  };
}
