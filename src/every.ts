/** Work that is done again and again: what time brings, and what may have changed unnoticed. */

export interface Loop {
  /** The first run is after the pause; a loop that has begun goes on as it does. */
  start(): void;
  /** Runs the task now, or once more where it is running. */
  wake(): void;
  /** Resolves when the run that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs the task `ms` after its last run has ended, until the loop is stopped. A run that answers a number is followed by a
 * pause of so many milliseconds instead. Failures go to `failed`. The loop keeps no process alive.
 */
export function every(ms: number, task: () => unknown, onFailure: (error: unknown) => void): Loop {
  let stopped = false;
  let woken = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function pause(milliseconds: number): void {
    timer = setTimeout(wake, milliseconds).unref();
  }

  async function run(): Promise<void> {
    const answer = await (async () => task())().catch((error: unknown) => {
      onFailure(error);
    });
    running = null;
    if (stopped) return;
    if (woken) wake();
    else pause(typeof answer === 'number' ? answer : ms);
  }

  function wake(): void {
    clearTimeout(timer);
    woken = running !== null;
    if (!stopped) running ??= run();
  }

  return {
    start() {
      if (timer === undefined && running === null) pause(ms);
    },
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
