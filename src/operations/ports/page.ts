/** Pages of lists, as operations ask stores for them. */

/** Lists are counted up to this; the number behind it stands for more. */
export const countedAtMost = 10_000;
/** The same for each of many lists that are counted together. */
export const countedOfEachAtMost = 1_000;

/** Which part of an ordered list is wanted: by number, or after or before a place already seen. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** From the oldest on; the answer still comes newest first. */
  readonly fromEnd?: boolean;
}
