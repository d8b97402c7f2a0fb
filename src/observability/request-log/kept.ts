/** Copies the headers and the beginning of bodies of a request, until they are written. */
import type { KeptBody, RecordParts } from '../request-record.ts';

export const bodyBytesKept = 32 * 1_024;

/** Headers are lines of `name: value`, one byte for each character. */
export interface Message {
  readonly headers: string;
  readonly body: Uint8Array | null;
}

export type StoredLog = Pick<
  RecordParts,
  'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody'
>;

export function keptOf(request: Message, response: Message): StoredLog {
  return {
    requestHeaders: Buffer.from(request.headers, 'latin1'),
    requestBody: startOf(request.body),
    responseHeaders: Buffer.from(response.headers, 'latin1'),
    responseBody: startOf(response.body),
  };
}

/** Copied, because the connection may reuse the buffer. */
const startOf = (body: Uint8Array | null): KeptBody | null =>
  body && { bytes: Buffer.from(body.subarray(0, bodyBytesKept)), whole: body.length };

export const sizeOf = ({ requestHeaders, requestBody, responseHeaders, responseBody }: StoredLog): number =>
  requestHeaders.length +
  (requestBody?.bytes.length ?? 0) +
  responseHeaders.length +
  (responseBody?.bytes.length ?? 0);
