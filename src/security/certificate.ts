/**
 * Checks certificates. It caches trusted ones, so that a known certificate needs no parsing. Dates and revocation
 * change with time, so it checks them on every request.
 */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refusal, refusalOf, refuse, refuseTogether } from '../domain/refusal.ts';
import { boundedText } from '../domain/values/text.ts';
import { type CertificateFields, readFields, UnreadableExtension } from './certificate-fields.ts';
import { certificateBytes } from './certificate-header.ts';
import { canonicalName, reversedName, writtenName } from './distinguished-name.ts';
import { authorityFault, fitnessFaults } from './fitness.ts';
import { domainsOf, type Identity, identityOf, issuedIdentity, type SubjectIdentity } from './identity.ts';
import type { Revocations } from './revocation.ts';
import type { TrustAnchor, TrustStore } from './trust.ts';

export interface SigningCertificate
  extends Identity,
    Pick<CertificateFields, 'roles' | 'notBefore' | 'notAfter'> {
  readonly publicKey: KeyObject;
  readonly serial: bigint;
  /** The name in canonical form, forward and reversed, for comparisons. */
  readonly issuerSpellings: readonly [string, string];
  /** The name as a keyId contains it. */
  readonly issuerText: string;
  readonly anchors: readonly TrustAnchor[];
  /** All anchors with the issuer's name at the time of the check. */
  readonly judgedBy: readonly TrustAnchor[];
  /** As in revocation lists. */
  readonly listedSerial: string;
  /** The id of the certificate for `isInForce`. */
  readonly named: string;
  readonly domains: readonly string[];
  /** keyIds of verified requests. */
  readonly fittingKeyIds: Set<string>;
}

export interface ExaminedCertificate {
  /** null: no further check is possible. */
  readonly certificate: SigningCertificate | null;
  readonly refusals: readonly Refusal[];
}

const path = 'TPP-Signature-Certificate';
const invalid = (text: string): Refusal => refuse('CERTIFICATE_INVALID', { path, text });
const expired = (text: string): Refusal => refuse('CERTIFICATE_EXPIRED', { path, text });

const unreadable = (): Refusal =>
  invalid('the header must contain one certificate in Base64: DER, or PEM without line breaks');

/** A generous estimate: a parsed certificate with its keyIds, without the copies of the header. */
const bytesBeside = 8_192;

/**
 * The key is the shortest form of the header, so that other forms of one certificate cannot push out other
 * certificates.
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
  /** The cached certificate, if its anchors are still in force. */
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
    /** `now` is epoch milliseconds. */
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
     * Finds a certificate without checking its dates; null: it is not trusted. `cacheOnly`: it does not check again a
     * certificate that was just refused.
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
    /** Whether the certificate is not revoked and its CA is still an anchor. */
    isInForce(certificateId: string, now: number): boolean {
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

/** Whether a list of its issuer contains the certificate, or a list contains every valid anchor of it. */
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
 * Makes cheap checks first. OpenSSL parses only a certificate that has passed them, and verifies the signature of the
 * CA last.
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
    domains: domainsOf(fields),
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

/** Makes all checks, also expensive ones, to help somebody correct a certificate. */
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

/** OpenSSL first looks for PEM in the bytes, so the code compares what it has read. */
function parseCertificate(der: Buffer): X509Certificate {
  try {
    const certificate = new X509Certificate(der);
    // A key that cannot be decoded throws when it is read.
    if (certificate.raw.equals(der) && certificate.publicKey) return certificate;
  } catch {
    // Refused below.
  }
  throw invalid('the header is not an X.509 certificate');
}

/**
 * The signature is verified first, because `checkIssued` reads extensions, which may be expensive in an untrusted
 * certificate.
 */
function isIssuedBy(certificate: X509Certificate, anchor: TrustAnchor): boolean {
  return certificate.verify(anchor.publicKey) && certificate.checkIssued(anchor.certificate);
}
