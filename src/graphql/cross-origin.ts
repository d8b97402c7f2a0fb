/**
 * CORS: in a sandbox, pages of any origin may call /graphql, so a front end needs no proxy. Browsers send no cookie with
 * such a call: the page needs a token or a signature.
 */
import type { YogaServerOptions } from 'graphql-yoga';
import { changeHeader } from '../browser/console-session.ts';
import type { ServerContext } from './context.ts';

type Cors = NonNullable<YogaServerOptions<ServerContext, object>['cors']>;

const shared = { origin: '*', credentials: false };
const preflight = { ...shared, methods: ['GET', 'POST'], maxAge: 600 };
const answerOptions = { ...shared, exposedHeaders: ['X-Request-ID', 'Idempotent-Replay', 'Retry-After'] };

export const crossOrigin: Cors = ({ method, headers }) =>
  method === 'OPTIONS'
    ? { ...preflight, allowedHeaders: allowedOf(headers.get('access-control-request-headers') ?? '') }
    : answerOptions;

/**
 * The requested headers that a page may send. That is every header except the one that protects the console's session.
 * `*` would allow that one too.
 */
function allowedOf(names: string): string[] {
  const forbiddenNames = ['*', changeHeader.toLowerCase()];
  const allowedNames = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !forbiddenNames.includes(name.toLowerCase()));
  // yoga reads an empty list as all headers.
  return allowedNames.length > 0 ? allowedNames : ['Accept'];
}

const originHeader = 'access-control-allow-origin';

/** Replaces the origin that yoga writes by `*`, because pages of all origins get the same response. */
export function allowAnyOrigin(headers: Headers): void {
  if (!headers.has(originHeader)) return;
  headers.delete('vary');
  // A 204 response has no Content-Length (RFC 9110, 8.6).
  headers.delete('content-length');
  headers.set(originHeader, '*');
}
