/** Writes log lines. If nobody reads them, they neither fill the memory nor delay the end of the process. */
import { pino } from 'pino';

export interface LogDestinationParts {
  readonly fd: number;
  /** Lines beyond these bytes are left out. */
  readonly waitingBytesAtMost: number;
  /** Called when lines are written again. `lines` is the number of lines that were left out. */
  readonly onLeftOut: (lines: number) => void;
}

/**
 * Collects lines for `periodicFlush` milliseconds, because each write is a system call on another thread.
 * A write has at most 16 KiB. So when the collected lines together have nearly that length, they are written without further delay.
 */
const batching = { minLength: 16_000, periodicFlush: 100 } as const;
/** When the process ends, it waits at most this long for somebody to read the last lines. */
const lastLinesMs = 1_000;

export function openLogDestination({ fd, waitingBytesAtMost, onLeftOut }: LogDestinationParts) {
  // Runs before the listener of pino, which would wait for a reader forever.
  process.on('exit', () => {
    const { _bufs } = destination as unknown as { readonly _bufs: readonly string[] };
    const waitUntil = performance.now() + lastLinesMs;
    // sonic-boom 4 repeats a write to a broken pipe forever, but reads this property before each attempt.
    Object.defineProperty(destination, '_bufs', {
      get() {
        if (performance.now() > waitUntil) throw new Error('nobody reads the last lines');
        return _bufs;
      },
      // `destroy` sets it. Without a setter, that would throw.
      set: () => undefined,
    });
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
