export interface Loop {
  /** Pauses before the first run. Has no effect on a running loop. */
  start(): void;
  /** Runs the task now. If a run is going on, runs the task once more after it. Also starts the loop. */
  wake(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Makes a loop that runs the task, pauses, and runs it again. A run that returns a number decides the milliseconds of the next pause.
 * The loop does not keep the process alive.
 */
export function every(pauseMs: number, task: () => unknown, onFailure: (error: unknown) => void): Loop {
  let isStopped = false;
  let mustRunAgain = false;
  let currentRun: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function pause(milliseconds: number): void {
    timer = setTimeout(wake, milliseconds).unref();
  }

  /** Returns the milliseconds of the next pause. */
  async function run(): Promise<number> {
    try {
      const result = await task();
      return typeof result === 'number' ? result : pauseMs;
    } catch (error) {
      onFailure(error);
      return pauseMs;
    }
  }

  function endRun(nextPauseMs: number): void {
    currentRun = null;
    if (isStopped) return;
    if (mustRunAgain) wake();
    else pause(nextPauseMs);
  }

  function wake(): void {
    clearTimeout(timer);
    mustRunAgain = currentRun !== null;
    if (!isStopped) currentRun ??= run().then(endRun);
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
