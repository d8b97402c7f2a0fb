/** Random numbers from a seed. */
export interface Chance {
  next(): number;
  whole(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  uuid(): string;
  shuffle<T>(list: readonly T[]): T[];
}

/** Mulberry32: small, and good enough to choose faults with. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T;
  return {
    next,
    whole,
    pick,
    uuid: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => whole(0, 15).toString(16)),
    shuffle: <T>(list: readonly T[]): T[] => {
      const left = [...list];
      return list.map(() => left.splice(whole(0, left.length - 1), 1)[0] as T);
    },
  };
}
