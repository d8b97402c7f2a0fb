/**
 * Writes log lines. If nobody reads them, lines are left out, so that
 * they neither fill the memory nor delay the end of the process.
 */
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
 * `minLength` bytes, after `periodicFlush` milliseconds, and at exit. `minLength` is less than 16 KiB, the most bytes of one write.
 */
const batching = { minLength: 16_000, periodicFlush: 100 } as const;
/** How long the process waits at its end for a reader of the last lines. */
const lastLinesMs = 1_000;

export function openLogDestination({ fd, waitingBytesAtMost, onLeftOut }: LogDestinationParts) {
  let retryUntil = Number.POSITIVE_INFINITY;
  // This listener runs before the listener of pino, which would wait for a reader forever.
  process.on('exit', () => {
    retryUntil = performance.now() + lastLinesMs;
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
    retryEAGAIN: () => performance.now() < retryUntil,
  });
  let droppedLines = 0;
  destination.on('drop', () => {
    droppedLines += 1;
  });
  destination.on('drain', () => {
    const lines = droppedLines;
    droppedLines = 0;
    if (lines > 0) onLeftOut(lines);
  });
  return destination;
}
