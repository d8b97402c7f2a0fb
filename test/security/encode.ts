/** Handwritten DER: certificates and revocation lists that no tool makes, signed by the CA of the tests. */
import { constants, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import type { KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { readDer, valuesIn } from '../../src/security/der.ts';
import { authority, demands, guardWith, outcome, pem, request, tpp } from './support.ts';

export type Bytes = Uint8Array;

export function tlv(tag: number, ...parts: readonly Bytes[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const octets = Buffer.from(
    length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | octets.length]), octets, content]);
}

export const sequence = (...parts: readonly Bytes[]) => tlv(0x30, ...parts);
export const set = (...parts: readonly Bytes[]) => tlv(0x31, ...parts);
export const octets = (content: Bytes) => tlv(0x04, content);
export const bits = (content: Bytes, unused = 0) => tlv(0x03, Buffer.from([unused]), content);
export const utf8 = (value: string) => tlv(0x0c, Buffer.from(value));
export const utcTime = (value: string) => tlv(0x17, Buffer.from(value, 'latin1'));
export const generalizedTime = (value: string) => tlv(0x18, Buffer.from(value, 'latin1'));
export const nothing = Buffer.from([5, 0]);
export const yes = Buffer.from([1, 1, 0xff]);

export function integer(value: bigint | number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex');
  return tlv(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function oid(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  const bytes = [first * 40n + second, ...rest].flatMap((arc) => {
    const groups = [Number(arc & 0x7fn)];
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(0x80 | Number(left & 0x7fn));
    return groups;
  });
  return tlv(0x06, Buffer.from(bytes));
}

/** A name with one attribute in each part. A text becomes a UTF8String. */
export function name(...attributes: readonly (readonly [string, string | Bytes])[]): Buffer {
  return sequence(
    ...attributes.map(([type, value]) =>
      set(sequence(oid(type), typeof value === 'string' ? utf8(value) : value)),
    ),
  );
}

export function extension(type: string, value: Bytes, critical = false): Buffer {
  return sequence(oid(type), ...(critical ? [yes] : []), octets(value));
}

export interface Algorithm {
  readonly identifier: Buffer;
  readonly hash: string;
  readonly saltLength?: number;
}

const rsa = (type: string, hash: string): Algorithm => ({ identifier: sequence(oid(type), nothing), hash });
const hashOids = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
};
const pssOid = '1.2.840.113549.1.1.10';

export const algorithms = {
  md5: rsa('1.2.840.113549.1.1.4', 'md5'),
  sha1: rsa('1.2.840.113549.1.1.5', 'sha1'),
  sha256: rsa('1.2.840.113549.1.1.11', 'sha256'),
  sha384: rsa('1.2.840.113549.1.1.12', 'sha384'),
  sha512: rsa('1.2.840.113549.1.1.13', 'sha512'),
};

export function pss(hash: keyof typeof hashOids, maskHash = hash, saltLength = 32): Algorithm {
  const hashed = (one: keyof typeof hashOids) => sequence(oid(hashOids[one]), nothing);
  const mask = sequence(oid('1.2.840.113549.1.1.8'), hashed(maskHash));
  const parameters = sequence(tlv(0xa0, hashed(hash)), tlv(0xa1, mask), tlv(0xa2, integer(saltLength)));
  return { identifier: sequence(oid(pssOid), parameters), hash, saltLength };
}

/** RSASSA-PSS with empty parameters: SHA-1, and 20 octets of salt. */
export const pssByDefault: Algorithm = {
  identifier: sequence(oid(pssOid), sequence()),
  hash: 'sha1',
  saltLength: 20,
};

export function signedBy(
  content: Bytes,
  algorithm: Algorithm = algorithms.sha256,
  { privateKeyPem }: Pick<KeyAndCertificate, 'privateKeyPem'> = authority,
): Buffer {
  const { hash, saltLength, identifier } = algorithm;
  const key = createPrivateKey(privateKeyPem);
  const padding = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltLength ?? 0 };
  const signature = sign(hash, content, saltLength === undefined ? key : padding);
  return sequence(content, identifier, bits(signature));
}

/** Parts of a certificate by their position after its version. */
const places = {
  version: 0,
  serial: 1,
  algorithm: 2,
  issuer: 3,
  validity: 4,
  subject: 5,
  key: 6,
  extensions: 7,
};

export interface Changes extends Partial<Readonly<Record<Exclude<keyof typeof places, 'algorithm'>, Bytes>>> {
  readonly algorithm?: Algorithm;
  readonly notBefore?: Bytes;
  readonly notAfter?: Bytes;
  /** Extensions in addition to those of the certificate, or in place of those with the same identifier. */
  readonly added?: readonly Bytes[];
  /** An issuer whose key signs; its name is ignored. */
  readonly signer?: Pick<KeyAndCertificate, 'privateKeyPem'>;
}

export function partsIn(node: Buffer): Buffer[] {
  const content = node.length === 0 ? node : readDer(node).content;
  return [...valuesIn(content)].map(({ encoded }) => encoded);
}

/** The valid certificate of the tests with other parts, signed by the CA. */
export function remade(changes: Changes = {}, from: KeyAndCertificate = tpp): KeyAndCertificate {
  const [body = Buffer.alloc(0)] = partsIn(new X509Certificate(from.certificatePem).raw);
  const parts = partsIn(body);
  for (const [part, place] of Object.entries(places)) {
    const change = changes[part as Exclude<keyof typeof places, 'algorithm'>];
    if (change instanceof Uint8Array) parts[place] = Buffer.from(change);
  }
  const { algorithm = algorithms.sha256, added = [] } = changes;
  parts[places.algorithm] = algorithm.identifier;
  const [notBefore = nothing, notAfter = nothing] = partsIn(parts[places.validity] ?? sequence());
  parts[places.validity] = sequence(changes.notBefore ?? notBefore, changes.notAfter ?? notAfter);
  const [list = sequence()] = partsIn(parts[places.extensions] ?? tlv(0xa3, sequence()));
  const typeOf = (one: Bytes) => partsIn(Buffer.from(one))[0]?.toString('hex');
  const kept = partsIn(list).filter((one) => !added.some((other) => typeOf(other) === typeOf(one)));
  if (added.length > 0) parts[places.extensions] = tlv(0xa3, sequence(...kept, ...added));
  const der = signedBy(sequence(...parts), algorithm, changes.signer);
  return { certificatePem: pem(der), privateKeyPem: from.privateKeyPem };
}

export function outcomeOf(identity: KeyAndCertificate, guard = guardWith()): string {
  const header = identity.certificatePem.replace(/-----[A-Z ]+-----|\n/g, '');
  const { privateKeyPem } = identity;
  const sent = request({
    identity: { ...tpp, privateKeyPem },
    headers: { 'tpp-signature-certificate': header },
  });
  return outcome(() => guard.verify(sent, demands));
}
export const invalidCertificate = '401 CERTIFICATE_INVALID TPP-Signature-Certificate';
