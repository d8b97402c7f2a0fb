/** Sends orders that are due, new ones at once, and reads reports one after the other, as long as the process lives. */
import { every } from '../../../every.ts';
import type { MayWork } from '../../../operations/ports/stores.ts';
import { createReportReader, type ReportReaderParts } from './reports.ts';
import { createOrderSender } from './send.ts';

export interface OrderOffice {
  /** Returns the number of orders sent and reports applied. */
  tick(): Promise<number>;
  start(): void;
  /** Sends a new order now. */
  wake(): void;
  /** Waits for work in progress. */
  stop(): Promise<void>;
}

/** How soon an order is found whose notification was missed. */
const idleMs = 1_000;
/** After a core that does not respond, or while another process reads. */
const reportPauseMs = 1_000;

export interface OrderOfficeParts extends ReportReaderParts {
  /** Whether clock-driven work may begin; always when absent. */
  readonly mayWork?: MayWork | undefined;
}

export function createOrderOffice(parts: OrderOfficeParts): OrderOffice {
  const { mayWork = async () => true } = parts;
  const sender = createOrderSender(parts);
  const reader = createReportReader(parts);
  const send = async () => ((await mayWork()) ? sender.poll() : 0);
  const readReports = async () => ((await mayWork()) ? reader.poll() : null);
  const sending = every(idleMs, async () => ((await send()) ? 0 : idleMs), parts.failed);
  const reading = every(reportPauseMs, async () => ((await readReports()) ? 0 : reportPauseMs), parts.failed);
  return {
    tick: async () => (await send()) + ((await readReports()) ?? 0),
    start() {
      sending.wake();
      reading.wake();
    },
    wake: () => sending.wake(),
    stop: async () => void (await Promise.all([sending.stop(), reading.stop()])),
  };
}
