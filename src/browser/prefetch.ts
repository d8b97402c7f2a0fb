/**
 * A page that changes something when it is opened refuses prefetches with a 503. Browsers then request the page again when the user
 * follows the link. After a 204, they might not open the page.
 */
import type { HeaderMap } from '../domain/headers.ts';
import { refuse } from '../domain/refusal.ts';

/** Sec-Purpose, and the headers of older browsers. */
const headerNames = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const prefetchPurposes: readonly string[] = ['prefetch', 'prerender', 'preview'];

export const isPrefetch = (headers: HeaderMap): boolean =>
  headerNames.some((name) =>
    (headers.get(name) ?? '')
      .toLowerCase()
      .split(/[,;]/)
      .some((purpose) => prefetchPurposes.includes(purpose.trim())),
  );

export function refusePrefetch(headers: HeaderMap): void {
  if (isPrefetch(headers))
    throw refuse('UNAVAILABLE', {
      text: 'browsers must not prefetch this page, because opening it changes something',
      retryAfterSeconds: 1,
    });
}
