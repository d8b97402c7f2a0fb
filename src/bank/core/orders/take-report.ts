/** Processes one report once. It is stored and raises an alarm if it cannot be read or applied, or its order is unknown. */
import type { OrderReport } from '../../../domain/payments/reports/report.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type ApplyReportParts, applyReport } from './apply-report.ts';
import type { IncomingReport, OrderRecord } from './ports.ts';

export interface TakeReportParts extends ApplyReportParts {
  /** True if the database failed; false if the report cannot be stored. */
  readonly isDatabaseFault: (error: unknown) => boolean;
  /** Receives failures other than refusals of the core. */
  readonly failed: (error: unknown) => void;
}

/**
 * A report that cannot be applied is not retried, because it would block those after it. `isOverdue`: it has waited long
 * enough for the core's status of its order.
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
    await storeStray(parts, incoming, 'NOT_APPLIED', error instanceof Error ? error.name : typeof error);
  }
}

async function take(parts: TakeReportParts, incoming: IncomingReport, isOverdue: boolean): Promise<void> {
  const { document, fault } = incoming;
  if (fault !== null) return storeStray(parts, incoming, fault.why, fault.detail);
  const result = parts.carrier.read(document);
  if ('unreadable' in result) return storeStray(parts, incoming, result.unreadable, result.detail);
  const { report } = result;
  for (const of of report.orders) {
    const order = await orderOf(parts, of);
    if (order === null) await storeStray(parts, incoming, 'UNKNOWN_ORDER', 'no order of this service');
    else if (
      (await applyReport(parts, order, { report, of, isAnswer: false })) &&
      !(await askCore(parts, order, isOverdue))
    )
      await storeStray(parts, incoming, 'NOT_APPLIED', 'the core does not report the status of the order');
  }
}

async function storeStray(
  { work, carrier }: TakeReportParts,
  { document, cursor }: IncomingReport,
  why: string,
  detail: string,
): Promise<void> {
  if (await work.read.reports.storeStray({ why, detail, document, cursor }))
    carrier.alarm('REPORT', { why, detail });
}

/** One of several payment informations may belong to another order. */
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
 * The core reports our repetition as a duplicate, so its status of the order counts. False: the core has no status, and the
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
  if (result === null || 'unreadable' in result) return true;
  const { report } = result;
  for (const of of report.orders) {
    if ((await orderOf(parts, of))?.orderId === order.orderId)
      await applyReport(parts, order, { report, of, isAnswer: true });
  }
  return true;
}
