/** Tracks the work that the current code belongs to. Used only when traces are sent. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracedWork } from './traced-work.ts';

export interface Running {
  /** undefined: outside any traced work. */
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
