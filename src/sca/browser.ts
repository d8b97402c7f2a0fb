/** Headers and cookies of the pages. */
import { hash } from 'node:crypto';
import { secretIn } from '../browser/cookies.ts';
import type { HeaderMap } from '../domain/headers.ts';

const cookieName = 'sca';

/**
 * The policy of a page with a form has no `form-action`, because Chromium also applies this directive to the redirect after the
 * form. That redirect may open an app of the TPP, by a scheme that the bank does not know. A test checks that each form posts to
 * this service.
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
 * The value of `Set-Cookie`. SameSite is Lax: with Strict the browser would not send the cookie when the PSU comes back by the link
 * on the site of the TPP, so the PSU would have to authenticate a second time. The form token protects the forms.
 */
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

/** The identity provider or the bank upstream redirects the PSU to this path. */
export const psuReturnPath = '/sca/return';

/** Each redirect to the identity provider or the bank upstream has its own cookie, because two may be open in one browser. */
export const psuRedirectCookieName = (returnState: string): string =>
  `sca-${hash('sha256', returnState).slice(0, 16)}`;

/** null if the cookie is missing or malformed. */
export const secretOf = (headers: HeaderMap): string | null => secretIn(headers, cookieName);

/**
 * false if a page of another site has sent the form. Because of `Referrer-Policy: no-referrer`, browsers send `Origin: null` even
 * from a page of the same origin. So this function accepts a null origin, unless Sec-Fetch-Site says that the form is from another
 * origin. The form token then decides.
 */
export function isFromOwnPage(headers: HeaderMap, ownOrigins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === 'null' || ownOrigins.includes(origin);
}
