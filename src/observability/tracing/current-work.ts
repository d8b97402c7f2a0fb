/** Knows to which traced work the current code belongs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracedWork } from './traced-work.ts';

export interface WorkTracker {
  /** undefined: the code belongs to no traced work. */
  current(): TracedWork | undefined;
  run<T>(work: TracedWork, code: () => T): T;
}

export function createWorkTracker(): WorkTracker {
  const storage = new AsyncLocalStorage<TracedWork>();
  return {
    current: () => storage.getStore(),
    run: (work, code) => storage.run(work, code),
  };
}
