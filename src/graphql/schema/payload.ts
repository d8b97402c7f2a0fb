/** Payloads of mutations: they contain the resource and warnings, or the messages of the refusal. */
import type { Links } from '../../domain/payments/links.ts';
import { Refusal, type TppMessage } from '../../domain/refusal.ts';

export interface Payload<Resource> {
  readonly resource: Resource | null;
  readonly tppMessages: readonly TppMessage[];
  readonly links: Links | null;
  readonly psuMessage?: string | undefined;
}

/** The messages and links of a refusal; throws any other error. */
export function refusedPayload(error: unknown): Payload<never> {
  if (!(error instanceof Refusal)) throw error;
  const { tppMessages, extras } = error;
  return { resource: null, tppMessages, links: (extras.links as Links) ?? null };
}

/** null for RESOURCE_UNKNOWN; throws any other error. */
export function nullIfUnknown(error: unknown): null {
  if (error instanceof Refusal && error.reason === 'RESOURCE_UNKNOWN') return null;
  throw error;
}
