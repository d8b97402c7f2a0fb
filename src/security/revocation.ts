/**
 * Answers from revocation lists whether a certificate is revoked. A list counts if a trust anchor has signed it. After
 * its nextUpdate no certificate of its issuer is accepted.
 */

import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { pemBlocks, pemBytes } from './certificate-header.ts';
import { type DerNode, valueAt } from './der.ts';
import { type RevocationList, readRevocationList } from './revocation-list.ts';
import { hasSigned } from './signature-algorithm.ts';
import { TrustError, type TrustStore } from './trust.ts';

export interface Revocations {
  /**
   * The end of a sentence that says why the certificate is refused; null: it is not. `issuer` is canonical, `serial` is
   * hex, `now` is epoch milliseconds. The certificates of an issuer without a list are not checked.
   */
  fault(issuer: string, serial: string, now: number): string | null;
}

export interface ReadRevocations extends Revocations {
  readonly lists: number;
  readonly revoked: number;
  /** The earliest nextUpdate, epoch milliseconds. */
  readonly until: number;
}

/** The file is PEM, or one DER after the other. Throws a TrustError. */
export function readRevocations(bytes: Buffer, trust: TrustStore): ReadRevocations {
  const nodes = nodesOf(bytes);
  const lists = latest(nodes.map((node, at) => verified(node, at + 1, trust)));
  if (lists.length === 0) throw new TrustError('it contains no certificate revocation list');
  const byIssuer = new Map<string, readonly RevocationList[]>();
  for (const list of lists) byIssuer.set(list.issuer, [...(byIssuer.get(list.issuer) ?? []), list]);
  return {
    lists: lists.length,
    revoked: lists.reduce((sum, { revoked }) => sum + revoked.size, 0),
    until: Math.min(...lists.map(({ nextUpdate }) => nextUpdate)),
    fault(issuer, serial, now) {
      const ofIssuer = byIssuer.get(issuer);
      if (ofIssuer === undefined) return null;
      let outdated = false;
      for (const { revoked, nextUpdate } of ofIssuer) {
        if (revoked.has(serial)) return 'has been revoked';
        outdated ||= now > nextUpdate;
      }
      return outdated ? 'may have been revoked: the revocation list of its issuer is out of date' : null;
    },
  };
}

function nodesOf(bytes: Buffer): readonly DerNode[] {
  try {
    // A list begins with SEQUENCE and a length above 127, which no text does.
    if (bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80) return sequence(bytes);
    return pemBlocks(fileText(bytes), ['X509 CRL']).flatMap((block) => sequence(pemBytes(block)));
  } catch (error) {
    if (error instanceof FileTextError) throw new TrustError(`it ${error.message}`);
    throw new TrustError('it does not contain certificate revocation lists in PEM or DER');
  }
}

function sequence(bytes: Buffer): readonly DerNode[] {
  const nodes: DerNode[] = [];
  for (let at = 0; at < bytes.length; at = nodes.at(-1)?.end ?? at) nodes.push(valueAt(bytes, at));
  return nodes;
}

function verified(node: DerNode, number: number, trust: TrustStore): RevocationList {
  try {
    const { list, signed, algorithm, signature } = readRevocationList(node);
    const signers = trust.named(list.issuer).filter(({ signsLists }) => signsLists);
    if (signers.some(({ publicKey }) => hasSigned(algorithm, publicKey, signed, signature))) return list;
    throw new TrustError('is not signed by a trust anchor');
  } catch (error) {
    const why = error instanceof TrustError ? error.message : 'cannot be read';
    throw new TrustError(`list ${number} ${why}`);
  }
}

/** The newest list of each issuer and scope. */
function latest(lists: readonly RevocationList[]): readonly RevocationList[] {
  const newest = new Map<string, RevocationList>();
  for (const list of lists) {
    const key = `${list.scope} ${list.issuer}`;
    const other = newest.get(key);
    if (other === undefined || other.thisUpdate < list.thisUpdate) newest.set(key, list);
  }
  return [...newest.values()];
}
