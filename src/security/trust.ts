/**
 * The trust anchors. Their dates are checked at every request, so a renewed CA may be listed together with its expired
 * predecessor. An anchor is trusted because it was configured, so its own signature does not matter.
 */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { type CertificateFields, readFields } from './certificate-fields.ts';
import { pemBlocks } from './certificate-header.ts';
import { canonicalName } from './distinguished-name.ts';
import { constraintOfAuthority } from './fitness.ts';

export interface TrustAnchor extends Pick<CertificateFields, 'serial' | 'notBefore' | 'notAfter'> {
  readonly certificate: X509Certificate;
  readonly publicKey: KeyObject;
  /** Its own name and that of its issuer, in canonical form. */
  readonly name: string;
  readonly issuer: string;
  /** Distinguishes equal subjects that two CAs have issued, by the key of the CA; null: the sandbox's own CA. */
  readonly qualifier: string | null;
  /** Whether its key usage allows it to sign revocation lists. */
  readonly signsLists: boolean;
}

export interface TrustStore {
  /** `name` is canonical. Returns the same list until the anchors are replaced. */
  named(name: string): readonly TrustAnchor[];
}

export interface LiveTrustStore extends TrustStore {
  replace(next: TrustStore): void;
}

export function createLiveTrustStore(first: TrustStore): LiveTrustStore {
  let current = first;
  return {
    named: (name) => current.named(name),
    replace(next) {
      current = next;
    },
  };
}

/** A file of the operator cannot be used. The message is one line. */
export class TrustError extends Error {}

/**
 * Each certificate must be a CA; several may share a name. `own`: the sandbox's own CA, which is one of them.
 */
export function createTrustStore(pems: readonly string[], own: string | null = null): TrustStore {
  const blocks = pems.flatMap((pem) =>
    readable(() => pemBlocks(pem, ['CERTIFICATE', 'TRUSTED CERTIFICATE'])),
  );
  const ownKey = own === null ? null : digestOfKey(new X509Certificate(own));
  const anchors = blocks.map((pem) => readAnchor(pem, ownKey));
  if (anchors.length === 0) throw new TrustError('The trust anchors contain no certificate.');
  const byName = new Map<string, TrustAnchor[]>();
  for (const anchor of anchors) byName.set(anchor.name, [...(byName.get(anchor.name) ?? []), anchor]);
  return { named: (name) => byName.get(name) ?? [] };
}

function readable<T>(reader: () => T): T {
  try {
    return reader();
  } catch {
    throw new TrustError('A certificate among the trust anchors cannot be read.');
  }
}

function readAnchor(pem: string, ownKey: string | null): TrustAnchor {
  const certificate = readable(() => new X509Certificate(pem));
  const fields = readable(() => readFields(certificate.raw));
  const name = certificate.subject.replaceAll('\n', ', ');
  if (!certificate.ca) throw new TrustError(`A trust anchor is not a CA certificate: ${name}.`);
  const constraint = constraintOfAuthority(fields);
  if (constraint !== null)
    throw new TrustError(`A trust anchor has ${constraint}, which this service does not support: ${name}.`);
  const key = digestOfKey(certificate);
  return {
    certificate,
    publicKey: certificate.publicKey,
    name: canonicalName(fields.subject),
    issuer: canonicalName(fields.issuer),
    serial: fields.serial,
    qualifier: key === ownKey ? null : key,
    signsLists: fields.keyUsage?.crlSign ?? true,
    notBefore: fields.notBefore,
    notAfter: fields.notAfter,
  };
}

const digestOfKey = ({ publicKey }: X509Certificate): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32);
