/** How long work blocks the event loop: CPU time, so that a busy machine does not count. */
import { cpuMs } from './cost.ts';

interface Stretches {
  /** Milliseconds of the longest stretch without a turn for other work, and of all together. */
  readonly longest: number;
  readonly all: number;
}

async function stretchesOf(act: () => Promise<unknown>): Promise<Stretches> {
  let [longest, all, over] = [0, 0, false];
  let last = cpuMs();
  const watched = new Promise<void>((resolve) => {
    const turn = (): void => {
      const spent = cpuMs() - last;
      last += spent;
      // Idle turns are those of the watch itself.
      if (spent > 0.5) all += spent;
      longest = Math.max(longest, spent);
      if (over) resolve();
      else setImmediate(turn);
    };
    setImmediate(turn);
  });
  await act();
  over = true;
  await watched;
  return { longest, all };
}

/**
 * The share of the longest stretch in all work; an excess is measured up to eight times, and the least counts, since a
 * garbage collection may fall into a stretch.
 */
export async function longestShare(act: () => Promise<unknown>, tooMuch: number): Promise<number> {
  let share = 1;
  for (let look = 0; look < 8 && share >= tooMuch; look += 1) {
    const { longest, all } = await stretchesOf(act);
    share = Math.min(share, longest / all);
  }
  return share;
}
