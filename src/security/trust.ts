/** The CAs that the operator has configured. Their dates are checked at every request, so the list may have an expired CA. */
import { hash, type KeyObject, X509Certificate } from 'node:crypto';
import { type CertificateFields, readFields } from './certificate-fields.ts';
import { pemBlocks } from './certificate-header.ts';
import { canonicalName } from './distinguished-name.ts';
import { constraintOfAuthority } from './fitness.ts';

export interface TrustAnchor extends Pick<CertificateFields, 'serial' | 'notBefore' | 'notAfter'> {
  readonly certificate: X509Certificate;
  readonly publicKey: KeyObject;
  /** Canonical. */
  readonly name: string;
  /** The canonical name of the issuer of the CA's certificate. */
  readonly issuer: string;
  /** A digest of the CA's public key, because several CAs may have one name. */
  readonly keyDigest: string;
  /** The key digests of the anchors that have signed this anchor. */
  readonly issuerKeyDigests: readonly string[];
  /** Distinguishes TPPs with the same subject and different CAs; null: the sandbox's own CA. */
  readonly qualifier: string | null;
  /** true: the CA may sign revocation lists. */
  readonly signsLists: boolean;
}

export interface TrustStore {
  /** `name` is canonical. A known name gets the same array until a reload of TRUST_ANCHORS, so a cache may compare the arrays. */
  findByName(name: string): readonly TrustAnchor[];
}

/** The message is one line. */
export class TrustError extends Error {}

/** Throws a TrustError. A sandbox passes its own CA twice: among `pems`, and as `sandboxCa`. */
export function createTrustStore(pems: readonly string[], sandboxCa: string | null = null): TrustStore {
  const blocks = pems.flatMap((pem) =>
    readOrThrow(() => pemBlocks(pem, ['CERTIFICATE', 'TRUSTED CERTIFICATE'])),
  );
  const sandboxKeyDigest = sandboxCa === null ? null : digestKey(new X509Certificate(sandboxCa));
  // An operator may have joined lists that contain the same CA.
  const anchors = [...new Set(blocks)].map((pem) => readAnchor(pem, sandboxKeyDigest));
  if (anchors.length === 0) throw new TrustError('The trust anchors contain no certificate.');
  const byName = new Map<string, TrustAnchor[]>();
  for (const anchor of anchors) {
    const issuers = anchors.filter(
      ({ name, publicKey }) => name === anchor.issuer && anchor.certificate.verify(publicKey),
    );
    const issuerKeyDigests = issuers.map(({ keyDigest }) => keyDigest);
    byName.set(anchor.name, [...(byName.get(anchor.name) ?? []), { ...anchor, issuerKeyDigests }]);
  }
  return { findByName: (name) => byName.get(name) ?? [] };
}

function readOrThrow<T>(reader: () => T): T {
  try {
    return reader();
  } catch {
    throw new TrustError('A certificate among the trust anchors cannot be read.');
  }
}

function readAnchor(pem: string, sandboxKeyDigest: string | null): Omit<TrustAnchor, 'issuerKeyDigests'> {
  const certificate = readOrThrow(() => new X509Certificate(pem));
  const fields = readOrThrow(() => readFields(certificate.raw));
  const label = certificate.subject.replaceAll('\n', ', ');
  if (!certificate.ca) throw new TrustError(`A trust anchor is not a CA certificate: ${label}.`);
  const constraint = constraintOfAuthority(fields);
  if (constraint !== null)
    throw new TrustError(`A trust anchor has ${constraint}, which this service does not support: ${label}.`);
  const keyDigest = digestKey(certificate);
  return {
    certificate,
    publicKey: certificate.publicKey,
    name: canonicalName(fields.subject),
    issuer: canonicalName(fields.issuer),
    serial: fields.serial,
    keyDigest,
    qualifier: keyDigest === sandboxKeyDigest ? null : keyDigest,
    signsLists: fields.keyUsage?.crlSign ?? true,
    notBefore: fields.notBefore,
    notAfter: fields.notAfter,
  };
}

const digestKey = ({ publicKey }: X509Certificate): string =>
  hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex').slice(0, 32);
