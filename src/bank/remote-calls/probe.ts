/** Probes an unreachable bank, so that a process without calls notices its return. */

export interface Probe {
  start(): void;
  stop(): void;
}

export interface CallProbeParts {
  readonly everyMs: number;
  readonly reach: () => Promise<boolean>;
  /** Called once; the probe then stops. */
  readonly reached: () => void;
}

export function createProbe({ everyMs, reach, reached }: CallProbeParts): Probe {
  let timer: NodeJS.Timeout | undefined;

  function wait(): void {
    const mine = setTimeout(async () => {
      const answers = await reach();
      if (timer !== mine) return;
      if (answers) reached();
      else wait();
    }, everyMs).unref();
    timer = mine;
  }

  return {
    start() {
      clearTimeout(timer);
      wait();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
