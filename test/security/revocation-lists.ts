/** Handwritten revocation lists, by default signed by the CA of the tests. */
import { X509Certificate } from 'node:crypto';
import type { KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { type Algorithm, algorithms, integer, partsIn, sequence, signedBy, tlv, utcTime } from './encode.ts';
import { authority } from './support.ts';

export interface ListSketch {
  readonly issuer?: KeyAndCertificate;
  readonly signer?: KeyAndCertificate;
  readonly revoked?: readonly KeyAndCertificate[];
  /** Raw entries, in place of `revoked`. */
  readonly entries?: readonly Uint8Array[];
  readonly thisUpdate?: Uint8Array;
  /** null leaves it out. */
  readonly nextUpdate?: Uint8Array | null;
  readonly extensions?: readonly Uint8Array[];
  readonly algorithm?: Algorithm;
  readonly version?: Uint8Array;
}

export const serialOf = ({ certificatePem }: KeyAndCertificate): bigint =>
  BigInt(`0x${new X509Certificate(certificatePem).serialNumber}`);

export const entry = (serial: bigint, ...rest: readonly Uint8Array[]) =>
  sequence(integer(serial), ...(rest.length > 0 ? rest : [utcTime('260601000000Z')]));

/** DER of a list. The clock of the tests is at 15 June 2026. */
export function revocationList(sketch: ListSketch = {}): Buffer {
  const { issuer = authority, revoked = [], extensions = [], algorithm = algorithms.sha256 } = sketch;
  const entries = sketch.entries ?? revoked.map((one) => entry(serialOf(one)));
  const [body = sequence()] = partsIn(new X509Certificate(issuer.certificatePem).raw);
  const name = partsIn(body)[5] ?? sequence();
  const content = sequence(
    sketch.version ?? integer(1),
    algorithm.identifier,
    name,
    sketch.thisUpdate ?? utcTime('260614000000Z'),
    ...(sketch.nextUpdate === null ? [] : [sketch.nextUpdate ?? utcTime('260715000000Z')]),
    ...(entries.length > 0 ? [sequence(Buffer.concat(entries))] : []),
    ...(extensions.length > 0 ? [tlv(0xa0, sequence(...extensions))] : []),
  );
  return signedBy(content, algorithm, sketch.signer ?? issuer);
}

export function listPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN X509 CRL-----\n${lines.join('\n')}\n-----END X509 CRL-----\n`;
}
