import { RemoteRefusal } from '../remote-calls/refusals.ts';

/** The bank's response if the PSU must log in there first. */
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

/** false: the bank did not respond, limits the rate, or rejects this service itself. Then the TPP gets the status 500 or 503. */
export const isRefusalOfBank = (error: unknown): boolean =>
  error instanceof RemoteRefusal && error.status < 500;
