/** Operations count up to one more than this number. A count of one more means that there are more items. */
export const countedAtMost = 10_000;
/** The same for each of many lists that are counted together. */
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
