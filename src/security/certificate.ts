/**
 * TPP-Signature-Certificate: decoded, checked for fitness, chained to a trust anchor, and kept in a bounded cache so
 * that a known certificate costs no parsing. Dates and revocation, which change with time, are checked on every
 * request.
 */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refusal, refusalOf, refuse, refuseTogether } from '../domain/refusal.ts';
import { boundedText } from '../domain/values/text.ts';
import { type CertificateFields, readFields, UnreadableExtension } from './certificate-fields.ts';
import { certificateBytes } from './certificate-header.ts';
import { canonicalName, reversedName, writtenName } from './distinguished-name.ts';
import { authorityFault, fitnessFaults } from './fitness.ts';
import { type Identity, identityOf, issuedIdentity, type SubjectIdentity } from './identity.ts';
import type { Revocations } from './revocation.ts';
import type { TrustAnchor, TrustStore } from './trust.ts';

export interface SigningCertificate
  extends Identity,
    Pick<CertificateFields, 'roles' | 'notBefore' | 'notAfter'> {
  readonly publicKey: KeyObject;
  readonly serial: bigint;
  /** The issuer's name in canonical form, forward and reversed, for comparison. */
  readonly issuerSpellings: readonly [string, string];
  /** The issuer's name as a keyId would write it. */
  readonly issuerText: string;
  readonly anchors: readonly TrustAnchor[];
  /** All anchors of the issuer's name when the certificate was judged. */
  readonly judgedBy: readonly TrustAnchor[];
  /** The serial number as a revocation list knows it. */
  readonly listedSerial: string;
  /** Its id for `stands`. */
  readonly named: string;
  /** keyIds of verified requests that fit this certificate. */
  readonly fittingKeyIds: Set<string>;
}

export interface ExaminedCertificate {
  /** Null when the request cannot be checked any further. */
  readonly certificate: SigningCertificate | null;
  readonly refusals: readonly Refusal[];
}

const path = 'TPP-Signature-Certificate';
const invalid = (text: string): Refusal => refuse('CERTIFICATE_INVALID', { path, text });
const expired = (text: string): Refusal => refuse('CERTIFICATE_EXPIRED', { path, text });

const unreadable = (): Refusal =>
  invalid('the header must contain one certificate in Base64: DER, or PEM without line breaks');

/** Bytes that a parsed certificate and its keyIds take beside copies of the header, estimated generously. */
const bytesBeside = 8_192;

/**
 * The key of the cache is the shortest form of the header, so that spellings of one certificate cannot push out others.
 * Only certificates of a trust anchor are kept.
 */
export function createCertificateReader(
  trust: TrustStore,
  revocations: Revocations | null,
  keptBytes = 32 * 1_024 * 1_024,
) {
  const cache = new LRUCache<string, SigningCertificate>({
    max: 2_000,
    maxSize: keptBytes,
    sizeCalculation: (_, header) => 2 * header.length + bytesBeside,
  });
  /** A certificate that was judged by anchors that are still in force. */
  const recall = (key: string): SigningCertificate | undefined => {
    const certificate = cache.get(key);
    if (certificate === undefined) return undefined;
    return trust.named(certificate.issuerSpellings[0]) === certificate.judgedBy ? certificate : undefined;
  };
  const readUnknown = (header: string, now: number): SigningCertificate => {
    const der = certificateBytes(header);
    if (der === null) throw unreadable();
    const key = der.toString('base64');
    const certificate = recall(key) ?? judge(der, trust, now);
    cache.set(key, certificate);
    return certificate;
  };
  const rememberedAs = (header: string) => recall(certificateBytes(header)?.toString('base64') ?? '');
  return {
    /** The certificate of a header value when it is trusted and fit, and its faults at `now` (epoch milliseconds). */
    read(header: string, now: number): ExaminedCertificate {
      return examined(() => {
        const certificate = recall(header) ?? readUnknown(header, now);
        const refusals = [
          ...refusalOf(() => requireOwnDates(certificate, now)),
          ...refusalOf(() => requireIssuerDates(certificate, now)),
          ...(revocations === null ? [] : refusalOf(() => requireNotRevoked(certificate, revocations, now))),
        ];
        return { certificate, refusals };
      });
    },
    /**
     * The TPP that a certificate of a trust anchor names, whatever its dates; null for any other. `remembered`: only
     * a cached one, so that a certificate that was just refused is not checked again.
     */
    tppOf(header: string, now: number, cacheOnly: boolean): string | null {
      try {
        const certificate = recall(header) ?? (cacheOnly ? rememberedAs(header) : readUnknown(header, now));
        if (certificate === undefined) return null;
        if (revocations !== null) requireNotRevoked(certificate, revocations, now);
        return certificate.tppId;
      } catch (error) {
        if (error instanceof Refusal) return null;
        throw error;
      }
    },
    /** Whether a certificate that was read before is still not revoked, and its CA an anchor; by its `named`. */
    stands(certificateId: string, now: number): boolean {
      const [serial = ''] = certificateId.split(' ', 1);
      const issuer = certificateId.slice(serial.length + 1);
      const anchors = trust.named(issuer);
      if (anchors.length === 0) return false;
      return revocations === null || revokedFault({ issuer, serial, anchors }, revocations, now) === null;
    },
  };
}

type ValidTime = Pick<CertificateFields, 'notBefore' | 'notAfter'>;

const serves = ({ notBefore, notAfter }: ValidTime, now: number) => notBefore <= now && now <= notAfter;

function requireOwnDates({ notBefore, notAfter }: ValidTime, now: number): void {
  if (now < notBefore)
    throw invalid(`the certificate is not valid before ${new Date(notBefore).toISOString()}`);
  if (now > notAfter) throw expired(`the certificate expired on ${new Date(notAfter).toISOString()}`);
}

function requireIssuerDates({ anchors }: SigningCertificate, now: number): void {
  if (anchors.some((anchor) => serves(anchor, now))) return;
  if (anchors.some((anchor) => now < anchor.notBefore))
    throw invalid('the issuer of the certificate is not valid yet');
  throw expired('the issuer of the certificate has expired');
}

interface Issued {
  readonly issuer: string;
  readonly serial: string;
  readonly anchors: readonly TrustAnchor[];
}

/** A fault when the certificate is on a list of its issuer, or every valid anchor of it is on a list itself. */
function revokedFault({ issuer, serial, anchors }: Issued, revocations: Revocations, now: number) {
  const fault = revocations.fault(issuer, serial, now);
  if (fault !== null) return `the certificate ${fault}`;
  const faults = anchors
    .filter((anchor) => serves(anchor, now))
    .map((anchor) => revocations.fault(anchor.issuer, anchor.serial, now));
  return faults.includes(null) ? null : `the issuer of the certificate ${faults[0] ?? 'has expired'}`;
}

function requireNotRevoked(
  { issuerSpellings: [issuer], listedSerial: serial, anchors }: SigningCertificate,
  revocations: Revocations,
  now: number,
): void {
  const fault = revokedFault({ issuer, serial, anchors }, revocations, now);
  if (fault !== null) throw invalid(fault);
}

/**
 * The certificate when it is trusted and fit; else its faults. Cheap checks come first: OpenSSL parses only what has
 * passed them, and the signature of the CA is verified last.
 */
function judge(der: Buffer, trust: TrustStore, now: number): SigningCertificate {
  const fields = readOrRefuse(der);
  const issuerAnchors = trust.named(canonicalName(fields.issuer));
  const identity = identityOf(fields.subject);
  const makeRefusal = (faults: readonly Refusal[], skippedChecks: readonly string[] = []) =>
    refuseTogether([...faults, ...refusalOf(() => requireOwnDates(fields, now))], { unread: skippedChecks });
  const unfit = [
    ...(issuerAnchors.length === 0 ? [unknownIssuer(fields)] : []),
    ...fitnessFaults(fields).map(invalid),
    ...(typeof identity === 'string' ? [invalid(identity)] : []),
  ];
  if (unfit.length > 0 || typeof identity === 'string')
    throw makeRefusal(unfit, issuerAnchors.length === 0 ? [] : ['signature of the CA']);
  const certificate = parseCertificate(der);
  const anchors = issuerAnchors.filter((anchor) => isIssuedBy(certificate, anchor));
  const forged = anchors.length === 0 ? [unknownIssuer(fields)] : [];
  const authority = certificate.ca ? [invalid(authorityFault)] : [];
  if (forged.length + authority.length > 0) throw makeRefusal([...forged, ...authority]);
  return signingCertificate(fields, certificate, { anchors, named: issuerAnchors }, identity);
}

function signingCertificate(
  fields: CertificateFields,
  { publicKey }: X509Certificate,
  { anchors, named }: Readonly<Record<'anchors' | 'named', readonly TrustAnchor[]>>,
  identity: SubjectIdentity,
): SigningCertificate {
  const issuer = canonicalName(fields.issuer);
  return {
    publicKey,
    serial: BigInt(`0x${fields.serial}`),
    listedSerial: fields.serial,
    named: `${fields.serial} ${issuer}`,
    issuerSpellings: [issuer, reversedName(fields.issuer)],
    issuerText: writtenName(fields.issuer),
    ...issuedIdentity(identity, anchors[0]?.qualifier ?? null),
    roles: fields.roles,
    notBefore: fields.notBefore,
    notAfter: fields.notAfter,
    anchors,
    judgedBy: named,
    fittingKeyIds: new Set(),
  };
}

function unknownIssuer({ issuer }: CertificateFields): Refusal {
  return invalid(
    `the bank does not trust the issuer of the certificate: ${boundedText(writtenName(issuer), 300)}`,
  );
}

/** Everything that is wrong with a certificate, to help correct it, expensive checks included. */
export function examineCertificate(header: string, trust: TrustStore, now: number): ExaminedCertificate {
  return examined(() => {
    const der = certificateBytes(header);
    if (der === null) throw unreadable();
    const fields = readOrRefuse(der);
    const x509 = parseCertificate(der);
    const issuerAnchors = trust.named(canonicalName(fields.issuer));
    const anchors = issuerAnchors.filter((anchor) => isIssuedBy(x509, anchor));
    const identity = identityOf(fields.subject);
    const subject = typeof identity === 'string' ? { tppId: '', name: '', hasIdentifier: false } : identity;
    const certificate = signingCertificate(fields, x509, { anchors, named: issuerAnchors }, subject);
    const unfit = new Set([...fitnessFaults(fields), ...(x509.ca ? [authorityFault] : [])]);
    const refusals = [
      ...(anchors.length === 0 ? [unknownIssuer(fields)] : []),
      ...[...unfit].map(invalid),
      ...(typeof identity === 'string' ? [invalid(identity)] : []),
      ...refusalOf(() => requireOwnDates(certificate, now)),
      ...(anchors.length === 0 ? [] : refusalOf(() => requireIssuerDates(certificate, now))),
    ];
    return { certificate, refusals };
  });
}

/** What `read` gives, or that there is no certificate because of what it throws. */
function examined(examine: () => ExaminedCertificate): ExaminedCertificate {
  try {
    return examine();
  } catch (error) {
    if (error instanceof Refusal) return { certificate: null, refusals: [error] };
    throw error;
  }
}

function readOrRefuse(der: Buffer): CertificateFields {
  try {
    return readFields(der);
  } catch (error) {
    if (error instanceof UnreadableExtension) throw invalid(error.message);
    throw invalid('the header is not an X.509 certificate of version 3 (RFC 5280)');
  }
}

/** OpenSSL looks for PEM in the bytes first, so what it found must be the certificate whose fields were read. */
function parseCertificate(der: Buffer): X509Certificate {
  try {
    const certificate = new X509Certificate(der);
    // Reading a key that cannot be decoded throws.
    if (certificate.raw.equals(der) && certificate.publicKey) return certificate;
  } catch {
    // Refused below.
  }
  throw invalid('the header is not an X.509 certificate');
}

/** The signature first: `checkIssued` reads extensions, which may be expensive in a certificate that is not trusted. */
function isIssuedBy(certificate: X509Certificate, anchor: TrustAnchor): boolean {
  return certificate.verify(anchor.publicKey) && certificate.checkIssued(anchor.certificate);
}
