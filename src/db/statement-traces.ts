export interface StatementTraces {
  /** Call the returned function when the statement has ended. */
  begin(text: string): (errorCode: string | null) => void;
}
