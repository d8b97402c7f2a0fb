/**
 * Reads the reports of a core system behind a cursor and applies them, each once. What cannot be read or applied, or is about
 * an order that nobody here has made, is kept aside, counted, and the next ones go on. Start at `createReportReader`.
 */
import { Refusal } from '../../domain/refusal.ts';
import type { OrderRecord } from '../ports/orders.ts';
import { type ApplyParts, createApply } from './apply.ts';

export interface ReportReader {
  /** Applies the next reports; answers how many there were, null: another process reads. */
  poll(): Promise<number | null>;
}

/** Longer than a call for reports lasts. When a process dies in it, another reads after this time. */
const leaseMs = 15_000;

export interface ReportReaderParts extends ApplyParts {
  /** Whether the database failed, and not what was to be kept in it. */
  readonly isDatabaseFault: (error: unknown) => boolean;
  /** Hears of failures that are no refusals of the core. */
  readonly failed: (error: unknown) => void;
}

export function createReportReader(parts: ReportReaderParts): ReportReader {
  const { work, clock, carrier, isDatabaseFault, failed } = parts;
  const { reports, orders } = work.read;
  const apply = createApply(parts);

  async function keepAside(why: string, detail: string, document: string): Promise<void> {
    carrier.alarm('REPORT', { why, detail });
    await reports.keepAside({ why, detail, document });
  }

  async function take(document: string): Promise<void> {
    const read = carrier.read(document);
    if ('aside' in read) return keepAside(read.aside, read.detail, document);
    const { report } = read;
    for (const of of report.orders) {
      const order = await orders.find(of.orderId);
      if (order === null) await keepAside('UNKNOWN_ORDER', 'no order of this service', document);
      else if (await apply(order, { report, of, asked: false })) await ask(order);
    }
  }

  /** A report that cannot be applied is not tried again: those behind it would wait for ever. */
  async function taken(document: string): Promise<void> {
    try {
      await take(document);
    } catch (error) {
      if (error instanceof Refusal || isDatabaseFault(error)) throw error;
      failed(error);
      await keepAside('NOT_APPLIED', error instanceof Error ? error.name : typeof error, document);
    }
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
          await taken(one.document);
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
