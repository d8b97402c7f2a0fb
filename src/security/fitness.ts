/** What a certificate must have to sign requests, and a CA to be a trust anchor. */
import type { CertificateFields } from './certificate-fields.ts';
import { readSignatureAlgorithm } from './signature-algorithm.ts';

/** These extensions are allowed to be critical. The service or node:crypto reads them, or they do not affect signatures of requests. */
const supportedExtensions: ReadonlySet<string> = new Set([
  '2.5.29.14', // subjectKeyIdentifier
  '2.5.29.15', // keyUsage
  '2.5.29.17', // subjectAltName
  '2.5.29.18', // issuerAltName
  '2.5.29.19', // basicConstraints
  '2.5.29.31', // cRLDistributionPoints
  '2.5.29.32', // certificatePolicies
  '2.5.29.35', // authorityKeyIdentifier
  '2.5.29.37', // extKeyUsage
  '1.3.6.1.5.5.7.1.1', // authorityInfoAccess
  '1.3.6.1.5.5.7.1.3', // qcStatements
]);

/** Certificates for servers, code, time stamps or OCSP have other purposes. */
const signingPurposes: ReadonlySet<string> = new Set([
  '2.5.29.37.0', // anyExtendedKeyUsage
  '1.3.6.1.5.5.7.3.2', // clientAuth
  '1.3.6.1.5.5.7.3.4', // emailProtection
  '1.3.6.1.5.5.7.3.36', // documentSigning
  '1.3.6.1.4.1.311.10.3.12', // Microsoft's documentSigning
  '1.2.840.113583.1.1.5', // Adobe's authenticDocumentsTrust
]);

/** A larger exponent would make every verification expensive. */
const maxExponent = 2n ** 32n;

export const authorityFault = 'the certificate of a CA cannot sign requests';

/** Texts of refusals. */
export function fitnessFaults(fields: CertificateFields): readonly string[] {
  const { isAuthority, keyUsage, purposes, criticalExtensions } = fields;
  const isUnfitUsage = keyUsage !== null && !keyUsage.digitalSignature && !keyUsage.contentCommitment;
  const unknownExtension = criticalExtensions.find((oid) => !supportedExtensions.has(oid));
  const faults = [
    keyFault(fields),
    isAuthority && authorityFault,
    isUnfitUsage && 'the key usage of the certificate must include digitalSignature or contentCommitment',
    !isForSigning(purposes) &&
      'the extended key usage of the certificate does not include a purpose for signing messages',
    !hasAllowedSignature(fields) &&
      'the certificate must be signed with SHA-256, SHA-384 or SHA-512, by RSA, ECDSA or EdDSA',
    unknownExtension !== undefined &&
      `the critical extension ${unknownExtension} of the certificate is not supported`,
  ];
  return faults.filter((fault) => fault !== false);
}

/** Names an unsupported property of a CA, as the end of "A trust anchor has …". null: the service supports the CA. */
export function constraintOfAuthority(fields: CertificateFields): string | null {
  if (fields.hasNameConstraints) return 'name constraints';
  if (!isForSigning(fields.purposes)) return 'an extended key usage without a purpose for signing messages';
  const unknownExtension = fields.criticalExtensions.find((oid) => !supportedExtensions.has(oid));
  return unknownExtension === undefined ? null : `the critical extension ${unknownExtension}`;
}

const isForSigning = (purposes: CertificateFields['purposes']): boolean =>
  purposes === null || purposes.some((purpose) => signingPurposes.has(purpose));

function keyFault({ rsaKey }: CertificateFields): string | false {
  if (rsaKey === null || rsaKey.bits < 2_048 || rsaKey.bits > 8_192)
    return 'the key of the certificate must be an RSA key of 2048 to 8192 bits';
  const { exponent } = rsaKey;
  const isAllowed = exponent >= 3n && exponent <= maxExponent && exponent % 2n === 1n;
  return !isAllowed && 'the public exponent of the certificate must be an odd number from 3 to 2^32';
}

function hasAllowedSignature({ signatureAlgorithm }: CertificateFields): boolean {
  try {
    return readSignatureAlgorithm(signatureAlgorithm) !== null;
  } catch {
    return false; // The algorithm cannot be read.
  }
}
