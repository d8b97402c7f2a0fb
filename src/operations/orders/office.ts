/**
 * Keeps orders and reports going as long as the process lives: orders that are due are sent, at once when one is made; reports
 * are read one after the other. Start at `createOrderOffice`.
 */
import type { MayWork } from '../ports/stores.ts';
import { createReportReader, type ReportReaderParts } from './reports.ts';
import { createOrderSender } from './send.ts';

export interface OrderOffice {
  /** Sends what is due and applies the next reports; answers how many of both there were. */
  tick(): Promise<number>;
  start(): void;
  /** An order was made: it is sent now. */
  wake(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

/** Orders whose wake was missed are found after this time. */
const idleMs = 1_000;
/** After a core that is away, or another process that reads. */
const reportPauseMs = 1_000;

export interface OrderOfficeParts extends ReportReaderParts {
  /** Whether work that goes by the clock may begin; absent: always. */
  readonly mayWork?: MayWork | undefined;
}

export function createOrderOffice(parts: OrderOfficeParts): OrderOffice {
  const { mayWork = async () => true } = parts;
  const sender = createOrderSender(parts);
  const reader = createReportReader(parts);
  const send = async () => ((await mayWork()) ? sender.poll() : 0);
  const read = async () => ((await mayWork()) ? reader.poll() : null);
  const sending = repeated(send, idleMs, parts.failed);
  const reading = repeated(read, reportPauseMs, parts.failed);
  return {
    tick: async () => (await send()) + ((await read()) ?? 0),
    start() {
      sending.start();
      reading.start();
    },
    wake: () => sending.wake(),
    stop: async () => void (await Promise.all([sending.stop(), reading.stop()])),
  };
}

/** Runs `work` again and again: at once while there is something to do, else after a pause, or when it is woken. */
function repeated(work: () => Promise<number | null>, pauseMs: number, failed: (error: unknown) => void) {
  let stopping = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | null = null;

  function iterate(): void {
    if (stopping || running !== null) return;
    clearTimeout(timer);
    woken = false;
    running = work()
      .catch((error: unknown) => {
        failed(error);
        return null;
      })
      .then((done) => {
        running = null;
        if (stopping) return;
        if (woken) iterate();
        else timer = setTimeout(iterate, done ? 0 : pauseMs).unref();
      });
  }

  return {
    start: iterate,
    wake() {
      woken = true;
      iterate();
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
