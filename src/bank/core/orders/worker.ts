import { every } from '../../../every.ts';
import type { MayRunTimedWork } from '../../../operations/ports/stores.ts';
import type { ProcessReportParts } from './process-report.ts';
import { createReportReader } from './reports.ts';
import { createOrderSender } from './send.ts';

/** The database signals a new order, and `wake` ends the pause. If the signal was lost, the order waits until the pause ends. */
const sendPauseMs = 1_000;
const reportPauseMs = 1_000;

export interface OrderWorkerParts extends ProcessReportParts {
  readonly mayRunTimedWork: MayRunTimedWork;
}

export function createOrderWorker(parts: OrderWorkerParts) {
  const { mayRunTimedWork } = parts;
  const sender = createOrderSender(parts, () => sendLoop.wake());
  const readNextPage = createReportReader(parts);
  const send = async () => ((await mayRunTimedWork()) ? sender.sendDue() : 0);
  const readReportPage = async () => ((await mayRunTimedWork()) ? ((await readNextPage()) ?? 0) : 0);
  // The pause is 0 while there is work.
  const sendAndGetPauseMs = async () => ((await send()) ? 0 : sendPauseMs);
  const readAndGetPauseMs = async () => ((await readReportPage()) ? 0 : reportPauseMs);
  const sendLoop = every(sendPauseMs, sendAndGetPauseMs, parts.onError);
  const readLoop = every(reportPauseMs, readAndGetPauseMs, parts.onError);
  return {
    /** Returns how many orders it tried to send and how many reports it processed, as one sum. */
    async tick(): Promise<number> {
      let count = 0;
      for (let sentCount = await send(); sentCount > 0; sentCount = await send()) {
        count += sentCount;
        await sender.finish();
      }
      return count + (await readReportPage());
    },
    start(): void {
      sendLoop.wake();
      readLoop.wake();
    },
    wake: sendLoop.wake,
    /** Waits for the calls in progress. They end early if the caller closes the `CoreClient`. */
    async stop(): Promise<void> {
      await Promise.all([sendLoop.stop().then(sender.finish), readLoop.stop()]);
    },
  };
}
