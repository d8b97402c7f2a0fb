/** Operations count to one more, which means: more than this number. */
export const countedAtMost = 10_000;
/** For each of many lists that are counted together. */
export const countedPerListAtMost = 1_000;

export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** The last `limit` items, in the order of the list. */
  readonly fromEnd?: boolean;
}
