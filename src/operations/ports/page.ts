/** A count of `countedAtMost` + 1 means that there are more than `countedAtMost` items. */
export const countedAtMost = 10_000;
/** The same limit for each list, if one statement counts many lists. */
export const countedPerListAtMost = 1_000;

export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** The last `limit` items, in the order of the list. */
  readonly fromEnd?: boolean;
}
