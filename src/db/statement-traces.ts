export interface StatementTraces {
  /** Call the returned function when the statement has ended. `errorCode` is null after a success. */
  begin(text: string): (errorCode: string | null) => void;
}
