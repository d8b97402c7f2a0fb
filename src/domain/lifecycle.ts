/**
 * Status tables in general: which status may follow which. Finality is derived (a status that nothing follows),
 * never stated twice. The tables themselves stand beside the things that have the status.
 */
export type StatusTable<S extends string> = Readonly<Record<S, readonly S[]>>;

export interface Lifecycle<S extends string> {
  readonly statuses: readonly S[];
  mayMove(from: S, to: S): boolean;
  isFinal(status: S): boolean;
  /** Every status that can come after `from`, itself excluded unless a loop leads back. */
  reachable(from: S): ReadonlySet<S>;
}

export function lifecycle<S extends string>(table: StatusTable<S>): Lifecycle<S> {
  const statuses = Object.keys(table) as S[];
  return {
    statuses,
    mayMove: (from, to) => table[from].includes(to),
    isFinal: (status) => table[status].length === 0,
    reachable(from) {
      const states = new Set<S>();
      const open = [...table[from]];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (states.has(next)) continue;
        states.add(next);
        open.push(...table[next]);
      }
      return states;
    },
  };
}
