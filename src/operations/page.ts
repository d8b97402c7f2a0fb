/** Pages of lists, as operations ask stores for them. */

/** Which part of an ordered list is wanted: by number, or after or before a place already seen. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** From the oldest on; the answer still comes newest first. */
  readonly fromEnd?: boolean;
}
