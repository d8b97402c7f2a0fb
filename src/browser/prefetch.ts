/**
 * A page that changes something when opened refuses prefetches with 503: browsers do not keep the error and ask again when
 * the link is followed. With 204 they might not navigate.
 */
import type { HeaderMap } from '../domain/headers.ts';
import { refuse } from '../domain/refusal.ts';

/** Sec-Purpose, and the headers of older browsers. */
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
      text: 'browsers must not prefetch this page, because opening it changes something',
      retryAfterSeconds: 1,
    });
}
