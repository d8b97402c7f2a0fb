/** The session of the console. Its secret is in a cookie that no script can read. */
import type { HeaderMap } from '../domain/headers.ts';
import { basePathOf } from '../domain/values/base-address.ts';
import { cookiesOf } from './cookies.ts';

const lifetimeSeconds = 8 * 3_600;

/** Every mutation with the cookie must have this header. Another origin cannot send it, because no preflight allows it. */
export const consoleHeader = 'X-Console-Request';

/** The TPP that the console shows. /graphql refuses the request if a sign-in link in another tab gave the session to another TPP. */
export const consoleHeaderValueOf = (tppId: string): string => `tpp=${encodeURIComponent(tppId)}`;

/** The explorer sends this value. The request log then lists the request as the TPP's own, not as one of the console. */
export const explorerHeaderValue = 'explorer';

export interface ConsoleSession {
  /** The path of the public URL without a slash at the end. */
  readonly base: string;
  /** A value of Set-Cookie with which the browser stores the secret. */
  beginCookie(secret: string): string;
  /** A value of Set-Cookie with which the browser deletes the cookie. */
  readonly endCookie: string;
  /**
   * Returns the secret. null: no cookie, or a request from a page of another origin. SEVERAL: more than one cookie. Callers may look up
   * the word SEVERAL like a secret, because no session has this secret.
   */
  read(headers: HeaderMap): string | 'SEVERAL' | null;
  /** true: the browser has no cookie. After a link from another site, the browser sends no cookie even if it has one. */
  isSurelyAbsent(headers: HeaderMap): boolean;
}

export function consoleSession(publicUrl: string): ConsoleSession {
  const url = new URL(publicUrl);
  const base = basePathOf(publicUrl);
  const isHttps = url.protocol === 'https:';
  const name = cookieName(url, base);
  const cookie = (secret: string, seconds: number) =>
    `${name}=${secret}; Path=${base}/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  return {
    base,
    beginCookie: (secret) => cookie(secret, lifetimeSeconds),
    endCookie: cookie('', 0),
    read(headers) {
      const [first, ...others] = cookiesOf(headers, name).filter((value) => value !== '');
      if (first === undefined || !isFromOwnOrigin(headers)) return null;
      return others.length > 0 ? 'SEVERAL' : first;
    },
    isSurelyAbsent(headers) {
      const site = headers.get('sec-fetch-site');
      return (
        (site === 'none' || site === 'same-origin') && cookiesOf(headers, name).every((value) => value === '')
      );
    },
  };
}

/** The port is in the name because browsers send cookies to all ports of a host. The prefix `__Host-` requires the path `/`. */
function cookieName({ protocol, port }: URL, base: string): string {
  if (protocol !== 'https:') return `psd2-console-${port || 80}`;
  return `${base === '' ? '__Host-' : '__Secure-'}psd2-console-${port || 443}`;
}

/** A page on another port of this host has another origin, although browsers add the cookie to its requests. */
function isFromOwnOrigin(headers: HeaderMap): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
