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
  let used = 0;

  function give(key: string): void {
    used -= 1;
    const left = (perKey.get(key) ?? 1) - 1;
    if (left === 0) perKey.delete(key);
    else perKey.set(key, left);
    if (used === 0) for (const resolve of waiters.splice(0)) resolve();
  }

  return {
    take(key = '') {
      const own = perKey.get(key) ?? 0;
      if (used >= most || own >= mostPerKey) return null;
      used += 1;
      perKey.set(key, own + 1);
      let given = false;
      return () => {
        if (!given) give(key);
        given = true;
      };
    },
    isFull: () => used >= most,
    used: () => used,
    empty: () => (used === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  };
}
