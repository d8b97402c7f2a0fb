/** Each character of a header is a byte, as in fetch. */
export interface RequestToExplain {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
  /** Why HTTP does not allow the request; null or absent: HTTP allows it. */
  readonly httpFault?: string | null;
}

/** null: a name or a value is not valid. */
export function headersFrom(fields: [name: string, value: string][]): Headers | null {
  try {
    return new Headers(fields);
  } catch {
    return null;
  }
}
