/** Probes an unreachable bank, so that a process without calls notices when the bank can be reached again. */

export interface Probe {
  start(): void;
  stop(): void;
}

export interface CallProbeParts {
  readonly everyMs: number;
  /** Whether the bank responds. */
  readonly tryToReach: () => Promise<boolean>;
  /** Called when the bank responds. The probe then stops. */
  readonly onReached: () => void;
}

export function createProbe({ everyMs, tryToReach, onReached }: CallProbeParts): Probe {
  let timer: NodeJS.Timeout | undefined;

  function scheduleNext(): void {
    const scheduled = setTimeout(async () => {
      const isReachable = await tryToReach();
      // The probe was stopped or started again in the meantime.
      if (timer !== scheduled) return;
      if (isReachable) onReached();
      else scheduleNext();
    }, everyMs).unref();
    timer = scheduled;
  }

  return {
    start() {
      clearTimeout(timer);
      scheduleNext();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
