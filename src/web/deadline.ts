/** How long a request may wait for its Response. The work itself is not torn: it ends with its transaction. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { discard } from './streams.ts';

export interface Deadline {
  /** The Response of `work`, or that of `late` when the time is over first. */
  within(work: () => Promise<Response>, late: () => Response): Promise<Response>;
  /** True inside work that was answered for by `late`. */
  passed(): boolean;
}

/** `milliseconds` undefined: no bound. */
export function createDeadline(milliseconds: number | undefined): Deadline {
  if (milliseconds === undefined) return { within: (work) => work(), passed: () => false };
  const turns = new AsyncLocalStorage<{ passed: boolean }>();
  return {
    passed: () => turns.getStore()?.passed ?? false,
    async within(work, late) {
      const turn = { passed: false };
      let timer: NodeJS.Timeout | undefined;
      // Made outside the turn, so that what `late` logs is not taken for a late line.
      const cut = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          turn.passed = true;
          resolve();
        }, milliseconds).unref();
      });
      const done = turns.run(turn, work);
      // Nobody reads a Response that comes too late: a stream in it would stay open.
      done.then((response) => (turn.passed ? discard(response) : undefined)).catch(() => undefined);
      try {
        return await Promise.race([done, cut.then(late)]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
