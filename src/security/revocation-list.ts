/** Reads complete revocation lists (RFC 5280). */
import { extensionsOf, readName, serialOf } from './certificate-fields.ts';
import {
  bitsOf,
  constructedContext,
  type DerNode,
  partsOf,
  primitiveContext,
  readDer,
  tags,
  unsignedOf,
  valuesIn,
} from './der.ts';
import { timeOf } from './der-text.ts';
import { canonicalName } from './distinguished-name.ts';
import { readSignatureAlgorithm } from './signature-algorithm.ts';
import { TrustError } from './trust.ts';

export interface RevocationList {
  /** Canonical. */
  readonly issuer: string;
  /** The distribution point, or '' if the list names none. A list replaces an older list of the same issuer, key and scope. */
  readonly scope: string;
  /** Epoch milliseconds. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** In the form of `CertificateFields.serial`. */
  readonly revokedSerials: ReadonlySet<string>;
}

const issuingDistributionPointOid = '2.5.29.28';

/** The text of a TrustError is a predicate, such as "is not of version 2". A malformed list throws another error. */
export function readRevocationList(node: DerNode) {
  const [body, outerAlgorithm, signature] = partsOf(node, tags.sequence, 3);
  const [version, algorithm, issuer, thisUpdate, nextUpdate, ...optionalParts] = partsOf(
    body,
    tags.sequence,
    7,
  );
  // Version 2 is encoded as 1.
  if (unsignedOf(version).readUInt8() !== 1) throw new TrustError('is not of version 2');
  if (body === undefined || algorithm === undefined || !outerAlgorithm?.encoded.equals(algorithm.encoded))
    throw new Error('names two signature algorithms');
  const signatureAlgorithm = readSignatureAlgorithm(algorithm);
  if (signatureAlgorithm === null) throw new TrustError('must be signed with SHA-256, SHA-384 or SHA-512');
  const entries = optionalParts.find(({ tag }) => tag === tags.sequence);
  const extensions = optionalParts.find(({ tag }) => tag === constructedContext(0));
  const list: RevocationList = {
    issuer: canonicalName(readName(issuer)),
    scope: scopeOf(extensions && partsOf(extensions, constructedContext(0), 1)[0]),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: timeOf(nextUpdate),
    revokedSerials: entries === undefined ? new Set() : readEntries(entries),
  };
  return { list, signedBytes: body.encoded, algorithm: signatureAlgorithm, signature: bitsOf(signature, 0) };
}

/** Reads one entry at a time. A list may have hundreds of thousands, and `partsOf` would put them into an array. */
function readEntries(entries: DerNode): ReadonlySet<string> {
  const revokedSerials = new Set<string>();
  const { bytes, start, end } = entries;
  for (const entry of valuesIn(bytes, start, end)) {
    const [serial, date, extensions] = partsOf(entry, tags.sequence, 3);
    // Nothing uses the date. This call only refuses a malformed one.
    timeOf(date);
    if (extensions !== undefined) refuseCriticalExtensions(extensions);
    revokedSerials.add(serialOf(serial));
  }
  return revokedSerials;
}

/** The standard has one critical extension of entries, certificateIssuer: another CA issued the certificate. The service refuses it. */
function refuseCriticalExtensions(extensions: DerNode): void {
  for (const [oid, { critical }] of extensionsOf(extensions))
    if (critical) throw new TrustError(`has an entry with the critical extension ${oid}`);
}

/** Throws if the list is incomplete, or if another extension than the distribution point is critical. A delta list has such an extension. */
function scopeOf(extensionList: DerNode | undefined): string {
  const extensions = extensionsOf(extensionList);
  for (const [oid, { critical }] of extensions)
    if (critical && oid !== issuingDistributionPointOid)
      throw new TrustError(`has the critical extension ${oid}`);
  const point = extensions.get(issuingDistributionPointOid);
  if (point === undefined) return '';
  for (const part of partsOf(readDer(point.value), tags.sequence, 6)) {
    const hasOnlySomeReasons = part.tag === primitiveContext(3);
    const hasOtherIssuers = isTrueField(part, 4);
    const hasOnlyAttributeCertificates = isTrueField(part, 5);
    if (hasOnlySomeReasons || hasOtherIssuers || hasOnlyAttributeCertificates)
      throw new TrustError('does not list all certificates of its issuer');
  }
  return point.value.toString('hex');
}

function isTrueField(part: DerNode, number: number): boolean {
  return part.tag === primitiveContext(number) && part.end > part.start && part.bytes[part.start] !== 0;
}
