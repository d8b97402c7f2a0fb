/**
 * Reads the reports of a core system behind a cursor and applies them, each once. What cannot be read or applied, or is about
 * an order that nobody here has made, is kept aside, counted, and the next ones go on. A core or a database that is away is no
 * fault of a report: it is read again. Start at `createReportReader`.
 */
import type { OrderReport, Report } from '../../domain/payments/reports/report.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { OrderRecord } from '../ports/orders.ts';
import { type ApplyParts, createApply } from './apply.ts';

export interface ReportReaderParts extends ApplyParts {
  /** Hears of failures that are no refusals of the core. */
  readonly failed: (error: unknown) => void;
  /** Whether the database has failed, and not what was asked of it. */
  readonly mayRecover: (error: unknown) => boolean;
}

export interface ReportReader {
  /** Applies the next reports; answers how many there were, null: another process reads. */
  poll(): Promise<number | null>;
}

/** Longer than a call for reports lasts. When a process dies in it, another reads after this time. */
const leaseMs = 15_000;

export function createReportReader(parts: ReportReaderParts): ReportReader {
  const { work, clock, carrier } = parts;
  const { reports, orders } = work.read;
  const apply = createApply(parts);

  async function keepAside(why: string, detail: string, document: string): Promise<void> {
    carrier.alarm('REPORT', { why, detail });
    await reports.keepAside({ why, detail, document });
  }

  /** Keeps the document aside where the work on it fails, and would fail again. */
  async function orAside(document: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal || parts.mayRecover(error)) throw error;
      parts.failed(error);
      await keepAside('NOT_APPLIED', error instanceof Error ? error.name : 'UNKNOWN', document);
    }
  }

  const take = (document: string): Promise<void> =>
    orAside(document, async () => {
      const read = carrier.read(document);
      if ('aside' in read) return keepAside(read.aside, read.detail, document);
      const { report } = read;
      for (const of of report.orders) await orAside(document, () => takeOrder(report, of, document));
    });

  async function takeOrder(report: Report, of: OrderReport, document: string): Promise<void> {
    const order = await orders.find(of.orderId);
    if (order === null) await keepAside('UNKNOWN_ORDER', 'no order of this service', document);
    else if (await apply(order, { report, of, asked: false })) await ask(order);
  }

  /** The core takes our repetition for a duplicate: what it has said of the order itself counts. */
  async function ask(order: OrderRecord): Promise<void> {
    const document = await carrier.lastReport(order);
    const read = document === null ? null : carrier.read(document);
    if (read === null || 'aside' in read) return;
    const { report } = read;
    const of = report.orders.find(({ orderId }) => orderId === order.orderId);
    if (of !== undefined) await apply(order, { report, of, asked: true });
  }

  return {
    async poll() {
      const now = clock();
      const leased = await reports.lease({ now, until: now + leaseMs });
      if (leased === null) return null;
      let { cursor } = leased;
      try {
        const found = await carrier.reports(cursor);
        for (const one of found) {
          await take(one.document);
          cursor = one.cursor;
          await reports.advance(cursor, clock() + leaseMs);
        }
        return found.length;
      } catch (error) {
        if (error instanceof Refusal) return 0;
        throw error;
      } finally {
        await reports.advance(cursor, clock());
      }
    },
  };
}
