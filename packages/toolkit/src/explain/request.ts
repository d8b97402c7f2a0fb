/** Values of headers are bytes, one character each, as in fetch. */
export interface RequestToExplain {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
  /** Why HTTP does not allow the request. */
  readonly httpFault?: string | null;
}

export function headersFrom(fields: [name: string, value: string][]): Headers | null {
  try {
    return new Headers(fields);
  } catch {
    return null;
  }
}
