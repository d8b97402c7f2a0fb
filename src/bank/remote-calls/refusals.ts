/** A failed call to a remote bank as a refusal of the catalogue, with whether the bank may have acted. */
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { BankRefusal } from '../../operations/ports/bank.ts';

/** UNKNOWN: the bank may have acted, so retry under the same id. */
export type Effect = 'NONE' | 'UNKNOWN';

export class RemoteRefusal extends BankRefusal {
  readonly effect: Effect;

  constructor(effect: Effect, { reason, tppMessages, extras }: Refusal) {
    super(reason, tppMessages, extras);
    this.effect = effect;
  }
}

export const mayHaveActed = (error: unknown): boolean =>
  error instanceof RemoteRefusal && error.effect === 'UNKNOWN';

const pause = { afterFailure: 2, atMost: 3_600 } as const;

/** 503: the bank cannot be reached now, or its response is not valid. */
export function unavailable(effect: Effect, detail: string, retryAfterSeconds?: number): RemoteRefusal {
  const seconds = Math.min(pause.atMost, Math.max(1, Math.ceil(retryAfterSeconds ?? pause.afterFailure)));
  const text = 'the bank behind this service is not available now; try again after Retry-After';
  return new RemoteRefusal(effect, refuse('UNAVAILABLE', { text, retryAfterSeconds: seconds, detail }));
}
