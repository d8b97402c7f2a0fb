import { mayHaveActed, RemoteRefusal } from '../remote-calls/refusals.ts';

export interface Challenge {
  readonly status: 401;
  readonly challenge: {
    readonly reason: 'SCA_REQUIRED' | 'SCA_EXPIRED';
    /** Absolute, for the PSU's browser, never for the TPP. */
    readonly scaRedirect: string;
  };
}

export const alarmKinds = [
  /** The bank rejects the signature of this service, or its date. */
  'SIGNATURE',
  /** The bank rejects the certificate of this service, in a header or in TLS. */
  'CERTIFICATE',
  /** The bank says that the certificate of this service lacks a PSD2 role. */
  'ROLE',
  /** The bank rejects a path, method or header of this service, often because of a wrong UPSTREAM_URL. */
  'REQUEST',
  'SERVER_CERTIFICATE',
  /** The bank no longer knows a payment that it had accepted. */
  'PAYMENT',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/**
 * true: the bank refused what the TPP asked for. false: the bank did not respond, limits the rate, or rejects this service itself. In these
 * three cases the TPP gets a status from 500.
 */
export const isRefusalOfBank = (error: unknown): boolean =>
  error instanceof RemoteRefusal && !mayHaveActed(error) && error.status < 500;
