/**
 * How a call to a bank of the same interface ends that brought no success: in the bank's own words, as a fault of this service,
 * or as the challenge that sends the PSU to log in.
 */
import { type Reason, Refusal, refuse, type TppMessage } from '../../domain/refusal.ts';
import { RemoteRefusal } from '../remote-calls/refusals.ts';

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

/** What an operator has to look into: the bank complains about this service itself, or is not the one that was meant. */
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
  /** The bank no longer knows a payment that it had taken: somebody has to find out what became of it. */
  'PAYMENT',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** 500: a fault of this service, about which the TPP can do nothing. */
export const ourFault = (kind: AlarmKind): RemoteRefusal =>
  new RemoteRefusal('NONE', refuse('SYSTEM_ERROR', { detail: `the bank upstream: ${kind}` }));

/** The bank has refused, in its own words. */
export const refusedBy = (reason: Reason, messages: readonly TppMessage[]): RemoteRefusal =>
  new RemoteRefusal('NONE', new Refusal(reason, messages));
