/** Refuses certificates by revocation lists. After the nextUpdate of a list, all certificates of its issuer are refused. */
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { pemBlocks, pemBytes } from './certificate-header.ts';
import { type DerNode, tags, valuesIn } from './der.ts';
import { type RevocationList, readRevocationList } from './revocation-list.ts';
import { hasSigned } from './signature-algorithm.ts';
import { TrustError, type TrustStore } from './trust.ts';

export interface IssuedCertificate {
  /** The name in its canonical form. */
  readonly issuer: string;
  /** `TrustAnchor.keyDigest` of the anchors that have signed the certificate, usually one. */
  readonly issuerKeyDigests: readonly string[];
  /** In hex. */
  readonly serial: string;
}

export interface Revocations {
  /** The end of a sentence about the certificate, such as "has been revoked"; null: the certificate is not refused. */
  faultOf(certificate: IssuedCertificate, now: number): string | null;
  /** The earliest nextUpdate, epoch milliseconds. */
  validUntil(): number;
}

export interface RevocationLists extends Revocations {
  readonly lists: readonly SignedList[];
  readonly revokedCount: number;
}

interface SignedList extends RevocationList {
  readonly signerKeyDigest: string;
}

/**
 * Reads PEM blocks, or DER lists without anything between them. The message of a TrustError is one line.
 * A series is all lists of one issuer, key and scope (`seriesOf`). If the bytes and `listsInForce` have lists of the same series, the
 * newest is in force. A list of a series that the bytes do not contain is no longer in force.
 */
export function readRevocations(
  bytes: Buffer,
  trust: TrustStore,
  listsInForce: readonly SignedList[] = [],
): RevocationLists {
  const nodes = nodesOf(bytes);
  const newLists = nodes.map((node, index) => readVerifiedList(node, index + 1, trust));
  const allSeries = new Set(newLists.map(seriesOf));
  const lists = newestLists([...newLists, ...listsInForce.filter((list) => allSeries.has(seriesOf(list)))]);
  if (lists.length === 0) throw new TrustError('it contains no certificate revocation list');
  const byIssuer = new Map<string, readonly SignedList[]>();
  for (const list of lists) byIssuer.set(list.issuer, [...(byIssuer.get(list.issuer) ?? []), list]);
  return {
    lists,
    revokedCount: lists.reduce((sum, { revokedSerials }) => sum + revokedSerials.size, 0),
    validUntil: () => Math.min(...lists.map(({ nextUpdate }) => nextUpdate)),
    faultOf({ issuer, issuerKeyDigests, serial }, now) {
      const listsOfName = byIssuer.get(issuer) ?? [];
      const listsOfKey = listsOfName.filter(({ signerKeyDigest }) =>
        issuerKeyDigests.includes(signerKeyDigest),
      );
      // A CA that has a new key may sign one list for its old and its new key. So without a list of this key, all lists of the issuer apply.
      const issuerLists = listsOfKey.length > 0 ? listsOfKey : listsOfName;
      if (issuerLists.some(({ revokedSerials }) => revokedSerials.has(serial))) return 'has been revoked';
      return issuerLists.some(({ nextUpdate }) => now > nextUpdate)
        ? 'may have been revoked: the revocation list of its issuer is out of date'
        : null;
    },
  };
}

function nodesOf(bytes: Buffer): readonly DerNode[] {
  try {
    // A list in DER is longer than 127 bytes, so its second byte is above 127. PEM is ASCII: it may begin with 0x30, but has no such byte.
    const isDer = bytes[0] === tags.sequence && (bytes[1] ?? 0) >= 0x80;
    if (isDer) return [...valuesIn(bytes)];
    return pemBlocks(fileText(bytes), ['X509 CRL']).flatMap((block) => [...valuesIn(pemBytes(block))]);
  } catch (error) {
    if (error instanceof FileTextError) throw new TrustError(`it ${error.message}`);
    throw new TrustError('it does not contain certificate revocation lists in PEM or DER');
  }
}

function readVerifiedList(node: DerNode, number: number, trust: TrustStore): SignedList {
  try {
    const { list, signedBytes, algorithm, signature } = readRevocationList(node);
    const signer = trust
      .findByName(list.issuer)
      .find(
        ({ signsLists, publicKey }) => signsLists && hasSigned(algorithm, publicKey, signedBytes, signature),
      );
    if (signer === undefined) throw new TrustError('is not signed by a trust anchor');
    return { ...list, signerKeyDigest: signer.keyDigest };
  } catch (error) {
    const fault = error instanceof TrustError ? error.message : 'cannot be read';
    throw new TrustError(`list ${number} ${fault}`);
  }
}

const seriesOf = ({ scope, signerKeyDigest, issuer }: SignedList): string =>
  `${scope} ${signerKeyDigest} ${issuer}`;

function newestLists(lists: readonly SignedList[]): readonly SignedList[] {
  const newest = new Map<string, SignedList>();
  for (const list of lists) {
    const previous = newest.get(seriesOf(list));
    if (previous === undefined || previous.thisUpdate < list.thisUpdate) newest.set(seriesOf(list), list);
  }
  return [...newest.values()];
}
