/** Pages of lists, as operations ask stores for them. */

/** Lists are counted up to this; one more means that there are more. */
export const countedAtMost = 10_000;
/** The same for each of many lists that are counted together. */
export const countedOfEachAtMost = 1_000;

/** Which part of an ordered list is wanted: how many, and after or before which keyset cursor. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** Counted from the oldest; the answer is still newest first. */
  readonly fromEnd?: boolean;
}
