/** Records that a certificate was issued. It is always for a new TPP, so that nobody can act for another one. */
import type { Operation } from '../operation.ts';

export const certificateKinds = [
  'GOOD',
  'EXPIRED',
  'NOT_YET_VALID',
  'WRONG_ROLE',
  'UNTRUSTED',
  'WEAK_KEY',
] as const;
export type CertificateKind = (typeof certificateKinds)[number];

/** What is kept of it: neither key nor certificate, since outcomes are kept for replays. */
export interface MadeCertificate {
  readonly tppId: string;
  readonly kind: CertificateKind;
}

/** Makes key and certificate, both PEM; of the sandbox's CA, or with the flaw that the kind names. */
export type CertificateIssuer = (
  request: MadeCertificate & { readonly name: string },
) => Promise<{ readonly certificatePem: string; readonly privateKeyPem: string }>;

export const createSandboxCertificate: Operation<MadeCertificate, MadeCertificate> = {
  name: 'createSandboxCertificate',
  role: null,
  kind: 'write',
  refusals: ['FORBIDDEN', 'ACCESS_EXCEEDED'],
  run: async (_, made) => made,
};
