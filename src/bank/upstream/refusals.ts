/**
 * How a call that brought no success ends: as a refusal of the same catalogue as all others, which also says whether the bank
 * may have acted; or as the challenge that sends the PSU to log in.
 */
import { type Reason, Refusal, refuse, type TppMessage } from '../../domain/refusal.ts';

/** What a call may have led to at the bank: nothing, or nobody knows, so that it is to be asked again under the same id. */
export type Effect = 'NONE' | 'UNKNOWN';

export class UpstreamRefusal extends Refusal {
  readonly effect: Effect;

  constructor(effect: Effect, { reason, tppMessages, extras }: Refusal) {
    super(reason, tppMessages, extras);
    this.effect = effect;
  }
}

/** Whether the bank may have acted on a call that has thrown this. */
export const mayHaveActed = (error: unknown): boolean =>
  error instanceof UpstreamRefusal && error.effect === 'UNKNOWN';

/** The PSU has to log in at the bank first, or again. */
export interface Challenge {
  readonly status: 401;
  readonly challenge: {
    readonly reason: 'SCA_REQUIRED' | 'SCA_EXPIRED';
    /** Absolute, of the bank: for a person's browser, never for the TPP. */
    readonly scaRedirect: string;
  };
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** What an operator has to mend: the bank complains about this service itself, or is not the one that was meant. */
export const alarmKinds = [
  /** Our signature, or the clock that dates it. */
  'SIGNATURE',
  /** Our certificate, in a header or in TLS. */
  'CERTIFICATE',
  /** Our role as a PSP. */
  'ROLE',
  /** A path, a method or a header that this service makes by itself: often a wrong UPSTREAM_URL. */
  'REQUEST',
  /** The certificate of the bank is not trusted, so nothing was sent. */
  'SERVER_CERTIFICATE',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

const pause = { afterFailure: 2, atMost: 3_600 } as const;

/** 503: the bank cannot be asked now, or has not answered as it should. */
export function unavailable(effect: Effect, detail: string, retryAfterSeconds?: number): UpstreamRefusal {
  const seconds = Math.min(pause.atMost, Math.max(1, Math.ceil(retryAfterSeconds ?? pause.afterFailure)));
  const text = 'the bank behind this service cannot serve this now; try again after Retry-After';
  return new UpstreamRefusal(effect, refuse('UNAVAILABLE', { text, retryAfterSeconds: seconds, detail }));
}

/** 500: a fault of this service, about which the TPP can do nothing. */
export const ourFault = (kind: AlarmKind): UpstreamRefusal =>
  new UpstreamRefusal('NONE', refuse('SYSTEM_ERROR', { detail: `the bank upstream: ${kind}` }));

/** The bank has refused, in its own words. */
export const refusedBy = (reason: Reason, messages: readonly TppMessage[]): UpstreamRefusal =>
  new UpstreamRefusal('NONE', new Refusal(reason, messages));
