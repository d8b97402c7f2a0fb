import { Refusal } from '../../domain/refusal.ts';
import type { SignatureFault } from '../../security/signature.ts';

const signatureFaults = ['malformed', 'key-id', 'coverage', 'mismatch'] as const satisfies SignatureFault[];
export const signatureReasons = [
  'certificate',
  'certificate-expired',
  ...signatureFaults,
  'date',
  'digest',
  'role',
] as const;

/** null: neither a certificate nor a signature has caused the error. */
export function signatureReasonOf(error: unknown): (typeof signatureReasons)[number] | null {
  if (!(error instanceof Refusal)) return null;
  const { reason, tppMessages, extras } = error;
  if (reason === 'CERTIFICATE_INVALID') return 'certificate';
  if (reason === 'CERTIFICATE_EXPIRED') return 'certificate-expired';
  if (reason === 'ROLE_INVALID') return 'role';
  if (reason !== 'SIGNATURE_INVALID') return null;
  const path = tppMessages[0]?.path;
  if (path === 'Date') return 'date';
  if (path === 'Digest') return 'digest';
  // The checks of the signature store the fault in `detail`.
  return signatureFaults.find((fault) => fault === extras.detail) ?? 'malformed';
}
