/** For pages that change something when they are opened. A prefetch gets a 503, so the browser asks again if the user follows the link. */
import type { HeaderMap } from '../domain/headers.ts';
import { refuse } from '../domain/refusal.ts';

const headerNames = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const prefetchPurposes: readonly string[] = ['prefetch', 'prerender', 'preview'];

export function refusePrefetch(headers: HeaderMap): void {
  const purposes = headerNames.flatMap((name) => (headers.get(name) ?? '').toLowerCase().split(/[,;]/));
  if (purposes.some((purpose) => prefetchPurposes.includes(purpose.trim())))
    throw refuse('UNAVAILABLE', {
      text: 'browsers must not prefetch this page, because opening it changes something',
      retryAfterSeconds: 1,
    });
}
