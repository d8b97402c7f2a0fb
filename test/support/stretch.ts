/** How long work holds the one thread that answers everybody: processor time, so that a busy machine does not count. */

interface Stretches {
  /** Milliseconds of the longest stretch without a turn for anybody else, and of all together. */
  readonly longest: number;
  readonly all: number;
}

async function stretchesOf(act: () => Promise<unknown>): Promise<Stretches> {
  let [longest, all, over] = [0, 0, false];
  let last = process.cpuUsage();
  const watched = new Promise<void>((resolve) => {
    const turn = (): void => {
      const { user, system } = process.cpuUsage(last);
      last = process.cpuUsage();
      const spent = (user + system) / 1_000;
      // Turns in which nothing was to be done are those of the watch itself.
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
 * What share of all the work its longest stretch is; where that is too much, the least of three looks, since a collection of
 * garbage in the midst of a stretch counts as a part of it.
 */
export async function longestShare(act: () => Promise<unknown>, tooMuch: number): Promise<number> {
  let share = 1;
  for (let look = 0; look < 3 && share >= tooMuch; look += 1) {
    const { longest, all } = await stretchesOf(act);
    share = Math.min(share, longest / all);
  }
  return share;
}
