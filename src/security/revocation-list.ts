/** Reads a revocation list (RFC 5280, 5). It accepts only a complete list. */
import { extensionsOf, readName, serialOf } from './certificate-fields.ts';
import {
  bitsOf,
  context,
  type DerNode,
  ofType,
  partsOf,
  primitiveContext,
  readDer,
  tags,
  unsignedOf,
  valueAt,
} from './der.ts';
import { timeOf } from './der-text.ts';
import { canonicalName } from './distinguished-name.ts';
import { readSignatureAlgorithm } from './signature-algorithm.ts';
import { TrustError } from './trust.ts';

export interface RevocationList {
  /** In canonical form. */
  readonly issuer: string;
  /** The certificates that the list covers. A list replaces another one of the same scope. */
  readonly scope: string;
  /** Epoch milliseconds. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** Serial numbers in the form of `CertificateFields.serial`. */
  readonly revoked: ReadonlySet<string>;
}

const issuingDistributionPointOid = '2.5.29.28';

/** Throws a TrustError whose text completes a sentence, or another error if the list is malformed. */
export function readRevocationList(node: DerNode) {
  const [body, outerAlgorithm, signature] = partsOf(node, tags.sequence, 3);
  const [version, algorithm, issuer, thisUpdate, nextUpdate, ...rest] = partsOf(body, tags.sequence, 7);
  if (unsignedOf(version).readUInt8() !== 1) throw new TrustError('is not of version 2');
  if (body === undefined || algorithm === undefined || !outerAlgorithm?.encoded.equals(algorithm.encoded))
    throw new Error('names two signature algorithms');
  const signatureAlgorithm = readSignatureAlgorithm(algorithm);
  if (signatureAlgorithm === null) throw new TrustError('must be signed with SHA-256, SHA-384 or SHA-512');
  const entries = rest.find(({ tag }) => tag === tags.sequence);
  const wrapped = rest.find(({ tag }) => tag === context(0));
  const list: RevocationList = {
    issuer: canonicalName(readName(issuer)),
    scope: scopeOf(wrapped && partsOf(wrapped, context(0), 1)[0]),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: timeOf(nextUpdate),
    revoked: entries === undefined ? new Set() : readEntries(entries),
  };
  return { list, signed: body.encoded, algorithm: signatureAlgorithm, signature: bitsOf(signature, true) };
}

/** Reads one entry after the other, because the list of a large CA has hundreds of thousands. */
function readEntries(entries: DerNode): ReadonlySet<string> {
  const revoked = new Set<string>();
  const { bytes, start, end } = ofType(entries, tags.sequence);
  for (let at = start; at < end; ) {
    const entry = ofType(valueAt(bytes, at, end), tags.sequence);
    const [serial, date, extensions] = partsOf(entry, tags.sequence, 3);
    timeOf(date);
    if (extensions !== undefined) requireNothingCritical(extensions);
    revoked.add(serialOf(serial));
    at = entry.end;
  }
  return revoked;
}

/**
 * Refuses a critical extension of an entry. The only one that exists names another issuer, which is not supported.
 */
function requireNothingCritical(extensions: DerNode): void {
  for (const [oid, { critical }] of extensionsOf(extensions))
    if (critical) throw new TrustError(`has an entry with the critical extension ${oid}`);
}

/** Refuses incomplete lists: delta lists, and lists for other CAs or for some reasons only. */
function scopeOf(list: DerNode | undefined): string {
  const extensions = extensionsOf(list);
  for (const [oid, { critical }] of extensions)
    if (critical && oid !== issuingDistributionPointOid)
      throw new TrustError(`has the critical extension ${oid}`);
  const point = extensions.get(issuingDistributionPointOid);
  if (point === undefined) return '';
  for (const part of partsOf(readDer(point.value), tags.sequence, 6)) {
    const partial = part.tag === primitiveContext(3) || isFlagged(part, 4) || isFlagged(part, 5);
    if (partial) throw new TrustError('does not list all certificates of its issuer');
  }
  return point.value.toString('hex');
}

function isFlagged(part: DerNode, number: number): boolean {
  return part.tag === primitiveContext(number) && part.end > part.start && part.bytes[part.start] !== 0;
}
