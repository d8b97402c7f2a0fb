/** Which work the code that runs now is part of. Only where traces are sent: elsewhere nothing asks, and nothing is kept. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracedWork } from './traced-work.ts';

export interface Running {
  /** Several where they share a statement; none for what nobody has asked for. */
  works(): readonly TracedWork[];
  run<T>(works: readonly TracedWork[], code: () => T): T;
}

const none: readonly TracedWork[] = [];

export function createRunning(): Running {
  const storage = new AsyncLocalStorage<readonly TracedWork[]>();
  return {
    works: () => storage.getStore() ?? none,
    run: (works, code) => storage.run(works, code),
  };
}
