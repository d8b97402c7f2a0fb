/** What is kept of a request that has been answered. */
import { randomUUID } from 'node:crypto';
import type { HeaderMap } from '../../domain/headers.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import { headerText } from '../../domain/values/header-text.ts';
import { boundedText } from '../../domain/values/text.ts';
import type { StoredRequest } from '../../operations/request-log/ports.ts';
import { type KeptBody, writeRecord } from '../../operations/request-log/record.ts';
import type { HttpAnswer } from '../message.ts';
import type { Failure, RequestTrace } from '../request-trace.ts';
import { maskBytes, maskHeader, maskTarget } from './mask.ts';
import type { Waiting } from './waiting.ts';

/** Bytes that are kept of a body. */
export const bodyBytesKept = 32 * 1_024;
const detailCharacters = 1_000;
const operationCharacters = 100;

export interface NotedRequest extends Waiting {
  readonly trace: RequestTrace;
  readonly durationMs: number;
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly headers: HeaderMap;
  readonly body: KeptBody | null;
  readonly status: number;
  readonly code: string | null;
  readonly failure: Failure | null;
  readonly answerHeaders: HttpAnswer['headers'];
  readonly setsCookies: boolean;
  readonly answerBody: KeptBody | null;
}

/** As much of a body as is kept, copied: it may lie in a buffer that is far larger. */
export function keptBody(bytes: Uint8Array): KeptBody {
  return { bytes: Buffer.from(bytes.subarray(0, bodyBytesKept)), whole: bytes.length };
}

/** Bytes that a request keeps in memory while it waits. */
export function bytesOf({ target, headers, body, answerBody }: Omit<NotedRequest, 'bytes'>): number {
  let bytes = target.length + (body?.bytes.length ?? 0) + (answerBody?.bytes.length ?? 0);
  for (const [name, value] of headers) bytes += name.length + value.length;
  return bytes;
}

/** The row of the table. Made when it is written, because under load most requests are dropped before. */
export function toEntry(noted: NotedRequest): StoredRequest {
  const { trace, failure, headers } = noted;
  return {
    tppId: noted.tppId,
    kind: noted.kind,
    id: idOf(trace),
    at: trace.at,
    status: noted.status,
    code: noted.code,
    path: headerText(noted.path),
    xRequestId: headers.get('x-request-id'),
    record: writeRecord({
      method: noted.method,
      target: maskTarget(noted.target),
      operationName: trace.operationName && boundedText(trace.operationName, operationCharacters),
      durationMs: noted.durationMs,
      requestHeaders: linesOf(headers),
      requestBody: masked(noted.body, trace),
      responseHeaders: linesOf(Object.entries(noted.answerHeaders), noted.setsCookies),
      responseBody: masked(noted.answerBody, trace),
      spent: trace.spent,
      failed: failure?.stage ?? null,
      detail: failure && detailOf(failure),
      compared: failure?.compared ?? null,
    }),
  };
}

function linesOf(headers: Iterable<readonly [string, string]>, setsCookies = false): string {
  let lines = '';
  for (const [name, value] of headers) lines += `${name}: ${maskHeader(name, value)}\n`;
  return setsCookies ? `${lines}set-cookie: ${maskHeader('set-cookie', '')}\n` : lines;
}

function masked(body: KeptBody | null, { secrets }: RequestTrace): KeptBody | null {
  return body && { bytes: maskBytes(body.bytes, secrets), whole: body.whole };
}

/** A UUID of version 7 (RFC 9562); a sequence number in its random bits keeps the order within a millisecond. */
function idOf({ at, sequence }: RequestTrace): string {
  const time = at.toString(16).padStart(12, '0');
  const order = Math.min(sequence, 0xfff).toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}${randomUUID().slice(18)}`;
}

function detailOf({ code, messages }: Failure): string {
  const texts = messages
    .filter(({ category }) => category === 'ERROR')
    .map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`));
  return boundedText([code, ...new Set(texts)].join('; '), detailCharacters);
}

/** The message of an error that has no tppMessages of its own. */
export const messageOf = (code: string, text: string): readonly TppMessage[] => [
  { category: 'ERROR', code: code as TppMessage['code'], text },
];
