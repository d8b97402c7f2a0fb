/** Copies of the headers, and of the beginnings of the bodies, of a request and its response. */
import type { RecordParts, StoredBody } from '../request-record.ts';

export const maxStoredBodyBytes = 32 * 1_024;

export interface Message {
  /** Lines of `name: value`. Each character is one byte. */
  readonly headers: string;
  readonly body: Uint8Array | null;
}

export type LogContents = Pick<
  RecordParts,
  'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody'
>;

export function copyContents(request: Message, response: Message): LogContents {
  return {
    requestHeaders: Buffer.from(request.headers, 'latin1'),
    requestBody: copyStart(request.body),
    responseHeaders: Buffer.from(response.headers, 'latin1'),
    responseBody: copyStart(response.body),
  };
}

/** Makes a copy, because the connection may reuse the buffer. */
const copyStart = (body: Uint8Array | null): StoredBody | null =>
  body && { bytes: Buffer.from(body.subarray(0, maxStoredBodyBytes)), fullLength: body.length };

export const sizeOf = ({ requestHeaders, requestBody, responseHeaders, responseBody }: LogContents): number =>
  requestHeaders.length +
  (requestBody?.bytes.length ?? 0) +
  responseHeaders.length +
  (responseBody?.bytes.length ?? 0);
