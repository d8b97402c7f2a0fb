/** Records that a certificate was issued. It is always for a new TPP, so that nobody can act for another one. */
import { refuse } from '../../domain/refusal.ts';
import { tppWrite } from '../operation.ts';

export const certificateKinds = [
  'GOOD',
  'EXPIRED',
  'NOT_YET_VALID',
  'WRONG_ROLE',
  'UNTRUSTED',
  'WEAK_KEY',
] as const;
export type CertificateKind = (typeof certificateKinds)[number];

/** What is stored of it: neither key nor certificate, because outcomes are stored for replays. */
export interface MadeCertificate {
  readonly tppId: string;
  readonly kind: CertificateKind;
}

/** Makes key and certificate, both PEM; of the sandbox's CA, or with the flaw that the kind names. */
export type CertificateIssuer = (
  request: MadeCertificate & { readonly name: string },
) => Promise<{ readonly certificatePem: string; readonly privateKeyPem: string }>;

/** Certificates are expensive to make, so their number is limited per hour and TPP. */
export interface BoundIssuer {
  readonly anHour: number;
  /** Counts one more for the TPP, or returns after how many seconds the next one is allowed. */
  take(tppId: string): number | null;
  readonly issue: CertificateIssuer;
}

interface Asked {
  readonly made: MadeCertificate;
  readonly issuer: BoundIssuer | null;
}

export const createSandboxCertificate = tppWrite({
  name: 'createSandboxCertificate',
  refusals: ['FORBIDDEN', 'ACCESS_EXCEEDED'],
  async run({ caller }, { made, issuer }: Asked) {
    if (issuer === null) throw refuse('FORBIDDEN', { text: 'this service issues no certificates' });
    const retryAfterSeconds = issuer.take(caller.tppId);
    if (retryAfterSeconds === null) return made;
    const text = `a TPP may make ${issuer.anHour} certificates an hour`;
    throw refuse('ACCESS_EXCEEDED', { text, retryAfterSeconds });
  },
});
