import { type Refusal, refuse } from '../../domain/refusal.ts';
import { BankRefusal } from '../../operations/ports/bank.ts';

/** MAYBE_DONE: the bank may have acted, so a retry must use the same id. LIMITED: not done, because the bank limits the rate. */
export type Effect = 'NOT_DONE' | 'LIMITED' | 'MAYBE_DONE';

export class RemoteRefusal extends BankRefusal {
  readonly effect: Effect;

  constructor(effect: Effect, { reason, tppMessages, extras }: Refusal) {
    super(reason, tppMessages, extras);
    this.effect = effect;
  }
}

export const mayHaveActed = (error: unknown): boolean =>
  error instanceof RemoteRefusal && error.effect === 'MAYBE_DONE';

/** The Retry-After of a bank that limits the rate; 0 for other errors. */
export const limitedMsOf = (error: unknown): number =>
  error instanceof RemoteRefusal && error.effect === 'LIMITED'
    ? (error.extras.retryAfterSeconds ?? 0) * 1_000
    : 0;

const retryAfterLimits = { defaultSeconds: 2, maxSeconds: 3_600 } as const;

/** For a call that waited too long for a slot. The cause may be the number of calls, and not the bank. */
export const crowdedRefusal = () =>
  new RemoteRefusal(
    'NOT_DONE',
    refuse('UNAVAILABLE', {
      text: 'too many calls to the bank behind this service are waiting; try again after Retry-After',
      retryAfterSeconds: retryAfterLimits.defaultSeconds,
    }),
  );

/** For a status that asks for a later retry, such as 429 or 503. */
export const temporaryRefusal = (status: number, retryAfterSeconds?: number): RemoteRefusal =>
  unavailableRefusal(status === 429 ? 'LIMITED' : 'MAYBE_DONE', `status ${status}`, retryAfterSeconds);

/** `detail` is only for the log, because the client of this service must not learn details of the bank. */
export function unavailableRefusal(
  effect: Effect,
  detail: string,
  retryAfterSeconds?: number,
): RemoteRefusal {
  const { defaultSeconds, maxSeconds } = retryAfterLimits;
  const seconds = Math.min(maxSeconds, Math.max(1, Math.ceil(retryAfterSeconds ?? defaultSeconds)));
  const text = 'the bank behind this service is not available now; try again after Retry-After';
  return new RemoteRefusal(effect, refuse('UNAVAILABLE', { text, retryAfterSeconds: seconds, detail }));
}
