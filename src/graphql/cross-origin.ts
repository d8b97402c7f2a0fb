/**
 * CORS: in a sandbox, pages of any origin may call /graphql, so a front end needs no proxy. Browsers send no cookie with
 * such a call: the page needs a token or a signature.
 */
import type { YogaServerOptions } from 'graphql-yoga';
import { consoleHeader } from '../browser/console-session.ts';
import type { ServerContext } from './context.ts';

type Cors = NonNullable<YogaServerOptions<ServerContext, object>['cors']>;

const allResponses = { origin: '*', credentials: false };
const preflightResponse = { ...allResponses, methods: ['GET', 'POST'], maxAge: 600 };
const otherResponse = {
  ...allResponses,
  exposedHeaders: ['X-Request-ID', 'Idempotent-Replay', 'Retry-After'],
};

export const crossOrigin: Cors = ({ method, headers }) =>
  method === 'OPTIONS'
    ? {
        ...preflightResponse,
        allowedHeaders: allowedHeaders(headers.get('access-control-request-headers') ?? ''),
      }
    : otherResponse;

/**
 * The requested headers that a page may send: all except the one that protects the console's session. `*` is not returned,
 * because it would allow that header too.
 */
function allowedHeaders(names: string): string[] {
  const forbiddenNames = ['*', consoleHeader.toLowerCase()];
  const allowedNames = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !forbiddenNames.includes(name.toLowerCase()));
  // yoga would allow all headers if the list were empty.
  return allowedNames.length > 0 ? allowedNames : ['Accept'];
}

const originHeader = 'access-control-allow-origin';

/** For `origin: '*'` yoga writes the origin of the request. This writes `*`, because the response is the same for all origins. */
export function allowAnyOrigin(headers: Headers): void {
  if (!headers.has(originHeader)) return;
  headers.delete('vary');
  // yoga sets it for a preflight request, but a 204 response must not have it.
  headers.delete('content-length');
  headers.set(originHeader, '*');
}
