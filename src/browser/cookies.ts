/** Reads the cookies of requests. Their values need no decoding, because this service writes only Base64url and dots into them. */
import type { HeaderMap } from '../domain/headers.ts';

/** The values of all cookies with this name. */
export function cookiesOf(headers: HeaderMap, name: string): string[] {
  const values: string[] = [];
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=');
    // Without `=`, a part is the value of a cookie that has no name.
    if (equals >= 0 && part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim());
  }
  return values;
}

/** The value of the first cookie with this name that has the form of a secret. */
export const secretIn = (headers: HeaderMap, name: string): string | null =>
  cookiesOf(headers, name).find((value) => /^[\w-]{16,64}$/.test(value)) ?? null;

/** The token of a PSU's link, and the secret that the browser has for it. */
export interface LinkSecret {
  readonly linkToken: string;
  readonly secret: string;
}

export const linkCookieValue = ({ linkToken, secret }: LinkSecret): string => `${linkToken}.${secret}`;

/** Reads the first cookie with this name that has the form of `linkCookieValue`. */
export function linkSecretIn(headers: HeaderMap, name: string): LinkSecret | null {
  for (const value of cookiesOf(headers, name)) {
    const [, linkToken, secret] = /^([\w-]{20,3000})\.([\w-]{16,64})$/.exec(value) ?? [];
    if (linkToken !== undefined && secret !== undefined) return { linkToken, secret };
  }
  return null;
}
