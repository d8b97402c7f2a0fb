/** The statuses that may follow each status. A status that none follows is final. */
export type StatusTable<S extends string> = Readonly<Record<S, readonly S[]>>;

export interface Lifecycle<S extends string> {
  readonly statuses: readonly S[];
  mayMove(from: S, to: S): boolean;
  isFinal(status: S): boolean;
  /** `from` itself is included only if a loop leads back to it. */
  reachable(from: S): ReadonlySet<S>;
}

export function lifecycle<S extends string>(table: StatusTable<S>): Lifecycle<S> {
  const statuses = Object.keys(table) as S[];
  return {
    statuses,
    mayMove: (from, to) => table[from].includes(to),
    isFinal: (status) => table[status].length === 0,
    reachable(from) {
      const reachableStatuses = new Set<S>();
      const unvisited = [...table[from]];
      for (let next = unvisited.pop(); next !== undefined; next = unvisited.pop()) {
        if (reachableStatuses.has(next)) continue;
        reachableStatuses.add(next);
        unvisited.push(...table[next]);
      }
      return reachableStatuses;
    },
  };
}
