/** Limits concurrent work, in total and per key. Giving a slot back twice has no further effect. */

export interface ConcurrencyLimit {
  /** Returns the function that gives the slot back; null at the limit. */
  take(key?: string): (() => void) | null;
  isFull(): boolean;
  used(): number;
  empty(): Promise<void>;
}

export function createConcurrencyLimit(most: number, mostPerKey = most): ConcurrencyLimit {
  const perKey = new Map<string, number>();
  const waiters: (() => void)[] = [];
  let total = 0;

  function give(key: string): void {
    total -= 1;
    const remainder = (perKey.get(key) ?? 1) - 1;
    if (remainder === 0) perKey.delete(key);
    else perKey.set(key, remainder);
    if (total === 0) for (const resolve of waiters.splice(0)) resolve();
  }

  return {
    take(key = '') {
      const own = perKey.get(key) ?? 0;
      if (total >= most || own >= mostPerKey) return null;
      total += 1;
      perKey.set(key, own + 1);
      let isReleased = false;
      return () => {
        if (!isReleased) give(key);
        isReleased = true;
      };
    },
    isFull: () => total >= most,
    used: () => total,
    empty: () => (total === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  };
}
