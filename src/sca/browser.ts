/**
 * What the pages exchange with a browser: security headers, the cookie of an authorisation, and whether a form was sent
 * from a page of this service.
 */

import { hash } from 'node:crypto';
import { cookieOf } from '../browser/console-session.ts';
import type { HeaderMap } from '../domain/headers.ts';

const cookieName = 'sca';

/**
 * Headers of every page. Chromium applies `form-action` to every redirect that follows a form, also those of the TPP itself,
 * which may lead into an app by a scheme that nobody here knows: any list would leave that PSU on the bank's page. So a page
 * with a form has none, and a test finds that each form leads to this service; no other page may send a form.
 */
export function pageHeaders(hasForm: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(hasForm ? [] : ["form-action 'none'"]),
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}

/**
 * SameSite=Lax and not Strict: the PSU comes from the TPP's site by a link, and with Strict the browser would not
 * send the cookie with that request, so that returning to an open page would always start again. Forms are guarded
 * by their token, and other sites' posts carry no Lax cookie.
 */
export function cookie(
  secret: string,
  path: string,
  publicUrl: string,
  name = cookieName,
  seconds: number | null = null,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const lifetime = seconds === null ? '' : `; Max-Age=${seconds}`;
  return `${name}=${secret}; Path=${path}; HttpOnly; SameSite=Lax${secure}${lifetime}`;
}

/** Where another place sends the PSU back to. */
export const returnPath = '/sca/return';

/** What the browser of a PSU holds who went to another place: the link that it followed, and the secret of its page. */
export interface Departure {
  readonly linkToken: string;
  readonly secret: string;
}

export function departureIn(headers: HeaderMap, name: string): Departure | null {
  const [, linkToken, secret] = cookieOf(headers, name, /^([\w-]{20,3000})\.([\w-]{16,64})$/) ?? [];
  return linkToken === undefined || secret === undefined ? null : { linkToken, secret };
}

/** The name of the cookie by which a browser that comes back is known: one for each way, so that two may be open. */
export const returnCookieName = (returnState: string): string =>
  `sca-${hash('sha256', returnState).slice(0, 16)}`;

/** The secret in the cookie of the page, null when there is none of the right format. */
export const secretOf = (headers: HeaderMap): string | null =>
  cookieOf(headers, cookieName, /^[\w-]{16,64}$/)?.[0] ?? null;

/**
 * False when the browser says that another site's page sent the form. With `Referrer-Policy: no-referrer` browsers
 * write `Origin: null` even for forms of the same origin, so Sec-Fetch-Site is read first, and for a null origin the
 * form's token decides.
 */
export function fromOwnPage(headers: HeaderMap, ownOrigins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === 'null' || ownOrigins.includes(origin);
}
