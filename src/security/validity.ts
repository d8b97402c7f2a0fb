/** Checks dates and revocation of a certificate and of its issuer, which may have several trust anchors with the same name. */
import type { CertificateFields } from './certificate-fields.ts';
import { refuseExpired, refuseInvalid } from './certificate-refusals.ts';
import type { IssuedCertificate, Revocations } from './revocation.ts';
import type { TrustAnchor } from './trust.ts';

type ValidityPeriod = Pick<CertificateFields, 'notBefore' | 'notAfter'>;

interface CertificateWithAnchors extends Pick<IssuedCertificate, 'issuer' | 'serial'> {
  readonly anchors: readonly TrustAnchor[];
}

export const isValidAt = ({ notBefore, notAfter }: ValidityPeriod, now: number): boolean =>
  notBefore <= now && now <= notAfter;

export function requireOwnDates({ notBefore, notAfter }: ValidityPeriod, now: number): void {
  if (now < notBefore)
    throw refuseInvalid(`the certificate is not valid before ${new Date(notBefore).toISOString()}`);
  if (now > notAfter) throw refuseExpired(`the certificate expired on ${new Date(notAfter).toISOString()}`);
}

export function requireIssuerDates({ anchors }: Pick<CertificateWithAnchors, 'anchors'>, now: number): void {
  if (anchors.some((anchor) => isValidAt(anchor, now))) return;
  if (anchors.some((anchor) => now < anchor.notBefore))
    throw refuseInvalid('the issuer of the certificate is not valid yet');
  throw refuseExpired('the issuer of the certificate has expired');
}

export function requireNotRevoked(
  certificate: CertificateWithAnchors,
  revocations: Revocations,
  now: number,
): void {
  const fault = revocationFault(certificate, revocations, now);
  if (fault !== null) throw refuseInvalid(fault);
}

/** null: the lists refuse neither the certificate nor its issuer. They refuse the issuer if they refuse all its anchors with valid dates. */
export function revocationFault(
  { issuer, serial, anchors }: CertificateWithAnchors,
  revocations: Revocations,
  now: number,
): string | null {
  const issuerKeyDigests = anchors.map(({ keyDigest }) => keyDigest);
  const fault = revocations.faultOf({ issuer, serial, issuerKeyDigests }, now);
  if (fault !== null) return `the certificate ${fault}`;
  const validAnchors = anchors.filter((anchor) => isValidAt(anchor, now));
  const anchorFaults = validAnchors.map((anchor) => revocations.faultOf(anchor, now));
  const isIssuerRefused = anchorFaults.length > 0 && !anchorFaults.includes(null);
  return isIssuerRefused ? `the issuer of the certificate ${anchorFaults[0]}` : null;
}
