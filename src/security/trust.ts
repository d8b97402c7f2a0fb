/**
 * Trust anchors: the CA certificates that a signing certificate must come from. Read once, at the start of the process.
 * Dates are not judged here but at every request: a CA that was renewed may stand beside its expired predecessor.
 */
import { type KeyObject, X509Certificate } from 'node:crypto';

export interface TrustAnchor {
  readonly certificate: X509Certificate;
  readonly publicKey: KeyObject;
  /** Epoch milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface TrustStore {
  /** Every anchor whose name and key are behind this certificate; empty when none is. */
  issuersOf(certificate: X509Certificate): readonly TrustAnchor[];
}

/** A PEM text that cannot serve as trust anchors; its message is one line for the operator. */
export class TrustError extends Error {}

const block = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** Reads every certificate of every PEM text. Each must be a CA; several may share a name. */
export function createTrustStore(pems: readonly string[]): TrustStore {
  const anchors = pems.flatMap((pem) => [...pem.matchAll(block)].map(([text]) => readAnchor(text)));
  if (anchors.length === 0) throw new TrustError('There is no certificate among the trust anchors.');
  return {
    issuersOf: (certificate) =>
      anchors.filter(
        (anchor) => certificate.checkIssued(anchor.certificate) && certificate.verify(anchor.publicKey),
      ),
  };
}

function readAnchor(pem: string): TrustAnchor {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    throw new TrustError('A certificate among the trust anchors cannot be read.');
  }
  if (!certificate.ca) {
    throw new TrustError(
      `A trust anchor is no CA certificate: ${certificate.subject.replaceAll('\n', ', ')}.`,
    );
  }
  return {
    certificate,
    publicKey: certificate.publicKey,
    notBefore: Date.parse(certificate.validFrom),
    notAfter: Date.parse(certificate.validTo),
  };
}
