/** Applies a report to an order once: decides purely, then writes under the lock of the payment, with one row of history. */
import { transfersOf } from '../../../domain/payments/instruction.ts';
import {
  type OrderNow,
  outcomeOfCancellation,
  outcomeOfPayment,
  type ReportOutcome,
} from '../../../domain/payments/reports/outcome.ts';
import type { OrderReport, Report } from '../../../domain/payments/reports/report.ts';
import { isFinal, noMove, reportedMove } from '../../../domain/payments/status.ts';
import type { Settings } from '../../../operations/operation.ts';
import type { Clock, PaymentRecord, SharedWork, Stores } from '../../../operations/ports/stores.ts';
import { productOf } from '../../../operations/sca/targets.ts';
import { tppTime } from '../../tpp-time.ts';
import { endExecution } from './executions.ts';
import type { OrderCarrier, OrderRecord } from './ports.ts';

export interface ApplyReportParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly carrier: OrderCarrier;
}

/** An order and its payment, locked, at the TPP's time. */
interface LockedOrder {
  readonly stores: Stores;
  readonly order: OrderRecord;
  readonly payment: PaymentRecord;
  readonly at: number;
}

export interface Reported {
  readonly report: Pick<Report, 'messageId' | 'about'>;
  readonly of: OrderReport;
  /** The report answers our status query. */
  readonly isAnswer: boolean;
}

/** A report may say so itself, or be about a cancellation order. */
const isOfCancellation = ({ about }: Pick<Report, 'about'>, { kind }: OrderRecord): boolean =>
  about === 'CANCELLATION' || kind === 'CANCELLATION';

/** The key by which a report of an order is applied once. */
function nameOf({ report: { messageId }, of: { informationId }, isAnswer }: Reported): string {
  const name = informationId === null ? messageId : `${messageId} ${informationId}`;
  return isAnswer ? `${name} asked` : name;
}

/** Returns whether to query the core for the order's status. */
export async function applyReport(
  parts: ApplyReportParts,
  order: OrderRecord,
  reportedOrder: Reported,
): Promise<boolean> {
  const { orderId, tppId, paymentId } = order;
  const { report, of, isAnswer } = reportedOrder;
  const outcome = await parts.work.of(tppId).transaction(async (stores) => {
    const payment = await stores.payments.lock(paymentId);
    if (payment === null) return null;
    const isNew = await stores.reports.note(nameOf(reportedOrder), orderId);
    const current = (await stores.orders.find(orderId)) ?? order;
    const { state, sendAt } = current;
    // A report shows that the core has the order.
    if (state === 'WAITING') await stores.orders.settle(orderId, { state: 'SENT', sendAt });
    const lockedOrder = { stores, order: current, payment, at: await tppTime(parts, stores, tppId) };
    const decide = isOfCancellation(report, current) ? outcomeOfCancellation : outcomeOfPayment;
    const change = decide({ ...(await orderNow(parts, lockedOrder)), isAnswer }, of);
    // The core may not have replied to the query that this report caused before.
    if (!isNew) return { alarm: null, ask: change.ask };
    await write(parts, lockedOrder, change);
    return change;
  });
  if (outcome?.alarm) parts.carrier.alarm('REPORT', { orderId, why: outcome.alarm });
  return outcome?.ask ?? false;
}

async function orderNow(
  parts: ApplyReportParts,
  { stores, order, payment }: LockedOrder,
): Promise<Omit<OrderNow, 'isAnswer'>> {
  const { paymentId, instruction, status } = payment;
  const { settlement } = productOf(parts, payment);
  const find = parts.carrier.finderOf(order, payment);
  // An execution of a standing order is a single order, pending until it ends.
  if (order.nominalDate !== null) return { settlement: 'BATCH', status: 'PDNG', entries: [], find };
  if (settlement !== 'ENTRIES') return { settlement, status, entries: [], find };
  const outcomes = (await stores.paymentLists.entriesOf([paymentId])).get(paymentId) ?? [];
  const statuses = new Map(outcomes.map((entry) => [entry.position, entry.status]));
  const entries = transfersOf(instruction).map((_, index) => statuses.get(index) ?? 'PDNG');
  return { settlement, status, entries, find };
}

async function write(
  parts: ApplyReportParts,
  lockedOrder: LockedOrder,
  outcome: ReportOutcome,
): Promise<void> {
  const { stores, order, payment, at } = lockedOrder;
  const { paymentId, status: from } = payment;
  const { to, reason, fundsAvailable, decision } = outcome;
  if (fundsAvailable !== null && fundsAvailable !== payment.fundsAvailable)
    await stores.payments.amend(paymentId, { fundsAvailable });
  if (outcome.entries.length > 0)
    await stores.work.saveEntries(
      outcome.entries.map(({ index: position, ...entry }) => ({ paymentId, position, at, ...entry })),
    );
  if (order.nominalDate !== null) return writeExecution(lockedOrder, outcome);
  // A refused cancellation is recorded in the history of the payment, which continues.
  if (to === null && decision !== null && !isFinal(from))
    await stores.payments.move(noMove({ paymentId, status: from, at, reason }));
  if (order.kind === 'CANCELLATION' && decision === 'MADE') await end(lockedOrder, order.orderId);
  if (to === null) return;
  const { settlement } = productOf(parts, payment);
  const change = reportedMove(settlement, { paymentId, from, to, at, reason });
  if (change === null || !(await stores.payments.move(change)) || !isFinal(to)) return;
  await end(lockedOrder, order.orderId);
  if (order.cancels !== null) await end(lockedOrder, order.cancels);
}

async function writeExecution(lockedOrder: LockedOrder, { to, reason }: ReportOutcome): Promise<void> {
  const { stores, order } = lockedOrder;
  if (to === null || !isFinal(to) || order.state === 'ENDED') return;
  await end(lockedOrder, order.orderId);
  const outcome = to === 'ACSC' ? 'EXECUTED' : 'LEFT_OUT';
  await endExecution(stores, { ...lockedOrder, outcome, reason });
}

const end = ({ stores, order: { sendAt } }: LockedOrder, orderId: string): Promise<void> =>
  stores.orders.settle(orderId, { state: 'ENDED', sendAt });
