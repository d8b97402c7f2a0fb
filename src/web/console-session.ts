/**
 * The session of the console: a console token in a cookie that no script can read. A page of another origin can neither
 * use it nor send the header that every change needs beside it.
 */
import type { HeaderMap } from '../domain/headers.ts';
import { cookieOf } from './cookies.ts';

const cookieName = 'psd2-console';
const lifetimeSeconds = 8 * 3_600;

/** Any value will do: browsers let only pages of this origin send it, since no preflight allows it to others. */
export const changeHeader = 'X-Console-Request';

export interface CookieScope {
  /** The path under which the service lies, without a slash at its end. */
  readonly base: string;
  readonly secure: boolean;
}

export function sessionCookie(token: string, { base, secure }: CookieScope): string {
  const attributes = `Path=${base}/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict`;
  return `${cookieName}=${token}; ${attributes}${secure ? '; Secure' : ''}`;
}

/** The token in the request's cookie; null where there is none, or where a page of another origin sends it. */
export function sessionOf(headers: HeaderMap): string | null {
  const token = cookieOf(headers, cookieName, /^.+$/)?.[0];
  return token !== undefined && fromOwnOrigin(headers) ? token : null;
}

/**
 * Whether the browser certainly has no session: it keeps the cookie back where another site has led to the page, and the
 * page's own requests carry it all the same.
 */
export function hasNoSession(headers: HeaderMap): boolean {
  const site = headers.get('sec-fetch-site');
  return (site === 'none' || site === 'same-origin') && cookieOf(headers, cookieName, /^.+$/) === null;
}

/** Cookies ignore ports, so a front end on another port of the same host sends this cookie; its requests are refused. */
function fromOwnOrigin(headers: HeaderMap): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
