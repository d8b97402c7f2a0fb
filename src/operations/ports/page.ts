/** Lists are counted up to this number. One more means that there are more. */
export const countedAtMost = 10_000;
/** The same for each of many lists that are counted together. */
export const countedOfEachAtMost = 1_000;

/** `after` and `before` are keyset cursors. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** The page at the end of the list. Its items are newest first too. */
  readonly fromEnd?: boolean;
}
