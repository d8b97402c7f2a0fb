/**
 * Applies a report to the orders that it names, or stores it as a stray report and raises an alarm.
 * A stray report cannot be read or applied, or names no known order.
 */
import type { OrderReport } from '../../../domain/payments/reports/report.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type ApplyReportParts, applyReport } from './apply-report.ts';
import { type IncomingReport, type OrderRecord, orderStore, reportStore } from './ports.ts';

export interface ProcessReportParts extends ApplyReportParts {
  /** false: the report itself caused the error. */
  readonly isDatabaseFault: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Throws only if the database does not respond, or if the core does not respond and `isOverdue` is false.
 * `isOverdue`: the cursor has stalled for so long that it must move even without the core.
 */
export const processReport = (
  parts: ProcessReportParts,
  incoming: IncomingReport,
  isOverdue: boolean,
): Promise<void> => applyOrStoreStray(parts, incoming, () => applyToOrders(parts, incoming, isOverdue));

async function applyOrStoreStray(
  parts: ProcessReportParts,
  incoming: IncomingReport,
  apply: () => Promise<void>,
): Promise<void> {
  try {
    await apply();
  } catch (error) {
    // The client of the core throws a Refusal if the core does not respond. The report may then be good, so it is no stray.
    if (error instanceof Refusal || parts.isDatabaseFault(error)) throw error;
    parts.onError(error);
    await storeStray(parts, incoming, 'NOT_APPLIED', error instanceof Error ? error.name : typeof error);
  }
}

async function applyToOrders(
  parts: ProcessReportParts,
  incoming: IncomingReport,
  isOverdue: boolean,
): Promise<void> {
  const { document, fault } = incoming;
  if (fault !== null) return storeStray(parts, incoming, fault.why, fault.detail);
  const result = parts.carrier.readReport(document);
  if ('unreadable' in result) return storeStray(parts, incoming, result.unreadable, result.detail);
  const { report } = result;
  if (report.orders.length === 0) return storeStray(parts, incoming, 'UNKNOWN_ORDER', 'names no order');
  if (report.hasPartWithoutOrder)
    await storeStray(parts, incoming, 'UNKNOWN_ORDER', 'a part of the report names no order');
  for (const orderReport of report.orders)
    await applyOrStoreStray(parts, incoming, async () => {
      const order = await findOrder(parts, orderReport);
      if (order === null) return storeStray(parts, incoming, 'UNKNOWN_ORDER', 'no order of this service');
      const needsStatus = await applyReport(parts, order, { report, orderReport, answersQuery: false });
      const whyNotApplied = needsStatus ? await applyLastReport(parts, order, isOverdue) : null;
      if (whyNotApplied !== null) await storeStray(parts, incoming, 'NOT_APPLIED', whyNotApplied);
    });
}

async function storeStray(
  { work, carrier }: ProcessReportParts,
  { document, cursor }: IncomingReport,
  why: string,
  detail: string,
): Promise<void> {
  const isNew = await work.stores.get(reportStore).storeStray({ why, detail, document, cursor });
  if (isNew) carrier.alarm('REPORT', { why, detail });
}

/**
 * A pain.002 with several PmtInf may be about several orders, although it has only one `orderId`. Each PmtInf then has an `informationId`:
 * the payment information id of the order `orderId`, or the id of another order.
 */
async function findOrder(
  { work, carrier }: ProcessReportParts,
  { orderId, informationId }: OrderReport,
): Promise<OrderRecord | null> {
  const orders = work.stores.get(orderStore);
  const order = await orders.find(orderId);
  if (informationId === null) return order;
  const payment = order && (await work.stores.payments.find(order.tppId, order.paymentId));
  const isOfOrder = payment && carrier.informationIdOf(order, payment.instruction) === informationId;
  return isOfOrder ? order : orders.find(informationId);
}

/**
 * Call it after a report that rejects the order as a duplicate. If this service sent the order twice, the rejection of the second copy
 * says nothing about the first. So this function asks the core for the last report of the order, and applies it.
 * Returns why the last report was not applied; null: it was applied.
 */
async function applyLastReport(
  parts: ProcessReportParts,
  order: OrderRecord,
  isOverdue: boolean,
): Promise<string | null> {
  const { carrier } = parts;
  const document = await carrier.fetchLastReport(order).catch((error: unknown) => {
    if (isOverdue && error instanceof Refusal) return null;
    throw error;
  });
  if (document === null) return 'the core does not report the status of the order';
  const result = carrier.readReport(document);
  if ('unreadable' in result)
    return `the last report of the order is unreadable: ${result.unreadable}, ${result.detail}`;
  const { report } = result;
  let isAboutOrder = false;
  for (const orderReport of report.orders) {
    if ((await findOrder(parts, orderReport))?.orderId !== order.orderId) continue;
    isAboutOrder = true;
    await applyReport(parts, order, { report, orderReport, answersQuery: true });
  }
  return isAboutOrder ? null : 'the last report of the order is about other orders';
}
