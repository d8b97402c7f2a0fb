/**
 * Pages of any origin may call the GraphQL door of a sandbox, so that a front end on another port needs no proxy. Browsers
 * send no cookie with such a call: the caller needs a token or a signature.
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
 * Which of these headers a page may send: client libraries and tracing add their own, so all but the one that protects the
 * console's session. A browser reads `*` as all headers.
 */
function allowedOf(names: string): string[] {
  const closed = ['*', changeHeader.toLowerCase()];
  const open = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !closed.includes(name.toLowerCase()));
  // Yoga takes an empty list for all headers.
  return open.length > 0 ? open : ['Accept'];
}

const originHeader = 'access-control-allow-origin';

/** Yoga names the origin that has asked; here all are alike, and an answer says so. */
export function toAnyOrigin(headers: Headers): void {
  if (!headers.has(originHeader)) return;
  headers.delete('vary');
  // An answer of status 204 has no length (RFC 9110, 8.6).
  headers.delete('content-length');
  headers.set(originHeader, '*');
}
