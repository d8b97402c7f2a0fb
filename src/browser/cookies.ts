/** The values of cookies need no decoding, because this service writes only Base64url and dots into them. */
import type { HeaderMap } from '../domain/headers.ts';

export function cookiesOf(headers: HeaderMap, name: string): string[] {
  const values: string[] = [];
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals >= 0 && part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim());
  }
  return values;
}

interface NewCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly publicUrl: string;
  /** The lifetime. Absent: until the browser closes. */
  readonly seconds?: number;
}

/** Not SameSite=Strict: a PSU who follows the TPP's link again would come without the cookie, and would have to log in again. */
export function writeCookie({ name, value, path, publicUrl, seconds }: NewCookie): string {
  const lifetime = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path}${lifetime}; HttpOnly; SameSite=Lax${secure}`;
}

/** The first cookie value that has the form of a secret. */
export const secretIn = (headers: HeaderMap, name: string): string | null =>
  cookiesOf(headers, name).find((value) => /^[\w-]{16,64}$/.test(value)) ?? null;

/** The token of a PSU's link, and the secret of the browser for this link. */
export interface LinkSecret {
  readonly linkToken: string;
  readonly secret: string;
}

export const linkCookieValue = ({ linkToken, secret }: LinkSecret): string => `${linkToken}.${secret}`;

export function linkSecretIn(headers: HeaderMap, name: string): LinkSecret | null {
  for (const value of cookiesOf(headers, name)) {
    // A token of a link is long, because it contains the id of the TPP.
    const [, linkToken, secret] = /^([\w-]{20,3000})\.([\w-]{16,64})$/.exec(value) ?? [];
    if (linkToken !== undefined && secret !== undefined) return { linkToken, secret };
  }
  return null;
}
