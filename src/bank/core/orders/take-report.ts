/**
 * Takes one report of a core system, once. What cannot be read or applied, or is about an order that nobody here has made, is
 * kept aside, and raises an alarm. Start at `takeReport`.
 */
import type { OrderReport } from '../../../domain/payments/reports/report.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type ApplyReportParts, applyReport } from './apply-report.ts';
import type { IncomingReport, OrderRecord } from './ports.ts';

export interface TakeReportParts extends ApplyReportParts {
  /** Whether the database failed, and not what was to be kept in it. */
  readonly isDatabaseFault: (error: unknown) => boolean;
  /** Hears of failures that are no refusals of the core. */
  readonly failed: (error: unknown) => void;
}

/**
 * A report that cannot be applied is not tried again: those behind it would wait for ever. `isOverdue`: it has waited long
 * enough for what the core says of its order.
 */
export async function takeReport(
  parts: TakeReportParts,
  incoming: IncomingReport,
  isOverdue: boolean,
): Promise<void> {
  try {
    await take(parts, incoming, isOverdue);
  } catch (error) {
    if (error instanceof Refusal || parts.isDatabaseFault(error)) throw error;
    parts.failed(error);
    await keepAside(parts, incoming, 'NOT_APPLIED', error instanceof Error ? error.name : typeof error);
  }
}

async function take(parts: TakeReportParts, incoming: IncomingReport, isOverdue: boolean): Promise<void> {
  const { document, fault } = incoming;
  if (fault !== null) return keepAside(parts, incoming, fault.why, fault.detail);
  const result = parts.carrier.read(document);
  if ('aside' in result) return keepAside(parts, incoming, result.aside, result.detail);
  const { report } = result;
  for (const of of report.orders) {
    const order = await orderOf(parts, of);
    if (order === null) await keepAside(parts, incoming, 'UNKNOWN_ORDER', 'no order of this service');
    else if (
      (await applyReport(parts, order, { report, of, isAnswer: false })) &&
      !(await askCore(parts, order, isOverdue))
    )
      await keepAside(parts, incoming, 'NOT_APPLIED', 'the core does not say how the order stands');
  }
}

async function keepAside(
  { work, carrier }: TakeReportParts,
  { document, cursor }: IncomingReport,
  why: string,
  detail: string,
): Promise<void> {
  if (await work.read.reports.keepAside({ why, detail, document, cursor }))
    carrier.alarm('REPORT', { why, detail });
}

/** The order that a report is about; one of several payment informations may be of another order. */
async function orderOf(
  { work, carrier }: TakeReportParts,
  { orderId, informationId }: OrderReport,
): Promise<OrderRecord | null> {
  const { orders, payments } = work.read;
  const order = await orders.find(orderId);
  if (order === null || informationId === null) return order;
  const payment = await payments.find(order.tppId, order.paymentId);
  const isOwn = payment && carrier.informationIdOf(order, payment.instruction) === informationId;
  return isOwn ? order : orders.find(informationId);
}

/**
 * The core takes our repetition for a duplicate: what it has said of the order itself counts. False: it does not say, and the
 * report is overdue.
 */
async function askCore(parts: TakeReportParts, order: OrderRecord, isOverdue: boolean): Promise<boolean> {
  const { carrier } = parts;
  const document = await carrier.lastReport(order).catch((error: unknown) => {
    if (isOverdue && error instanceof Refusal) return undefined;
    throw error;
  });
  if (document === undefined) return false;
  const result = document === null ? null : carrier.read(document);
  if (result === null || 'aside' in result) return true;
  const { report } = result;
  for (const of of report.orders) {
    if ((await orderOf(parts, of))?.orderId === order.orderId)
      await applyReport(parts, order, { report, of, isAnswer: true });
  }
  return true;
}
