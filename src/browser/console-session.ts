/**
 * The session of the console: a secret in a cookie that no script can read. A page of another origin can neither use
 * it nor send the header that every mutation also needs.
 */
import type { HeaderMap } from '../domain/headers.ts';
import { withoutEnd } from '../domain/values/text.ts';

const lifetimeSeconds = 8 * 3_600;

/** With any value: browsers let only pages of this origin send it, because no preflight allows it to others. */
export const changeHeader = 'X-Console-Request';

/** Its value in requests of the explorer, which count as the TPP's own in the log of requests. */
export const sentByExplorer = 'explorer';

export interface ConsoleSession {
  /** The path under which the service is published, without a trailing slash. */
  readonly base: string;
  /** Set-Cookie for a new session. */
  begin(secret: string): string;
  /** Set-Cookie that removes the session from the browser. */
  readonly end: string;
  /**
   * The secret in the request's cookie. null: there is none, or a page of another origin sends it; SEVERAL: there
   * are more than one, and nobody can tell who set which.
   */
  read(headers: HeaderMap): string | 'SEVERAL' | null;
  /**
   * Whether the browser certainly has no session: where another site has led to the page, it withholds the cookie,
   * but the page's own requests carry it.
   */
  isAbsent(headers: HeaderMap): boolean;
}

export function consoleSession(publicUrl: string): ConsoleSession {
  const url = new URL(publicUrl);
  const base = withoutEnd(url.pathname, '/');
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
 * Cookies ignore ports, so the name holds the port. Its prefixes guarantee that no page by plain http has set the
 * cookie, and with `__Host-` no other host of the domain either; browsers accept `__Host-` for a whole host only.
 */
function nameOf({ protocol, port }: URL, base: string): string {
  if (protocol !== 'https:') return `psd2-console-${port || 80}`;
  return `${base === '' ? '__Host-' : '__Secure-'}psd2-console-${port || 443}`;
}

/** Cookies ignore ports, so a front end on another port of the same host sends this cookie; its requests are refused. */
function fromOwnOrigin(headers: HeaderMap): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

/** The values of all cookies of the name. Those of this service hold Base64url and dots, so nothing is quoted or encoded. */
export function cookiesOf(headers: HeaderMap, name: string): string[] {
  const values: string[] = [];
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim());
  }
  return values;
}

/** The first cookie of the name whose value has the shape, as the pattern finds its parts; null where there is none. */
export function cookieOf(headers: HeaderMap, name: string, shape: RegExp): RegExpExecArray | null {
  for (const value of cookiesOf(headers, name)) {
    const match = shape.exec(value);
    if (match !== null) return match;
  }
  return null;
}
