/**
 * How a call to a bank elsewhere that brought no success ends: as a refusal of the same catalogue as all others, which also
 * says whether the bank may have acted.
 */
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { BankRefusal } from '../../operations/ports/bank.ts';

/** What a call may have led to at the bank: nothing, or nobody knows, so that it is to be asked again under the same id. */
export type Effect = 'NONE' | 'UNKNOWN';

export class RemoteRefusal extends BankRefusal {
  readonly effect: Effect;

  constructor(effect: Effect, { reason, tppMessages, extras }: Refusal) {
    super(reason, tppMessages, extras);
    this.effect = effect;
  }
}

/** Whether the bank may have acted on a call that has thrown this. */
export const mayHaveActed = (error: unknown): boolean =>
  error instanceof RemoteRefusal && error.effect === 'UNKNOWN';

const pause = { afterFailure: 2, atMost: 3_600 } as const;

/** 503: the bank cannot be asked now, or has not answered as it should. */
export function unavailable(effect: Effect, detail: string, retryAfterSeconds?: number): RemoteRefusal {
  const seconds = Math.min(pause.atMost, Math.max(1, Math.ceil(retryAfterSeconds ?? pause.afterFailure)));
  const text = 'the bank behind this service cannot serve this now; try again after Retry-After';
  return new RemoteRefusal(effect, refuse('UNAVAILABLE', { text, retryAfterSeconds: seconds, detail }));
}
