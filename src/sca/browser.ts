import { hash } from 'node:crypto';
import { cookieOf } from '../browser/console-session.ts';
import type { HeaderMap } from '../domain/headers.ts';

const cookieName = 'sca';

/**
 * A page with a form has no `form-action`: Chromium applies it to the redirect after the form too, and the TPP may redirect
 * into an app with a scheme that the bank does not know. A test checks that each form posts to this service.
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
 * SameSite=Lax, because the PSU comes from the TPP's site by a link: with Strict the browser would not send the cookie, and
 * an open page would start again. The form token protects the forms.
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

/** The identity provider or the bank upstream sends the PSU back to it. */
export const returnPath = '/sca/return';

/** Cookie of a PSU who left for an identity provider or the bank upstream. */
export interface Departure {
  readonly linkToken: string;
  readonly secret: string;
}

export function departureIn(headers: HeaderMap, name: string): Departure | null {
  const [, linkToken, secret] = cookieOf(headers, name, /^([\w-]{20,3000})\.([\w-]{16,64})$/) ?? [];
  return linkToken === undefined || secret === undefined ? null : { linkToken, secret };
}

/** One cookie for each departure, so that two may be open. */
export const returnCookieName = (returnState: string): string =>
  `sca-${hash('sha256', returnState).slice(0, 16)}`;

/** null when the cookie is missing or malformed. */
export const secretOf = (headers: HeaderMap): string | null =>
  cookieOf(headers, cookieName, /^[\w-]{16,64}$/)?.[0] ?? null;

/**
 * False when another site's page sent the form. With `Referrer-Policy: no-referrer` browsers send `Origin: null` even for
 * forms of the same origin, so Sec-Fetch-Site is read first; for a null origin the form token decides.
 */
export function fromOwnPage(headers: HeaderMap, ownOrigins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === 'null' || ownOrigins.includes(origin);
}
