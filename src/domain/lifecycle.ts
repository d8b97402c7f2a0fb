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
      const statuses = new Set<S>();
      const open = [...table[from]];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (statuses.has(next)) continue;
        statuses.add(next);
        open.push(...table[next]);
      }
      return statuses;
    },
  };
}
