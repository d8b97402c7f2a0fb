/**
 * Takes one report of a core system, once. What cannot be read or applied, or is about an order that nobody here has made, is
 * kept aside, and raises an alarm. Start at `createTakeReport`.
 */
import type { OrderReport } from '../../../domain/payments/reports/report.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type ApplyParts, createApply } from './apply.ts';
import type { IncomingReport, OrderRecord } from './ports.ts';

export interface TakeReportParts extends ApplyParts {
  /** Whether the database failed, and not what was to be kept in it. */
  readonly isDatabaseFault: (error: unknown) => boolean;
  /** Hears of failures that are no refusals of the core. */
  readonly failed: (error: unknown) => void;
}

/** `isOverdue`: it has waited long enough for what the core says of its order. */
export type TakeReport = (incoming: IncomingReport, isOverdue: boolean) => Promise<void>;

export function createTakeReport(parts: TakeReportParts): TakeReport {
  const { work, carrier, isDatabaseFault, failed } = parts;
  const { reports, orders } = work.read;
  const apply = createApply(parts);

  async function keepAside({ document, cursor }: IncomingReport, why: string, detail: string): Promise<void> {
    if (await reports.keepAside({ why, detail, document, cursor })) carrier.alarm('REPORT', { why, detail });
  }

  /** The order that a report is about; one of several payment informations may be of another order. */
  async function orderOf({ orderId, informationId }: OrderReport): Promise<OrderRecord | null> {
    const order = await orders.find(orderId);
    if (order === null || informationId === null) return order;
    const payment = await work.read.payments.find(order.tppId, order.paymentId);
    const isOwn = payment && carrier.informationIdOf(order, payment.instruction) === informationId;
    return isOwn ? order : orders.find(informationId);
  }

  async function take(incoming: IncomingReport, isOverdue: boolean): Promise<void> {
    const { document, fault } = incoming;
    if (fault !== null) return keepAside(incoming, fault.why, fault.detail);
    const read = carrier.read(document);
    if ('aside' in read) return keepAside(incoming, read.aside, read.detail);
    const { report } = read;
    for (const of of report.orders) {
      const order = await orderOf(of);
      if (order === null) await keepAside(incoming, 'UNKNOWN_ORDER', 'no order of this service');
      else if ((await apply(order, { report, of, asked: false })) && !(await ask(order, isOverdue)))
        await keepAside(incoming, 'NOT_APPLIED', 'the core does not say how the order stands');
    }
  }

  /**
   * The core takes our repetition for a duplicate: what it has said of the order itself counts. False: it does not say, and the
   * report is overdue.
   */
  async function ask(order: OrderRecord, isOverdue: boolean): Promise<boolean> {
    const document = await carrier.lastReport(order).catch((error: unknown) => {
      if (isOverdue && error instanceof Refusal) return undefined;
      throw error;
    });
    if (document === undefined) return false;
    const read = document === null ? null : carrier.read(document);
    if (read === null || 'aside' in read) return true;
    const { report } = read;
    for (const of of report.orders) {
      if ((await orderOf(of))?.orderId === order.orderId) await apply(order, { report, of, asked: true });
    }
    return true;
  }

  /** A report that cannot be applied is not tried again: those behind it would wait for ever. */
  return async (incoming, isOverdue) => {
    try {
      await take(incoming, isOverdue);
    } catch (error) {
      if (error instanceof Refusal || isDatabaseFault(error)) throw error;
      failed(error);
      await keepAside(incoming, 'NOT_APPLIED', error instanceof Error ? error.name : typeof error);
    }
  };
}
