/** Writes log lines. While nobody reads them, it leaves lines out: they must not fill the memory or hold up the end of the process. */
import { pino } from 'pino';

export interface LogDestinationParts {
  readonly fd: number;
  /** Lines beyond these bytes are left out. */
  readonly waitingBytesAtMost: number;
  /** Called when lines can be written again. */
  readonly onLeftOut: (lines: number) => void;
}

/**
 * Lines are written in batches, because each write is a system call on another thread. A batch is written when it has
 * `minLength` bytes (less than 16 KiB, which is one write), after `periodicFlush` milliseconds, and at exit.
 */
const batching = { minLength: 16_000, periodicFlush: 100 } as const;
/** For so long the process waits at its end for a reader of the last lines. */
const lastLinesMs = 1_000;

export function openLogDestination({ fd, waitingBytesAtMost, onLeftOut }: LogDestinationParts) {
  let exitsAt = Number.POSITIVE_INFINITY;
  // This listener comes before that of pino, which would wait for a reader forever.
  process.on('exit', () => {
    exitsAt = performance.now() + lastLinesMs;
    try {
      destination.flushSync();
    } catch {
      destination.destroy();
    }
  });
  const destination = pino.destination({
    dest: fd,
    sync: false,
    ...batching,
    maxLength: waitingBytesAtMost,
    retryEAGAIN: () => performance.now() < exitsAt,
  });
  let leftOut = 0;
  destination.on('drop', () => {
    leftOut += 1;
  });
  destination.on('drain', () => {
    const lines = leftOut;
    leftOut = 0;
    if (lines > 0) onLeftOut(lines);
  });
  return destination;
}
