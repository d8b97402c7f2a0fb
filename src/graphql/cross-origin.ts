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

/** Does not allow `consoleHeader`, which protects the console's session, or `*`, which would include it. */
export function answerPreflight(headers: HeaderMap): HttpAnswer {
  const forbiddenNames = ['*', consoleHeader.toLowerCase()];
  const allowedNames = (headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !forbiddenNames.includes(name.toLowerCase()));
  return {
    status: 204,
    headers: {
      ...anyOriginHeader,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': allowedNames.join(', ') || 'Accept',
      'access-control-max-age': '600',
    },
    body: null,
  };
}
