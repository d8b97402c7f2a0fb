/** The session of the console. Its secret is in a cookie that no script can read. */
import type { HeaderMap } from '../domain/headers.ts';
import { basePathOf } from '../domain/values/base-address.ts';
import { cookiesOf } from './cookies.ts';

const lifetimeSeconds = 8 * 3_600;

/** Every mutation with the cookie must have this header. Another origin cannot send it, because no preflight allows it. */
export const consoleHeader = 'X-Console-Request';

/** The console names the TPP that it shows. The session may belong to another TPP, after a sign-in link in another tab. */
export const headerValueOf = (tppId: string): string => `tpp=${encodeURIComponent(tppId)}`;

/** The request log attributes requests with this value to the TPP, not to the console. */
export const explorerHeaderValue = 'explorer';

export interface ConsoleSession {
  /** The path of the public URL without a trailing slash. */
  readonly base: string;
  beginCookie(secret: string): string;
  readonly endCookie: string;
  /** null: the request has no cookie, or comes from a page of another origin. */
  read(headers: HeaderMap): string | 'SEVERAL' | null;
  /** false also if the browser may have withheld the cookie, as it does after a link from another site. */
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

/** false also for a page on another port of this host, although browsers add the cookie to its requests. */
function isFromOwnOrigin(headers: HeaderMap): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
