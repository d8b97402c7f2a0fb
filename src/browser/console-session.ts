/**
 * The secret is in a cookie that no script can read. A page of another origin can neither use the cookie nor send
 * `changeHeader`, which every mutation needs.
 */
import type { HeaderMap } from '../domain/headers.ts';
import { withoutSuffix } from '../domain/values/text.ts';

const lifetimeSeconds = 8 * 3_600;

/** Any value counts: no preflight allows the header to another origin. */
export const changeHeader = 'X-Console-Request';

/** The log counts requests with this value as the TPP's own. */
export const sentByExplorer = 'explorer';

export interface ConsoleSession {
  /** Path of the public URL without a trailing slash. */
  readonly base: string;
  begin(secret: string): string;
  readonly end: string;
  /** null: no cookie, or a page of another origin sent it. SEVERAL: the owner of each cookie is unknown. */
  read(headers: HeaderMap): string | 'SEVERAL' | null;
  /** True only when the browser would have sent the cookie: after a link from another site it withholds the cookie. */
  isAbsent(headers: HeaderMap): boolean;
}

export function consoleSession(publicUrl: string): ConsoleSession {
  const url = new URL(publicUrl);
  const base = withoutSuffix(url.pathname, '/');
  const secure = url.protocol === 'https:';
  const name = nameOf(url, base);
  const cookie = (secret: string, seconds: number) =>
    `${name}=${secret}; Path=${base}/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    base,
    begin: (secret) => cookie(secret, lifetimeSeconds),
    end: cookie('', 0),
    read(headers) {
      const [first, ...others] = cookiesOf(headers, name).filter((value) => value !== '');
      if (first === undefined || !fromOwnOrigin(headers)) return null;
      return others.length > 0 ? 'SEVERAL' : first;
    },
    isAbsent(headers) {
      const site = headers.get('sec-fetch-site');
      return (
        (site === 'none' || site === 'same-origin') && cookiesOf(headers, name).every((value) => value === '')
      );
    },
  };
}

/**
 * Cookies ignore ports, so the name holds the port. The prefixes exclude cookies from plain http, and `__Host-` those of
 * other hosts of the domain; browsers accept `__Host-` for a whole host only.
 */
function nameOf({ protocol, port }: URL, base: string): string {
  if (protocol !== 'https:') return `psd2-console-${port || 80}`;
  return `${base === '' ? '__Host-' : '__Secure-'}psd2-console-${port || 443}`;
}

/** A front end on another port of this host sends this cookie too; its requests are refused. */
function fromOwnOrigin(headers: HeaderMap): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

/** Values of this service are Base64url and dots, so nothing is quoted or encoded. */
export function cookiesOf(headers: HeaderMap, name: string): string[] {
  const values: string[] = [];
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim());
  }
  return values;
}

/** null when no cookie of the name has the shape. */
export function cookieOf(headers: HeaderMap, name: string, shape: RegExp): RegExpExecArray | null {
  for (const value of cookiesOf(headers, name)) {
    const match = shape.exec(value);
    if (match !== null) return match;
  }
  return null;
}
