/** Payloads of mutations: the resource or the reasons against it, never an error at the top for a refusal. */
import type { Links } from '../domain/payments/links.ts';
import { Refusal, type TppMessage } from '../domain/refusal.ts';
import type { KnownFailure } from '../web/door.ts';

export interface Payload<Resource> {
  readonly resource: Resource | null;
  readonly tppMessages: readonly TppMessage[];
  readonly links: Links | null;
  readonly psuMessage?: string | undefined;
}

/** The payload of `act`; a refusal becomes its messages and links, anything else is thrown on. */
export async function payload<Resource>(
  act: () => Promise<Payload<Resource>>,
  known: KnownFailure = () => null,
): Promise<Payload<Resource>> {
  try {
    return await act();
  } catch (error) {
    const refusal = error instanceof Refusal ? error : known(error);
    if (refusal === null) throw error;
    return refusedPayload(refusal);
  }
}

export const refusedPayload = ({ tppMessages, extras }: Refusal): Payload<never> => ({
  resource: null,
  tppMessages,
  links: (extras.links as Links) ?? null,
});

/** What `act` answers, or `otherwise` when it refuses: for lookups where absence is an answer. */
export async function refusedAs<T, U>(otherwise: U, act: () => Promise<T>): Promise<T | U> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return otherwise;
    throw error;
  }
}
