/** Makes every JSON answer, with the headers that they share. */
import type { StoredAnswer } from '../operations/ports/stores.ts';
import type { HttpAnswer } from './message.ts';

const encoder = new TextEncoder();
const json = { 'content-type': 'application/json' } as const;
const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** An answer as bytes, so that it can be stored and given again unchanged. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): StoredAnswer {
  if (body === undefined) return { status, headers: headers ?? {}, body: new Uint8Array(0) };
  return {
    status,
    headers: headers ? { ...json, ...headers } : json,
    body: encoder.encode(JSON.stringify(body)),
  };
}

/** The answer as it leaves. `extra` are headers of this very call, such as the id it echoes. */
export function toAnswer(answer: StoredAnswer, extra?: Readonly<Record<string, string>>): HttpAnswer {
  const empty = answer.status === 204 || answer.status === 304;
  return {
    status: answer.status,
    // No literal: a new property behind a spread would cost a microsecond (docs/performance.md).
    headers: Object.assign({}, answer.headers, shared, extra),
    body: empty ? null : answer.body,
  };
}
