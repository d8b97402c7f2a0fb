/** Payloads of mutations: the resource, or the messages of its refusal. A refusal is never a top-level error. */
import type { Links } from '../../domain/payments/links.ts';
import { Refusal, type TppMessage } from '../../domain/refusal.ts';

export interface Payload<Resource> {
  readonly resource: Resource | null;
  readonly tppMessages: readonly TppMessage[];
  readonly links: Links | null;
  readonly psuMessage?: string | undefined;
}

/** A refusal as its messages and links; any other error is thrown. */
export function refusedPayload(error: unknown): Payload<never> {
  if (!(error instanceof Refusal)) throw error;
  const { tppMessages, extras } = error;
  return { resource: null, tppMessages, links: (extras.links as Links) ?? null };
}

/** For lookups where absence is an answer; any other error is thrown. */
export function nullIfUnknown(error: unknown): null {
  if (error instanceof Refusal && error.reason === 'RESOURCE_UNKNOWN') return null;
  throw error;
}
