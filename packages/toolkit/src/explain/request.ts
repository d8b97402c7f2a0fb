/** A request as it went over the line. Values of headers are bytes, a character each, as fetch has them. */
export interface RequestToExplain {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}
