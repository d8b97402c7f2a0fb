/** Checks the certificates of requests. It caches trusted certificates, but checks dates and revocation at every request. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Refusal, refusalsOf, refuseTogether } from '../domain/refusal.ts';
import { boundedText } from '../domain/values/text.ts';
import { type CertificateFields, readFields, UnreadableExtension } from './certificate-fields.ts';
import { certificateBytes } from './certificate-header.ts';
import { refuseInvalid, refuseUnreadable } from './certificate-refusals.ts';
import { canonicalName, reversedName, writtenName } from './distinguished-name.ts';
import { authorityFault, fitnessFaults } from './fitness.ts';
import {
  domainsOf,
  type Identity,
  identityOrFault,
  issuedIdentity,
  type SubjectIdentity,
} from './identity.ts';
import type { Revocations } from './revocation.ts';
import type { TrustAnchor, TrustStore } from './trust.ts';
import {
  isValidAt,
  requireIssuerDates,
  requireNotRevoked,
  requireOwnDates,
  revocationFault,
} from './validity.ts';

export interface SigningCertificate
  extends Identity,
    Pick<CertificateFields, 'serial' | 'roles' | 'notBefore' | 'notAfter'> {
  readonly publicKey: KeyObject;
  /** Canonical. */
  readonly issuer: string;
  /** The canonical name of the issuer, in both orders: a keyId may have either order. */
  readonly issuerSpellings: readonly [string, string];
  /** The issuer as refusals show it. */
  readonly issuerText: string;
  /** The anchors that have signed the certificate. */
  readonly anchors: readonly TrustAnchor[];
  /** All anchors with the issuer's name at the time of the check. */
  readonly issuerAnchors: readonly TrustAnchor[];
  /** The result of `idOf`. Tokens store it. */
  readonly id: string;
  readonly domains: readonly string[];
  /** KeyIds of verified requests with this certificate (`rememberKeyId`). They fit the certificate, so nothing parses them again. */
  readonly verifiedKeyIds: Set<string>;
}

export interface ExaminedCertificate {
  /** null: the certificate cannot be read. `createCertificateReader` also gives null if `judgeCertificate` refuses the certificate. */
  readonly certificate: SigningCertificate | null;
  readonly refusals: readonly Refusal[];
}

/** A high estimate for a parsed certificate with its keyIds. Its key in the cache comes in addition. */
const bytesPerCertificate = 8_192;

/** The key of an entry is the certificate in Base64. */
function createCertificateCache(trust: TrustStore, maxSize: number) {
  const cache = new LRUCache<string, SigningCertificate>({
    max: 2_000,
    maxSize,
    sizeCalculation: (_, key) => 2 * key.length + bytesPerCertificate,
  });
  const findByKey = (key: string): SigningCertificate | undefined => {
    const certificate = cache.get(key);
    if (certificate === undefined) return undefined;
    // When the anchors are replaced, `findByName` returns another list, and the entry is out of date.
    return trust.findByName(certificate.issuer) === certificate.issuerAnchors ? certificate : undefined;
  };
  // Most headers are the key itself. Others are PEM, or Base64 in another form, and must be decoded.
  return {
    find: (header: string) =>
      findByKey(header) ?? findByKey(certificateBytes(header)?.toString('base64') ?? ''),
    read(header: string, now: number): SigningCertificate {
      const cachedCertificate = findByKey(header);
      if (cachedCertificate) return cachedCertificate;
      const der = certificateBytes(header);
      if (der === null) throw refuseUnreadable(header);
      const key = der.toString('base64');
      const certificate = findByKey(key) ?? judgeCertificate(der, trust, now);
      cache.set(key, certificate);
      return certificate;
    },
  };
}

export function createCertificateReader(
  trust: TrustStore,
  revocations: Revocations | null,
  cacheBytes = 32 * 1_024 * 1_024,
) {
  const cache = createCertificateCache(trust, cacheBytes);
  return {
    read(header: string, now: number): ExaminedCertificate {
      return catchRefusal(() => {
        const certificate = cache.read(header, now);
        const refusals = [
          ...refusalsOf(() => requireOwnDates(certificate, now)),
          ...refusalsOf(() => requireIssuerDates(certificate, now)),
          ...(revocations === null ? [] : refusalsOf(() => requireNotRevoked(certificate, revocations, now))),
        ];
        return { certificate, refusals };
      });
    },
    /**
     * The TPP of a trusted certificate, even if the certificate has expired. The signature of the request may be invalid, so the request
     * may come from somebody else.
     * null: the certificate is not trusted, it is revoked, its CA has no valid dates or, with `cacheOnly`, it is not cached.
     */
    tppOf(header: string, now: number, cacheOnly: boolean): string | null {
      try {
        const certificate = cacheOnly ? cache.find(header) : cache.read(header, now);
        if (certificate === undefined) return null;
        requireIssuerDates(certificate, now);
        if (revocations !== null) requireNotRevoked(certificate, revocations, now);
        return certificate.tppId;
      } catch (error) {
        if (error instanceof Refusal) return null;
        throw error;
      }
    },
    /** Whether the CA is still a valid anchor and the certificate not revoked. */
    isInForce(certificateId: string, now: number): boolean {
      const { serial, qualifier, issuer } = partsOfId(certificateId);
      // The id has no qualifier if the sandbox's CA issued the certificate, or if release 1.0.0 stored the id. Then all anchors with the
      // issuer's name apply.
      const anchors = trust
        .findByName(issuer)
        .filter((anchor) => qualifier === undefined || anchor.qualifier === qualifier);
      if (!anchors.some((anchor) => isValidAt(anchor, now))) return false;
      return revocations === null || revocationFault({ issuer, serial, anchors }, revocations, now) === null;
    },
  };
}

/** `qualifier` is a digest of the CA's key, because several CAs may have one name; null: the sandbox's CA. */
const idOf = (serial: string, issuer: string, qualifier: string | null) =>
  [serial, ...(qualifier === null ? [] : [qualifier]), issuer].join(' ');

/** A canonical name begins with an OID, so it does not look like a qualifier. */
function partsOfId(id: string) {
  const [, serial = '', qualifier, issuer = ''] = /^(\w*) (?:([0-9a-f]{32}) )?(.*)$/s.exec(id) ?? [];
  return { serial, qualifier, issuer };
}

/**
 * Makes the cheap checks first, and verifies the signature of the CA last.
 * Wrong dates alone are no reason to throw here, because `createCertificateReader` checks the dates at every request.
 */
function judgeCertificate(der: Buffer, trust: TrustStore, now: number): SigningCertificate {
  const fields = readOrRefuse(der);
  const issuerAnchors = trust.findByName(canonicalName(fields.issuer));
  const identity = identityOrFault(fields.subject);
  const dateRefusals = refusalsOf(() => requireOwnDates(fields, now));
  const cheapRefusals = [
    ...(issuerAnchors.length === 0 ? [refuseUnknownIssuer(fields)] : []),
    ...fitnessFaults(fields).map(refuseInvalid),
    ...(typeof identity === 'string' ? [refuseInvalid(identity)] : []),
  ];
  if (typeof identity === 'string' || cheapRefusals.length > 0) {
    const unchecked = issuerAnchors.length === 0 ? [] : ['signature of the CA'];
    throw refuseTogether([...cheapRefusals, ...dateRefusals], unchecked);
  }
  const certificate = parseCertificate(der);
  const anchors = issuerAnchors.filter((anchor) => isIssuedBy(certificate, anchor));
  const authorityRefusals = [
    ...(anchors.length === 0 ? [refuseUnknownIssuer(fields)] : []),
    ...(certificate.ca ? [refuseInvalid(authorityFault)] : []),
  ];
  if (authorityRefusals.length > 0) throw refuseTogether([...authorityRefusals, ...dateRefusals], []);
  return signingCertificate(fields, certificate, { anchors, issuerAnchors }, identity);
}

function signingCertificate(
  fields: CertificateFields,
  { publicKey }: X509Certificate,
  { anchors, issuerAnchors }: Pick<SigningCertificate, 'anchors' | 'issuerAnchors'>,
  identity: SubjectIdentity,
): SigningCertificate {
  const issuer = canonicalName(fields.issuer);
  const qualifier = anchors[0]?.qualifier ?? null;
  return {
    publicKey,
    serial: fields.serial,
    id: idOf(fields.serial, issuer, qualifier),
    issuer,
    issuerSpellings: [issuer, reversedName(fields.issuer)],
    issuerText: writtenName(fields.issuer),
    ...issuedIdentity(identity, qualifier),
    roles: fields.roles,
    domains: domainsOf(fields),
    notBefore: fields.notBefore,
    notAfter: fields.notAfter,
    anchors,
    issuerAnchors,
    verifiedKeyIds: new Set(),
  };
}

const refuseUnknownIssuer = ({ issuer }: CertificateFields): Refusal =>
  refuseInvalid(
    `the bank does not trust the issuer of the certificate: ${boundedText(writtenName(issuer), 300)}`,
  );

/** For `examine`: also reads a certificate that is not trusted, and makes all checks except the check of revocation. */
export function examineCertificate(header: string, trust: TrustStore, now: number): ExaminedCertificate {
  return catchRefusal(() => {
    const der = certificateBytes(header);
    if (der === null) throw refuseUnreadable(header);
    const fields = readOrRefuse(der);
    const x509 = parseCertificate(der);
    const issuerAnchors = trust.findByName(canonicalName(fields.issuer));
    const anchors = issuerAnchors.filter((anchor) => isIssuedBy(x509, anchor));
    const identity = identityOrFault(fields.subject);
    const subject = typeof identity === 'string' ? { tppId: '', name: '', hasIdentifier: false } : identity;
    const certificate = signingCertificate(fields, x509, { anchors, issuerAnchors }, subject);
    // `fitnessFaults` may contain `authorityFault` already.
    const allFitnessFaults = new Set([...fitnessFaults(fields), ...(x509.ca ? [authorityFault] : [])]);
    const refusals = [
      ...(anchors.length === 0 ? [refuseUnknownIssuer(fields)] : []),
      ...[...allFitnessFaults].map(refuseInvalid),
      ...(typeof identity === 'string' ? [refuseInvalid(identity)] : []),
      ...refusalsOf(() => requireOwnDates(certificate, now)),
      ...(anchors.length === 0 ? [] : refusalsOf(() => requireIssuerDates(certificate, now))),
    ];
    return { certificate, refusals };
  });
}

function catchRefusal(examine: () => ExaminedCertificate): ExaminedCertificate {
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
    if (error instanceof UnreadableExtension) throw refuseInvalid(error.message);
    throw refuseInvalid(
      der.subarray(0, pemBeginning.length).equals(pemBeginning)
        ? 'the header is PEM that was encoded in Base64 again: send the Base64 between BEGIN and END'
        : 'the header is not an X.509 certificate of version 3 (RFC 5280); a certificate without extensions often has version 1',
    );
  }
}

const pemBeginning = Buffer.from('-----BEGIN ');

/** OpenSSL alone would also read PEM, and ignore bytes after the certificate. */
function parseCertificate(der: Buffer): X509Certificate {
  try {
    const certificate = new X509Certificate(der);
    // Reading `publicKey` throws if the key cannot be decoded.
    if (certificate.raw.equals(der) && certificate.publicKey) return certificate;
  } catch {
    // Refused below.
  }
  throw refuseInvalid('the header is not an X.509 certificate');
}

/** Verifies the CA's signature before `checkIssued` reads the extensions, because a forger could make extensions expensive to read. */
function isIssuedBy(certificate: X509Certificate, anchor: TrustAnchor): boolean {
  return certificate.verify(anchor.publicKey) && certificate.checkIssued(anchor.certificate);
}
