/** Which work the code that runs now is part of. Only where traces are sent: elsewhere nothing asks, and nothing is kept. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracedWork } from './traced-work.ts';

export interface Running {
  /** undefined: nobody has asked for it. */
  work(): TracedWork | undefined;
  run<T>(work: TracedWork, code: () => T): T;
}

export function createRunning(): Running {
  const storage = new AsyncLocalStorage<TracedWork>();
  return {
    work: () => storage.getStore(),
    run: (work, code) => storage.run(work, code),
  };
}
