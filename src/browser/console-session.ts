/**
 * The session of the console. Its secret is in a cookie that no script can read. A page of another origin can neither use the
 * cookie nor send `consoleHeader`, which every mutation needs.
 */
import type { HeaderMap } from '../domain/headers.ts';
import { trimTrailing } from '../domain/values/text.ts';
import { cookiesOf } from './cookies.ts';

const lifetimeSeconds = 8 * 3_600;

/**
 * A mutation with the cookie must have this header, with any value. Another origin cannot send it, because no preflight allows it.
 */
export const consoleHeader = 'X-Console-Request';

/**
 * Once the console shows a TPP, it sends the header with this value, which names the TPP. If the developer then opens a sign-in link of
 * another TPP, the cookie belongs to the other TPP. The service refuses a request that names one TPP and has the session of another, so
 * that the console acts only for the TPP that it shows.
 */
export const headerValueOf = (tppId: string): string => `tpp=${encodeURIComponent(tppId)}`;

/** The GraphQL explorer sends this value, so that the request log shows its requests as requests of the TPP, not of the console. */
export const explorerHeaderValue = 'explorer';

export interface ConsoleSession {
  /** The path of the public URL without a trailing slash. */
  readonly base: string;
  /** The value of `Set-Cookie` that begins a session. */
  beginCookie(secret: string): string;
  /** The value of `Set-Cookie` that ends a session. */
  readonly endCookie: string;
  /**
   * The secret in the cookie. null: the request has no cookie, or comes from a page of another origin. SEVERAL: the request has
   * several such cookies.
   */
  read(headers: HeaderMap): string | 'SEVERAL' | null;
  /**
   * true: the browser has no cookie. false: the browser has a cookie, or may have withheld it, as it does after a link from another
   * site.
   */
  isSurelyAbsent(headers: HeaderMap): boolean;
}

export function consoleSession(publicUrl: string): ConsoleSession {
  const url = new URL(publicUrl);
  const base = trimTrailing(url.pathname, '/');
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

/**
 * The name contains the port, because browsers send cookies to all ports of a host. With the prefix `__Host-` or `__Secure-`,
 * browsers accept the cookie only over https. `__Host-` also excludes cookies of other hosts in the domain, but needs the path `/`.
 */
function cookieName({ protocol, port }: URL, base: string): string {
  if (protocol !== 'https:') return `psd2-console-${port || 80}`;
  return `${base === '' ? '__Host-' : '__Secure-'}psd2-console-${port || 443}`;
}

/** false also for a page on another port of this host, because browsers add the cookie to its requests too. */
function isFromOwnOrigin(headers: HeaderMap): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
