/** Trust anchors: the CA certificates that signing certificates must chain to. Read once at start. */
import { X509Certificate } from 'node:crypto';

export interface TrustAnchor {
  readonly certificate: X509Certificate;
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface TrustStore {
  /** The anchor that issued and signed this certificate, or null. */
  issuerOf(certificate: X509Certificate): TrustAnchor | null;
}

/** A PEM text that cannot serve as trust anchors; its message is for the operator. */
export class TrustError extends Error {}

const block = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** Reads every certificate of the PEM texts; each must be a CA. */
export function createTrustStore(pems: readonly string[]): TrustStore {
  const anchors = pems.flatMap((pem) => [...pem.matchAll(block)].map(([text]) => readAnchor(text)));
  if (anchors.length === 0) throw new TrustError('There is no certificate among the trust anchors.');
  return {
    issuerOf: (certificate) =>
      anchors.find(
        (anchor) => certificate.checkIssued(anchor.certificate) && certificate.verify(anchor.certificate.publicKey),
      ) ?? null,
  };
}

function readAnchor(pem: string): TrustAnchor {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    throw new TrustError('A certificate among the trust anchors cannot be read.');
  }
  if (!certificate.ca) throw new TrustError(`A trust anchor is no CA certificate: ${certificate.subject.replaceAll('\n', ', ')}.`);
  return { certificate, notBefore: Date.parse(certificate.validFrom), notAfter: Date.parse(certificate.validTo) };
}
