/**
 * TPP-Signature-Certificate: decoded, chained to a trust anchor, judged fit, and kept in a bounded cache, so that a known
 * certificate costs no parsing. Dates are looked at on every request, cached or not.
 */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { type CertificateFields, type Psd2Role, readFields } from './certificate-fields.ts';
import { canonicalName } from './distinguished-name.ts';
import type { TrustStore } from './trust.ts';

export interface SigningCertificate {
  readonly publicKey: KeyObject;
  readonly serial: bigint;
  /** The issuer's name in canonical form. */
  readonly issuer: string;
  readonly issuerText: string;
  readonly tppId: string;
  readonly name: string;
  readonly roles: readonly Psd2Role[] | null;
  readonly notBefore: number;
  readonly notAfter: number;
  /** keyIds that have been compared with this certificate and fit. */
  readonly fittingKeyIds: Set<string>;
}

export interface CertificateReader {
  /** The certificate of a header value, valid at `now`; throws a 401 refusal. */
  read(header: string, now: number): SigningCertificate;
}

const path = 'TPP-Signature-Certificate';
const invalid = (text: string): Refusal => refuse('CERTIFICATE_INVALID', { path, text });

export function createCertificateReader(trust: TrustStore): CertificateReader {
  const known = new LRUCache<string, SigningCertificate>({
    max: 2_000,
    maxSize: 16 * 1_024 * 1_024,
    sizeCalculation: (_, header) => header.length + 2_048,
  });
  return {
    read(header, now) {
      let certificate = known.get(header);
      if (certificate === undefined) {
        certificate = judge(decode(header), trust);
        known.set(header, certificate);
      }
      if (now < certificate.notBefore) throw invalid('the certificate, or its issuer, is not valid yet');
      if (now > certificate.notAfter) throw refuse('CERTIFICATE_EXPIRED', { path, text: 'the certificate, or its issuer, has expired' });
      return certificate;
    },
  };
}

/** Base64 DER on one line; PEM with or without its first and last line; line breaks as spaces or percent-encoded. */
function decode(header: string): Buffer {
  let text = header.trim();
  if (/%[0-9a-f]{2}/i.test(text)) {
    try {
      text = decodeURIComponent(text);
    } catch {
      throw invalid('the header is percent-encoded, but not rightly');
    }
  }
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\\n|\s/g, '');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')) {
    throw invalid('the header is not a certificate in Base64');
  }
  return bytes;
}

function judge(der: Buffer, trust: TrustStore): SigningCertificate {
  let certificate: X509Certificate;
  let fields: CertificateFields;
  try {
    certificate = new X509Certificate(der);
    fields = readFields(der);
  } catch {
    throw invalid('the header is not an X.509 certificate');
  }
  if (!certificate.raw.equals(der)) throw invalid('the header holds more than one certificate');
  const { publicKey } = certificate;
  const bits = publicKey.asymmetricKeyType === 'rsa' ? (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  if (bits < 2_048 || bits > 8_192) throw invalid('the key must be RSA of 2048 to 8192 bits');
  if (certificate.ca) throw invalid('a CA certificate does not sign requests');
  if (fields.digitalSignature === false) throw invalid('the key usage of the certificate does not allow signatures');
  const anchor = trust.issuerOf(certificate);
  if (anchor === null) throw invalid('the certificate does not chain to a trusted CA');
  return {
    publicKey,
    serial: BigInt(`0x${certificate.serialNumber}`),
    issuer: canonicalName(fields.issuer),
    issuerText: certificate.issuer.replaceAll('\n', ','),
    ...identity(fields),
    roles: fields.roles,
    notBefore: Math.max(Date.parse(certificate.validFrom), anchor.notBefore),
    notAfter: Math.min(Date.parse(certificate.validTo), anchor.notAfter),
    fittingKeyIds: new Set(),
  };
}

/** The TPP is its organizationIdentifier, else its subject: a renewed certificate finds the payments of the old one. */
function identity({ subject }: CertificateFields): Pick<SigningCertificate, 'tppId' | 'name'> {
  const valueOf = (type: string) => subject.find((attribute) => attribute.type === type)?.value.trim();
  const tppId = valueOf('2.5.4.97') || canonicalName(subject).replaceAll('\n', ',');
  if (tppId === '') throw invalid('the certificate names no subject');
  return { tppId, name: valueOf('2.5.4.10') || valueOf('2.5.4.3') || tppId };
}
