/** Headers to and from browsers: the policies of the pages, the cookies of a link, and the origin of a form. */
import { hash } from 'node:crypto';
import { secretIn, writeCookie } from '../browser/cookies.ts';
import type { HeaderMap } from '../domain/headers.ts';

const cookieName = 'sca';

/** A page with a form has no `form-action`: Chromium applies it also to the redirect after the form, which may go to any app of a TPP. */
export function pageHeaders(content: 'FORM' | 'NO_FORM'): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(content === 'FORM' ? [] : ["form-action 'none'"]),
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

export const psuReturnPath = '/sca/return';

/** A browser may have several redirects open, so the cookie of each has its own name. */
export const psuRedirectCookieName = (returnState: string): string =>
  `sca-${hash('sha256', returnState).slice(0, 16)}`;

export const linkSecretOf = (headers: HeaderMap): string | null => secretIn(headers, cookieName);

/** The browser sends the cookie only to the link at `path`. */
export const secretCookie = (value: string, path: string, publicUrl: string): string =>
  writeCookie({ name: cookieName, value, path, publicUrl });

/** With `Referrer-Policy: no-referrer`, browsers send `Origin: null` even from our own pages. Then the form token decides. */
export function isFromOwnPage(headers: HeaderMap, ownOrigins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === 'null' || ownOrigins.includes(origin);
}
