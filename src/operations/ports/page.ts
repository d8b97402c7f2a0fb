/** A count of `countedAtMost` + 1 means that there are more than `countedAtMost` items. */
export const countedAtMost = 10_000;
/** If one statement counts many lists, this limit applies to each list in place of `countedAtMost`. */
export const countedPerListAtMost = 1_000;

/** REST chooses a page by `offset`, GraphQL by the keyset cursors `after` and `before`. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Key;
  readonly before?: Key;
  /** true: the page has the last `limit` items, in the order of the list. */
  readonly fromEnd?: boolean;
}
