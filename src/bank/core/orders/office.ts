/**
 * Keeps orders and reports going as long as the process lives: orders that are due are sent, at once when one is made; reports
 * are read one after the other. Start at `createOrderOffice`.
 */
import { every } from '../../../every.ts';
import type { MayWork } from '../../../operations/ports/stores.ts';
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
