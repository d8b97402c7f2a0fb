/** How every JSON answer leaves: one place for the headers they share. */
import type { StoredAnswer } from '../operations/ports.ts';

const encoder = new TextEncoder();

/** An answer as bytes, so that it can be stored and given again unchanged. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): StoredAnswer {
  if (body === undefined) return { status, headers, body: new Uint8Array(0) };
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: encoder.encode(JSON.stringify(body)),
  };
}

/** The answer as a Response. `extra` are headers of this very call, such as the id it echoes. */
export function toResponse(answer: StoredAnswer, extra: Readonly<Record<string, string>> = {}): Response {
  const empty = answer.status === 204 || answer.status === 304;
  return new Response(empty ? null : (answer.body as Uint8Array<ArrayBuffer>), {
    status: answer.status,
    headers: {
      ...answer.headers,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...extra,
    },
  });
}
