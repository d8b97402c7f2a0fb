/**
 * TPP-Signature-Certificate (contract 4): decoded, chained to a trust anchor, judged fit, and kept in a bounded cache so
 * that a known certificate costs no parsing. What time can change, the dates, is looked at on every request.
 */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refusal, refuse } from '../domain/refusal.ts';
import { type CertificateFields, type Psd2Role, readFields } from './certificate-fields.ts';
import { certificateBytes } from './certificate-header.ts';
import { canonicalName } from './distinguished-name.ts';
import type { TrustAnchor, TrustStore } from './trust.ts';

export interface SigningCertificate {
  readonly publicKey: KeyObject;
  readonly serial: bigint;
  /** The issuer's name in canonical form, for comparison. */
  readonly issuer: string;
  /** The issuer's name as a keyId would write it. */
  readonly issuerText: string;
  readonly tppId: string;
  readonly name: string;
  readonly roles: readonly Psd2Role[] | null;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly anchors: readonly TrustAnchor[];
  /** keyIds that have been compared with this certificate and fit. */
  readonly fittingKeyIds: Set<string>;
}

export interface CertificateReader {
  /** The certificate of a header value, valid at `now` (epoch milliseconds); throws a 401 refusal. */
  read(header: string, now: number): SigningCertificate;
}

const path = 'TPP-Signature-Certificate';
const invalid = (text: string): Refusal => refuse('CERTIFICATE_INVALID', { path, text });
const expired = (text: string): Refusal => refuse('CERTIFICATE_EXPIRED', { path, text });

/** What a parsed certificate and its keyIds take beside the header, in bytes, roughly and rather too much. */
const bytesBeside = 8_192;

/** Extensions that are read here or by node:crypto, or that only narrow what a signer does elsewhere. */
const understood: ReadonlySet<string> = new Set([
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

/** Kept under the shortest form of the header: other spellings of a certificate must not crowd out other certificates. */
export function createCertificateReader(trust: TrustStore): CertificateReader {
  const known = new LRUCache<string, SigningCertificate>({
    max: 2_000,
    maxSize: 32 * 1_024 * 1_024,
    sizeCalculation: (_, header) => header.length + bytesBeside,
  });
  const readUnknown = (header: string): SigningCertificate => {
    const der = certificateBytes(header);
    if (der === null)
      throw invalid('the header is not one certificate in Base64 (DER, or PEM without its line breaks)');
    const key = der.toString('base64');
    const certificate = known.get(key) ?? judge(der, trust);
    known.set(key, certificate);
    return certificate;
  };
  return {
    read(header, now) {
      const certificate = known.get(header) ?? readUnknown(header);
      requireDates(certificate, now);
      return certificate;
    },
  };
}

function requireDates({ notBefore, notAfter, anchors }: SigningCertificate, now: number): void {
  if (now < notBefore)
    throw invalid(`the certificate is not valid before ${new Date(notBefore).toISOString()}`);
  if (now > notAfter) throw expired(`the certificate expired on ${new Date(notAfter).toISOString()}`);
  if (anchors.some((anchor) => anchor.notBefore <= now && now <= anchor.notAfter)) return;
  if (anchors.some((anchor) => now < anchor.notBefore))
    throw invalid('the issuer of the certificate is not valid yet');
  throw expired('the issuer of the certificate has expired');
}

/** The certificate when it is trusted and fit; the chain comes first, so that strangers cost least. */
function judge(der: Buffer, trust: TrustStore): SigningCertificate {
  try {
    const certificate = new X509Certificate(der);
    // OpenSSL reads past what follows a certificate, and PEM too; neither is the one DER that was asked for.
    if (!certificate.raw.equals(der)) throw invalid('the header holds more, or other, than one certificate');
    const anchors = trust.issuersOf(certificate);
    if (anchors.length === 0) throw invalid(`the bank trusts no such issuer: ${issuerText(certificate)}`);
    const fields = readFields(der);
    const { publicKey } = certificate;
    requireFitness(certificate, publicKey, fields);
    return {
      publicKey,
      serial: BigInt(`0x${certificate.serialNumber}`),
      issuer: canonicalName(fields.issuer),
      issuerText: issuerText(certificate),
      ...identityOf(fields),
      roles: fields.roles,
      notBefore: Date.parse(certificate.validFrom),
      notAfter: Date.parse(certificate.validTo),
      anchors,
      fittingKeyIds: new Set(),
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('the header is not an X.509 certificate');
  }
}

function issuerText(certificate: X509Certificate): string {
  return (certificate.issuer ?? '').split('\n').join(',').slice(0, 300);
}

function requireFitness(certificate: X509Certificate, key: KeyObject, fields: CertificateFields): void {
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  const bits = asymmetricKeyType === 'rsa' ? (asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  if (bits < 2_048 || bits > 8_192)
    throw invalid('the key of the certificate must be RSA of 2048 to 8192 bits');
  // With the exponent 1 every message is its own signature.
  if ((asymmetricKeyDetails?.publicExponent ?? 0n) < 3n)
    throw invalid('the key of the certificate is unsafe');
  if (certificate.ca || fields.isAuthority) throw invalid('the certificate of a CA does not sign requests');
  if (fields.digitalSignature === false)
    throw invalid('the key usage of the certificate lacks digitalSignature');
  const unknown = fields.criticalExtensions.find((oid) => !understood.has(oid));
  if (unknown !== undefined)
    throw invalid(`the critical extension ${unknown} of the certificate is not understood`);
}

/** The TPP is its organizationIdentifier, else its subject: a renewed certificate finds the payments of the old one. */
function identityOf({ subject }: CertificateFields): Pick<SigningCertificate, 'tppId' | 'name'> {
  // Names go into the database and onto pages: what neither takes must not get through.
  if (subject.some(({ value }) => /\p{Cc}/u.test(value) || !value.isWellFormed())) {
    throw invalid('the subject of the certificate holds control characters');
  }
  const named = (type: string) => subject.find((attribute) => attribute.type === type)?.value.trim();
  const tppId = named('2.5.4.97') || canonicalName(subject);
  if (tppId === '') throw invalid('the certificate names no subject');
  return { tppId, name: named('2.5.4.10') || named('2.5.4.3') || tppId };
}
