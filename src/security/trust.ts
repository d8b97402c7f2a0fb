/**
 * The trust anchors: the CAs that the operator has configured. No other CA need have signed them. Their dates are checked at
 * every request, not here, so an expired CA may stand next to its successor.
 */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { type CertificateFields, readFields } from './certificate-fields.ts';
import { pemBlocks } from './certificate-header.ts';
import { canonicalName } from './distinguished-name.ts';
import { constraintOfAuthority } from './fitness.ts';

export interface TrustAnchor extends Pick<CertificateFields, 'serial' | 'notBefore' | 'notAfter'> {
  readonly certificate: X509Certificate;
  readonly publicKey: KeyObject;
  /** The canonical name of the CA. */
  readonly name: string;
  /** The canonical name of its issuer. */
  readonly issuer: string;
  /** A digest of its public key. It identifies the CA, because several CAs may have one name. */
  readonly key: string;
  /** The `key` of each anchor that has signed it. */
  readonly issuerKeys: readonly string[];
  /** Distinguishes TPPs with the same subject and different CAs: `key`, or null for the sandbox's own CA. */
  readonly qualifier: string | null;
  /** Whether its key usage allows it to sign revocation lists. */
  readonly signsLists: boolean;
}

export interface TrustStore {
  /** `name` is canonical. Returns the same list until the anchors are replaced. */
  findByName(name: string): readonly TrustAnchor[];
}

/** A file of the operator that cannot be used. The message is one line. */
export class TrustError extends Error {}

/**
 * Throws a TrustError unless each certificate is of a CA. `sandboxCa` is the PEM of the sandbox's own CA, which `pems` contains
 * too.
 */
export function createTrustStore(pems: readonly string[], sandboxCa: string | null = null): TrustStore {
  const blocks = pems.flatMap((pem) =>
    readOrThrow(() => pemBlocks(pem, ['CERTIFICATE', 'TRUSTED CERTIFICATE'])),
  );
  const sandboxKey = sandboxCa === null ? null : keyDigest(new X509Certificate(sandboxCa));
  const anchors = blocks.map((pem) => readAnchor(pem, sandboxKey));
  if (anchors.length === 0) throw new TrustError('The trust anchors contain no certificate.');
  const byName = new Map<string, TrustAnchor[]>();
  for (const anchor of anchors) {
    const issuers = anchors.filter(
      ({ name, publicKey }) => name === anchor.issuer && anchor.certificate.verify(publicKey),
    );
    const issuerKeys = issuers.map(({ key }) => key);
    byName.set(anchor.name, [...(byName.get(anchor.name) ?? []), { ...anchor, issuerKeys }]);
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

function readAnchor(pem: string, sandboxKey: string | null): Omit<TrustAnchor, 'issuerKeys'> {
  const certificate = readOrThrow(() => new X509Certificate(pem));
  const fields = readOrThrow(() => readFields(certificate.raw));
  const name = certificate.subject.replaceAll('\n', ', ');
  if (!certificate.ca) throw new TrustError(`A trust anchor is not a CA certificate: ${name}.`);
  const constraint = constraintOfAuthority(fields);
  if (constraint !== null)
    throw new TrustError(`A trust anchor has ${constraint}, which this service does not support: ${name}.`);
  const key = keyDigest(certificate);
  return {
    certificate,
    publicKey: certificate.publicKey,
    name: canonicalName(fields.subject),
    issuer: canonicalName(fields.issuer),
    serial: fields.serial,
    key,
    qualifier: key === sandboxKey ? null : key,
    signsLists: fields.keyUsage?.crlSign ?? true,
    notBefore: fields.notBefore,
    notAfter: fields.notAfter,
  };
}

const keyDigest = ({ publicKey }: X509Certificate): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32);
