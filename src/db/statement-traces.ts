/** Traces of statements; src/observability/tracing implements this interface. */
export interface StatementTraces {
  /** Call the returned function when the statement has ended, with the error code or null. */
  begin(text: string): (errorCode: string | null) => void;
}
