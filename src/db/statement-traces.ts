/** What traces need to know of statements; src/observability/tracing implements it. */
export interface StatementTraces {
  /** A statement is sent for the request that runs now; what it answers is called when it has ended, with the code of a failure. */
  begin(text: string): (failure: string | null) => void;
}
