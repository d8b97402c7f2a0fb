/** The algorithms that a CA may sign with. MD5 and SHA-1 are not among them. */
import { constants, type KeyObject, verify } from 'node:crypto';
import { constructedContext, type DerNode, oidOf, partsOf, tags, unsignedOf } from './der.ts';

export interface SignatureAlgorithm {
  /** null: the algorithm contains its own hash. */
  readonly hash: string | null;
  /** In octets; null for algorithms other than RSASSA-PSS. */
  readonly saltLength: number | null;
}

const hashesByOid: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);
const hashesByAlgorithm: ReadonlyMap<string, string | null> = new Map([
  ['1.2.840.113549.1.1.11', 'sha256'], // sha256WithRSAEncryption
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.2', 'sha256'], // ecdsa-with-SHA256
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['1.3.101.112', null], // Ed25519
  ['1.3.101.113', null], // Ed448
]);
const pssOid = '1.2.840.113549.1.1.10';
const mgf1Oid = '1.2.840.113549.1.1.8';
/** In octets. It applies if the parameters state no salt length (RFC 4055). */
const defaultSaltLength = 20;

/** null: the algorithm is not accepted. */
export function readSignatureAlgorithm(node: DerNode): SignatureAlgorithm | null {
  const [type, parameters] = partsOf(node, tags.sequence, 2);
  const oid = oidOf(type);
  if (oid === pssOid) return readPss(parameters);
  const hash = hashesByAlgorithm.get(oid);
  return hash === undefined ? null : { hash, saltLength: null };
}

/** The parameters, the hash and the mask must be present, because an absent one means SHA-1. */
function readPss(parameters: DerNode | undefined): SignatureAlgorithm | null {
  if (parameters === undefined) return null;
  const fields = new Map(partsOf(parameters, tags.sequence, 4).map((part) => [part.tag, part]));
  const readField = (number: number): DerNode | undefined => {
    const part = fields.get(constructedContext(number));
    return part && partsOf(part, constructedContext(number), 1)[0];
  };
  const [hashField, maskField, saltField] = [readField(0), readField(1), readField(2)];
  const hash = hashField && hashIn(hashField);
  if (hash === undefined || maskField === undefined) return null;
  const [generator, maskHashField] = partsOf(maskField, tags.sequence, 2);
  // RFC 4055 recommends one hash for message and mask.
  if (oidOf(generator) !== mgf1Oid || hashIn(maskHashField) !== hash) return null;
  const saltLength = saltField ? Number(`0x${unsignedOf(saltField).toString('hex')}`) : defaultSaltLength;
  return { hash, saltLength };
}

const hashIn = (node: DerNode | undefined) => hashesByOid.get(oidOf(partsOf(node, tags.sequence, 2)[0]));

/** Returns false also for a key that does not fit the algorithm. */
export function hasSigned(
  { hash, saltLength }: SignatureAlgorithm,
  key: KeyObject,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    const { RSA_PKCS1_PSS_PADDING: padding } = constants;
    return verify(hash, bytes, saltLength === null ? key : { key, padding, saltLength }, signature);
  } catch {
    return false;
  }
}
