/** Tries whether a bank that was given up can be reached: a process that makes no call notices its return all the same. */

export interface Probe {
  start(): void;
  stop(): void;
}

export interface CallProbeParts {
  readonly everyMs: number;
  /** Whether the bank answers anything. */
  readonly reach: () => Promise<boolean>;
  /** It does; nothing is tried any more. */
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
