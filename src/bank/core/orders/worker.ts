/** The background work with a core: sends orders and reads reports until the process ends. */
import { every } from '../../../every.ts';
import type { MayRunTimedWork } from '../../../operations/ports/stores.ts';
import type { ProcessReportParts } from './process-report.ts';
import { createReportReader } from './reports.ts';
import { createOrderSender } from './send.ts';

/** The pause when no order is due. A new order ends the pause by `wake`, unless the signal of the database was lost. */
const sendPauseMs = 1_000;
/** The pause when the core does not respond, when it has no reports, or when another process is the reader. */
const reportPauseMs = 1_000;

export interface OrderWorkerParts extends ProcessReportParts {
  /** Work may begin only if the clock of this process agrees with that of the database. When absent, work may always begin. */
  readonly mayRunTimedWork?: MayRunTimedWork | undefined;
}

export function createOrderWorker(parts: OrderWorkerParts) {
  const { mayRunTimedWork = async () => true } = parts;
  const sendDue = createOrderSender(parts);
  const readPage = createReportReader(parts);
  const send = async () => ((await mayRunTimedWork()) ? sendDue() : 0);
  const readReports = async () => ((await mayRunTimedWork()) ? readPage() : null);
  const sendLoop = every(sendPauseMs, async () => ((await send()) ? 0 : sendPauseMs), parts.onError);
  const readLoop = every(
    reportPauseMs,
    async () => ((await readReports()) ? 0 : reportPauseMs),
    parts.onError,
  );
  return {
    /** Sends and reads once. Returns the sum of the sent orders and the processed reports. */
    tick: async (): Promise<number> => (await send()) + ((await readReports()) ?? 0),
    start(): void {
      sendLoop.wake();
      readLoop.wake();
    },
    /** Sends a new order now. */
    wake: sendLoop.wake,
    /** Waits for work in progress. This work ends early if the HTTP client of the core is closed. */
    stop: async (): Promise<void> => void (await Promise.all([sendLoop.stop(), readLoop.stop()])),
  };
}
