/** Cookies of a request. Those of this service hold Base64url and dots, so nothing in them is quoted or encoded. */
import type { HeaderMap } from '../domain/headers.ts';

/** The values of all cookies of the name. */
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
    const found = shape.exec(value);
    if (found !== null) return found;
  }
  return null;
}
