import { transfersOf } from '../../../domain/payments/instruction.ts';
import { productOf } from '../../../domain/payments/products/list.ts';
import { outcomeOfCancellation } from '../../../domain/payments/reports/cancellation-outcome.ts';
import type { OrderProgress, ReportOutcome } from '../../../domain/payments/reports/outcome.ts';
import { outcomeOfPayment } from '../../../domain/payments/reports/payment-outcome.ts';
import type { OrderReport, Report } from '../../../domain/payments/reports/report.ts';
import {
  isFinal,
  moveIfForward,
  moveToSameStatus,
  type PaymentStatus,
} from '../../../domain/payments/status.ts';
import type { Settings } from '../../../operations/operation.ts';
import type { Clock, PaymentRecord, SharedWork, Stores } from '../../../operations/ports/stores.ts';
import { digest } from '../../../operations/sca/secrets.ts';
import { bankQueueStore, type ExecutionOutcome } from '../../ports.ts';
import { readTppTime } from '../../tpp-time.ts';
import type { OrderCarrier } from '../carrier.ts';
import { endExecution } from './executions.ts';
import { type OrderRecord, orderStore, reportStore } from './ports.ts';

export interface ApplyReportParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly carrier: OrderCarrier;
}

interface LockedOrder {
  readonly stores: Stores;
  readonly order: OrderRecord;
  readonly payment: PaymentRecord;
  /** By the TPP's clock. */
  readonly at: number;
}

export interface ReportOfOrder {
  readonly report: Pick<Report, 'messageId' | 'about'>;
  /** The part of `report` that is about the order. */
  readonly orderReport: OrderReport;
  /** Whether this service got the report by a query for the order's status. */
  readonly answersQuery: boolean;
}

const isAboutCancellation = ({ about }: Pick<Report, 'about'>, { kind }: OrderRecord): boolean =>
  about === 'CANCELLATION' || kind === 'CANCELLATION';

/**
 * A core may use a message id again, for example in messages of another type, so the key also has a hash of what the report says.
 * The same report can arrive by itself and as the answer to a query, with different outcomes. So the report has one key for each case.
 */
function reportKeyOf({ report: { messageId, about }, orderReport, answersQuery }: ReportOfOrder): string {
  const key = `${messageId} ${digest(JSON.stringify([about, orderReport]))}`;
  return answersQuery ? `${key} asked` : key;
}

/** Returns whether the core must be queried for the order's status; false if the report answers such a query. */
export async function applyReport(
  parts: ApplyReportParts,
  order: OrderRecord,
  reportOfOrder: ReportOfOrder,
): Promise<boolean> {
  const { orderId, tppId, paymentId } = order;
  const { report, orderReport, answersQuery } = reportOfOrder;
  const result = await parts.work.of(tppId).transaction(async (stores) => {
    const payment = await stores.payments.lock(paymentId);
    if (payment === null) return null;
    const isNew = await stores.get(reportStore).recordApplied(reportKeyOf(reportOfOrder), orderId);
    const orders = stores.get(orderStore);
    const currentOrder = (await orders.find(orderId)) ?? order;
    // A report shows that the core has the order.
    if (currentOrder.state === 'WAITING') await orders.update(orderId, { state: 'SENT' });
    const lockedOrder = { stores, order: currentOrder, payment, at: await readTppTime(parts, stores, tppId) };
    const decide = isAboutCancellation(report, currentOrder) ? outcomeOfCancellation : outcomeOfPayment;
    const outcome = decide({ ...(await readProgress(parts, lockedOrder)), answersQuery }, orderReport);
    // An earlier attempt may have applied the report and then failed to query the core, so the core is queried again.
    if (!isNew) return { alarm: null, mustAsk: outcome.mustAsk };
    await writeOutcome(lockedOrder, outcome);
    return outcome;
  });
  if (result?.alarm) parts.carrier.alarm('REPORT', { orderId, why: result.alarm });
  return result?.mustAsk ?? false;
}

async function readProgress(
  parts: ApplyReportParts,
  { stores, order, payment }: LockedOrder,
): Promise<Omit<OrderProgress, 'answersQuery'>> {
  const { paymentId, instruction, status } = payment;
  const { settlement } = productOf(payment.product);
  const findEntry = parts.carrier.createEntryFinder(order, payment);
  // Each execution is an order of its own. Its reports are read like those of a BATCH payment that is PDNG until the execution ends.
  if (order.nominalDate !== null) {
    const executionOutcome = await stores.get(bankQueueStore).executionOutcome(paymentId, order.nominalDate);
    return { settlement: 'BATCH', status: statusOfExecution(executionOutcome), entries: [], findEntry };
  }
  if (settlement !== 'ENTRIES') return { settlement, status, entries: [], findEntry };
  const storedEntries = (await stores.paymentLists.entryOutcomesOf([paymentId])).get(paymentId) ?? [];
  const statuses = new Map(storedEntries.map((entry) => [entry.position, entry.status]));
  const entries = transfersOf(instruction).map((_, index) => statuses.get(index) ?? 'PDNG');
  return { settlement, status, entries, findEntry };
}

function statusOfExecution(outcome: ExecutionOutcome['outcome'] | null): PaymentStatus {
  if (outcome === null) return 'PDNG';
  return outcome === 'EXECUTED' ? 'ACSC' : 'RJCT';
}

async function writeOutcome(lockedOrder: LockedOrder, outcome: ReportOutcome): Promise<void> {
  const { stores, order, payment, at } = lockedOrder;
  const { paymentId, status: from } = payment;
  const { to, reason, fundsAvailable, cancellationAnswer } = outcome;
  if (fundsAvailable !== null && fundsAvailable !== payment.fundsAvailable)
    await stores.payments.amend(paymentId, { fundsAvailable });
  const entries = outcome.entryChanges.map(({ index: position, ...entry }) => ({
    paymentId,
    position,
    at,
    ...entry,
  }));
  if (entries.length > 0) await stores.get(bankQueueStore).saveEntries(entries);
  if (order.nominalDate !== null) return writeExecution(lockedOrder, order.nominalDate, outcome);
  // A cancellation that is refused or pending does not move the payment, but the payment's history records the answer.
  if (to === null && cancellationAnswer !== null && !isFinal(from))
    await stores.payments.move(moveToSameStatus({ paymentId, status: from, at, reason }));
  if (order.kind === 'CANCELLATION' && cancellationAnswer === 'FINAL') await endOrder(stores, order.orderId);
  if (to === null) return;
  const { settlement } = productOf(payment.product);
  const move = moveIfForward(settlement, { paymentId, from, to, at, reason });
  const hasMoved = move !== null && (await stores.payments.move(move));
  if (!hasMoved || !isFinal(to)) return;
  await endOrder(stores, order.orderId);
  if (order.cancelledOrderId !== null) await endOrder(stores, order.cancelledOrderId);
}

async function writeExecution(
  lockedOrder: LockedOrder,
  nominalDate: string,
  { to, reason }: ReportOutcome,
): Promise<void> {
  const { stores, order } = lockedOrder;
  if (to === null || !isFinal(to) || order.state === 'ENDED') return;
  await endOrder(stores, order.orderId);
  const outcome = to === 'ACSC' ? 'EXECUTED' : 'LEFT_OUT';
  await endExecution(stores, { ...lockedOrder, nominalDate, outcome, reason });
}

const endOrder = (stores: Stores, orderId: string): Promise<void> =>
  stores.get(orderStore).update(orderId, { state: 'ENDED' });
