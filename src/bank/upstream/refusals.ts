/** The results of calls that do not succeed: a challenge, a refusal of the bank, or a fault of this service. */
import { type Reason, Refusal, refuse, type TppMessage } from '../../domain/refusal.ts';
import { mayHaveActed, RemoteRefusal } from '../remote-calls/refusals.ts';

/** The PSU must log in at the bank. */
export interface Challenge {
  readonly status: 401;
  readonly challenge: {
    readonly reason: 'SCA_REQUIRED' | 'SCA_EXPIRED';
    /** Absolute. It is for the PSU's browser, never for the TPP. */
    readonly scaRedirect: string;
  };
}

/** Kinds of problems that an operator must correct. */
export const alarmKinds = [
  /** The bank rejects the signature of this service, or the date of the signature. */
  'SIGNATURE',
  /** The bank rejects the certificate of this service, in a header or in TLS. */
  'CERTIFICATE',
  /** The bank rejects the PSP role of this service. */
  'ROLE',
  /** The bank rejects a path, method or header of this service, often because of a wrong UPSTREAM_URL. */
  'REQUEST',
  /** The bank's certificate is not trusted, so nothing was sent. */
  'SERVER_CERTIFICATE',
  /** The bank no longer knows a payment that it had accepted. */
  'PAYMENT',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** A 500: only an operator of this service can correct the fault. */
export const refusalForOwnFault = (kind: AlarmKind): RemoteRefusal =>
  new RemoteRefusal('NOT_DONE', refuse('SYSTEM_ERROR', { detail: `the bank upstream: ${kind}` }));

export const refusalByBank = (reason: Reason, messages: readonly TppMessage[]): RemoteRefusal =>
  new RemoteRefusal('NOT_DONE', new Refusal(reason, messages));

/** Whether the bank refuses the request; false: the bank did not respond, is busy, or rejects this service. */
export const isRefusalOfBank = (error: unknown): boolean =>
  error instanceof RemoteRefusal && !mayHaveActed(error) && error.status < 500;
