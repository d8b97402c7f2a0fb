/** One more means that there are more. */
export const countedAtMost = 10_000;
/** For each of many lists that are counted together. */
export const countedOfEachAtMost = 1_000;

/** `after` and `before` are keyset cursors. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** Counted from the oldest; the page is still newest first. */
  readonly fromEnd?: boolean;
}
