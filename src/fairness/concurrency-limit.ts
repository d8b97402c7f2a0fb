/** Limits concurrent work, in total and per key. */
export function createConcurrencyLimit(slots: number, slotsPerKey = slots) {
  const perKey = new Map<string, number>();
  let total = 0;
  return {
    /** Takes `count` slots. The returned function releases them; a second call of it does nothing. null: too few slots are free. */
    take(key = '', count = 1): (() => void) | null {
      const slotsOfKey = perKey.get(key) ?? 0;
      if (total + count > slots || slotsOfKey + count > slotsPerKey) return null;
      total += count;
      perKey.set(key, slotsOfKey + count);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        total -= count;
        const remainder = (perKey.get(key) ?? count) - count;
        if (remainder === 0) perKey.delete(key);
        else perKey.set(key, remainder);
      };
    },
    isFull: () => total >= slots,
    used: () => total,
    usedBy: (key: string) => perKey.get(key) ?? 0,
  };
}
