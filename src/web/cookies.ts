/** Cookies of a request. Those of this service hold Base64url and dots, so nothing in them is quoted or encoded. */
import type { HeaderMap } from '../domain/headers.ts';

/** The first cookie of the name whose value has the shape, as the pattern finds its parts; null where there is none. */
export function cookieOf(headers: HeaderMap, name: string, shape: RegExp): RegExpExecArray | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=');
    const found = part.slice(0, equals).trim() === name ? shape.exec(part.slice(equals + 1).trim()) : null;
    if (found !== null) return found;
  }
  return null;
}
