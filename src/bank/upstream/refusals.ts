/** A failed call: the bank's refusal in its own words, a fault of this service, or a challenge. */
import { type Reason, Refusal, refuse, type TppMessage } from '../../domain/refusal.ts';
import { RemoteRefusal } from '../remote-calls/refusals.ts';

/** The PSU must log in at the bank. */
export interface Challenge {
  readonly status: 401;
  readonly challenge: {
    readonly reason: 'SCA_REQUIRED' | 'SCA_EXPIRED';
    /** Absolute; for the PSU's browser, never for the TPP. */
    readonly scaRedirect: string;
  };
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** What an operator must check. */
export const alarmKinds = [
  /** The bank rejects our signature or its date. */
  'SIGNATURE',
  /** The bank rejects our certificate, in a header or in TLS. */
  'CERTIFICATE',
  /** The bank rejects our PSP role. */
  'ROLE',
  /** The bank rejects a path, method or header of this service: often a wrong UPSTREAM_URL. */
  'REQUEST',
  /** The bank's certificate is not trusted, so nothing was sent. */
  'SERVER_CERTIFICATE',
  /** The bank no longer knows a payment that it had accepted. */
  'PAYMENT',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** 500: a fault of this service, which the TPP cannot correct. */
export const ourFault = (kind: AlarmKind): RemoteRefusal =>
  new RemoteRefusal('NONE', refuse('SYSTEM_ERROR', { detail: `the bank upstream: ${kind}` }));

export const refusedBy = (reason: Reason, messages: readonly TppMessage[]): RemoteRefusal =>
  new RemoteRefusal('NONE', new Refusal(reason, messages));
