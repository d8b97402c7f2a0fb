/** What is kept of a request that has been answered. */
import { randomUUID } from 'node:crypto';
import type { TppMessage } from '../../domain/refusal.ts';
import { headerText } from '../../domain/values/header-text.ts';
import { boundedText } from '../../domain/values/text.ts';
import type { StoredRequest } from '../../operations/request-log/ports.ts';
import { type KeptBody, writeRecord } from '../../operations/request-log/record.ts';
import { pathOf } from '../message.ts';
import type { Failure } from '../request-trace.ts';
import { maskBytes, maskHeader, maskTarget } from './mask.ts';
import type { Place } from './place.ts';
import type { Waiting } from './waiting.ts';

const detailCharacters = 1_000;
const operationCharacters = 100;

/** Lies in memory until it is written, or pushed out by newer ones. */
export interface NotedRequest extends Waiting {
  /** Which of those of one millisecond it is. */
  readonly sequence: number;
  readonly durationMs: number;
  readonly method: string;
  readonly target: string;
  readonly xRequestId: string | null;
  readonly operationName: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly failure: Failure | null;
  /** Headers, without what must not be kept, and bodies. */
  readonly place: Place;
  /** Milliseconds in each stage. */
  readonly spent: readonly number[];
  readonly secrets: readonly string[];
}

/** Headers as lines, tokens and cookies hidden. */
export function headerLines(headers: Iterable<readonly [string, string]>, setsCookies = false): string {
  let lines = '';
  for (const [name, value] of headers) lines += `${name}: ${maskHeader(name, value)}\n`;
  if (setsCookies) lines += `set-cookie: ${maskHeader('set-cookie', '')}\n`;
  return lines;
}

/** The row of the table. Made when it is written, because under load most requests are dropped before. */
export function toEntry(noted: NotedRequest): StoredRequest {
  const { failure, operationName, place } = noted;
  return {
    tppId: noted.tppId,
    kind: noted.kind,
    id: idOf(noted),
    at: noted.at,
    status: noted.status,
    code: noted.code,
    path: headerText(pathOf(noted.target)),
    xRequestId: noted.xRequestId,
    record: writeRecord({
      method: noted.method,
      target: maskTarget(noted.target),
      operationName: operationName && boundedText(operationName, operationCharacters),
      durationMs: noted.durationMs,
      requestHeaders: place.requestHeaders,
      requestBody: masked(place.requestBody, noted),
      responseHeaders: place.responseHeaders,
      responseBody: masked(place.responseBody, noted),
      spent: noted.spent,
      failed: failure?.stage ?? null,
      detail: failure && detailOf(failure),
      compared: failure?.compared ?? null,
    }),
  };
}

function masked(body: KeptBody | null, { secrets }: NotedRequest): KeptBody | null {
  return body && { bytes: maskBytes(body.bytes, secrets), whole: body.whole };
}

/** A UUID of version 7 (RFC 9562); a sequence number in its random bits keeps the order within a millisecond. */
function idOf({ at, sequence }: NotedRequest): string {
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
