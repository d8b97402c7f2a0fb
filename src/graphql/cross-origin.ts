/** CORS: in a sandbox, pages of any origin may call /graphql. Browsers send no cookie with such a call. */
import { consoleHeader } from '../browser/console-session.ts';
import type { HeaderMap } from '../domain/headers.ts';
import type { HttpAnswer } from '../http/message.ts';

const anyOriginHeader = { 'access-control-allow-origin': '*' };

const readableResponseHeaders = {
  ...anyOriginHeader,
  'access-control-expose-headers': 'X-Request-ID, Idempotent-Replay, Retry-After',
};

export const crossOriginHeadersOf = (
  headers: HeaderMap,
  sandbox: boolean,
): Readonly<Record<string, string>> => (sandbox && headers.has('origin') ? readableResponseHeaders : {});

export const isPreflight = (headers: HeaderMap): boolean =>
  headers.has('origin') && headers.has('access-control-request-method');

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Does not allow `consoleHeader`, because a page of another origin must not send it. `*` would allow all headers. */
export function answerPreflight(headers: HeaderMap): HttpAnswer {
  const forbiddenNames = ['*', consoleHeader.toLowerCase()];
  const allowedNames = (headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => headerName.test(name) && !forbiddenNames.includes(name.toLowerCase()));
  return {
    status: 204,
    headers: {
      ...anyOriginHeader,
      'access-control-allow-methods': 'GET, POST',
      // The header must not be empty, and every page may send Accept.
      'access-control-allow-headers': allowedNames.join(', ') || 'Accept',
      'access-control-max-age': '600',
    },
    body: null,
  };
}
