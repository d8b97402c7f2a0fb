/** What traces need to know of statements (src/tracing implements it): each is sent for one request, or for several. */

/** Whoever asks, as the traces know them; nothing here looks into it. */
export type Asker = unknown;

export interface StatementTraces {
  /** A statement is sent for whoever asks now; what it answers is called when it has ended, with the code of a failure. */
  begin(text: string): (failure: string | null) => void;
  asker(): Asker;
  /** What `work` sends is sent for all of them. */
  sentFor<T>(askers: readonly Asker[], work: () => T): T;
}

/** The same as `work()` where nothing is traced. */
export function sentFor<T>(
  traces: StatementTraces | null,
  asked: readonly { readonly asker: Asker }[],
  work: () => T,
): T {
  return traces === null
    ? work()
    : traces.sentFor(
        asked.map(({ asker }) => asker),
        work,
      );
}
