/**
 * What the pages tell a browser and what they believe of it: security headers, the cookie of an authorisation, and
 * whether a form was sent from a page of ours.
 */

const cookieName = 'sca';

/**
 * Headers of every page. `returnTo` is the address at the TPP that a form's answer may lead to: Chromium holds
 * `form-action` against redirects too, so the 303 after a decision needs its origin in the list.
 */
export function pageHeaders(returnTo: string | null): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Last, and made of checked parts alone: nothing of a TPP's address can begin another directive.
    `form-action 'self'${returnTo === null ? '' : ` ${sourceOf(returnTo)}`}`,
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

/** The origin as a source of a policy; its scheme alone where the grammar of CSP has no form for the host. */
function sourceOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, host } = new URL(address);
  return /^[a-z0-9.-]+(:\d+)?$/.test(host) ? `${protocol}//${host}` : protocol;
}

/**
 * SameSite=Lax and not Strict: the PSU comes from the TPP's site by a link, and with Strict the browser would leave the
 * cookie out of that very request, so that coming back to an open page would always begin anew. Forms are guarded by
 * their token, and other sites' posts carry no Lax cookie.
 */
export function cookie(secret: string, path: string, secure: boolean): string {
  return `${cookieName}=${secret}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** The secret in the request's cookie, null when there is none of the right shape. */
export function secretOf(headers: Headers): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === cookieName && /^[\w-]{16,64}$/.test(value)) return value;
  }
  return null;
}

/**
 * False when the browser says that another site's page sent the form. With `Referrer-Policy: no-referrer` browsers
 * write `Origin: null` even on our own forms, so Sec-Fetch-Site speaks first, and a null origin is left to the form's
 * token to judge.
 */
export function fromOwnPage(headers: Headers, ownOrigins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === 'null' || ownOrigins.includes(origin);
}
