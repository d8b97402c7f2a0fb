/**
 * Browsers load pages before anybody follows their links. A page whose opening changes something refuses that with
 * 503: browsers do not keep an error, and ask again when the link is followed. (With 204 they might not navigate.)
 */
import type { HeaderMap } from '../domain/headers.ts';
import { refuse } from '../domain/refusal.ts';

/** The current header, and those of older browsers. */
const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const words: readonly string[] = ['prefetch', 'prerender', 'preview'];

export const isPrefetch = (headers: HeaderMap): boolean =>
  names.some((name) =>
    (headers.get(name) ?? '')
      .toLowerCase()
      .split(/[,;]/)
      .some((word) => words.includes(word.trim())),
  );

export function refusePrefetch(headers: HeaderMap): void {
  if (isPrefetch(headers))
    throw refuse('UNAVAILABLE', {
      text: 'opening this page changes something, so it is not loaded ahead',
      retryAfterSeconds: 1,
    });
}
