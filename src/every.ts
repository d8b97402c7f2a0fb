/** Repeats work at intervals. */

export interface Loop {
  /** Starts the loop with a pause before the first run. Has no effect on a running loop. */
  start(): void;
  /** Runs the task now, and starts the loop. If the task is running, runs it once more afterwards. */
  wake(): void;
  /** Ends the loop for good. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Runs the task `pauseMs` after its last run has ended. If a run returns a number, the next pause has that many
 * milliseconds. The loop does not keep the process alive.
 */
export function every(pauseMs: number, task: () => unknown, onFailure: (error: unknown) => void): Loop {
  let isStopped = false;
  let mustRunAgain = false;
  let currentRun: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function pause(milliseconds: number): void {
    timer = setTimeout(wake, milliseconds).unref();
  }

  async function run(): Promise<void> {
    // Even if the task throws at once, this line waits, because the inner function is `async`. Meanwhile `wake` sets `currentRun`
    // to this run. Only then does the line below set it to null.
    const result = await (async () => task())().catch((error: unknown) => {
      onFailure(error);
    });
    currentRun = null;
    if (isStopped) return;
    if (mustRunAgain) wake();
    else pause(typeof result === 'number' ? result : pauseMs);
  }

  function wake(): void {
    clearTimeout(timer);
    mustRunAgain = currentRun !== null;
    if (!isStopped) currentRun ??= run();
  }

  return {
    start() {
      if (timer === undefined && currentRun === null) pause(pauseMs);
    },
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await currentRun;
    },
  };
}
