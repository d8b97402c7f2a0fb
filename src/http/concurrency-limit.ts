/** A bound on what is under way at once, in all and for each key. Whoever takes a slot gives it back once, however often it is asked to. */

export interface ConcurrencyLimit {
  /** Takes a slot; null at the bound. The function gives it back. */
  take(key?: string): (() => void) | null;
  isFull(): boolean;
  /** Slots that are taken. */
  used(): number;
  /** Resolves when no slot is taken. */
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
