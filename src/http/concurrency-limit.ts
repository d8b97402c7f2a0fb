/** Limits concurrent work, in total and per key. */
export function createConcurrencyLimit(slots: number, slotsPerKey = slots) {
  const perKey = new Map<string, number>();
  let total = 0;
  return {
    /** Takes a slot. The returned function releases the slot; a second call of it does nothing. null: no slot is free. */
    take(key = ''): (() => void) | null {
      const slotsOfKey = perKey.get(key) ?? 0;
      if (total >= slots || slotsOfKey >= slotsPerKey) return null;
      total += 1;
      perKey.set(key, slotsOfKey + 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        total -= 1;
        const remainder = (perKey.get(key) ?? 1) - 1;
        if (remainder === 0) perKey.delete(key);
        else perKey.set(key, remainder);
      };
    },
    isFull: () => total >= slots,
    used: () => total,
  };
}
