/** Operations stop counting at one more than this number. That count means: there are more items than this number. */
export const countedAtMost = 10_000;
/** The same bound for each list, if many lists are counted together. */
export const countedPerListAtMost = 1_000;

/** `after` and `before` are keyset cursors. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** The last `limit` items instead of the first, in the order of the list. */
  readonly fromEnd?: boolean;
}
