import { hash } from 'node:crypto';
import { secretIn } from '../browser/cookies.ts';
import type { HeaderMap } from '../domain/headers.ts';

const cookieName = 'sca';

/**
 * A page with a form has no `form-action`, because Chromium applies it also to the redirect after the form. The redirect may open
 * an app of the TPP by any scheme.
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

/** With SameSite=Strict, a PSU who comes back by the link on the TPP's site would have to log in again. */
export function writeCookie(
  value: string,
  path: string,
  publicUrl: string,
  name = cookieName,
  seconds?: number,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const lifetime = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure}${lifetime}`;
}

export const psuReturnPath = '/sca/return';

/** Two redirects may be open in one browser. */
export const psuRedirectCookieName = (returnState: string): string =>
  `sca-${hash('sha256', returnState).slice(0, 16)}`;

export const secretOf = (headers: HeaderMap): string | null => secretIn(headers, cookieName);

/** With `Referrer-Policy: no-referrer`, browsers send `Origin: null` even from our own pages. Then the form token decides. */
export function isFromOwnPage(headers: HeaderMap, ownOrigins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === 'null' || ownOrigins.includes(origin);
}
