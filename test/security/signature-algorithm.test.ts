import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
  sign,
} from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../src/security/der.ts';
import { hasSigned, readSignatureAlgorithm } from '../../src/security/signature-algorithm.ts';
import { sharedKey } from '../support/keys.ts';
import { integer, nothing, oid, sequence, tlv } from './encode.ts';

const rsaKey = sharedKey();
const rsa = { publicKey: createPublicKey(rsaKey), privateKey: createPrivateKey(rsaKey) };
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const message = Buffer.from('to be signed');
const read = (identifier: Buffer) => readSignatureAlgorithm(readDer(identifier));

const listed: readonly (readonly [string, string, string | null, KeyPairKeyObjectResult])[] = [
  ['sha256WithRSAEncryption', '1.2.840.113549.1.1.11', 'sha256', rsa],
  ['sha384WithRSAEncryption', '1.2.840.113549.1.1.12', 'sha384', rsa],
  ['sha512WithRSAEncryption', '1.2.840.113549.1.1.13', 'sha512', rsa],
  ['ecdsa-with-SHA256', '1.2.840.10045.4.3.2', 'sha256', ec],
  ['ecdsa-with-SHA384', '1.2.840.10045.4.3.3', 'sha384', ec],
  ['ecdsa-with-SHA512', '1.2.840.10045.4.3.4', 'sha512', ec],
  ['Ed25519', '1.3.101.112', null, generateKeyPairSync('ed25519')],
  ['Ed448', '1.3.101.113', null, generateKeyPairSync('ed448')],
];

describe('algorithms of a CA', () => {
  it.each(listed)('%s', (_, type, hash, { publicKey, privateKey }) => {
    const algorithm = read(sequence(oid(type), nothing));
    expect(algorithm).toEqual({ hash, saltLength: null });
    if (!algorithm) return;
    const signature = sign(hash, message, privateKey);
    expect(hasSigned(algorithm, publicKey, message, signature)).toBe(true);
    expect(hasSigned(algorithm, publicKey, Buffer.from('another'), signature)).toBe(false);
  });

  it.each(['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1', '1.2.840.10045.4.3.1'])(
    '%s is not on the list',
    (type) => expect(read(sequence(oid(type), nothing))).toBeNull(),
  );
});

const hashes = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;
const mgf1 = '1.2.840.113549.1.1.8';
const pss = (hash: keyof typeof hashes, ...salt: readonly Buffer[]) => pssWith(mgf1, hash, ...salt);
const pssWith = (generator: string, hash: keyof typeof hashes, ...salt: readonly Buffer[]) => {
  const hashed = sequence(oid(hashes[hash]), nothing);
  const mask = sequence(oid(generator), hashed);
  const parameters = sequence(tlv(0xa0, hashed), tlv(0xa1, mask), ...salt.map((one) => tlv(0xa2, one)));
  return sequence(oid('1.2.840.113549.1.1.10'), parameters);
};

describe('RSASSA-PSS', () => {
  it.each(Object.keys(hashes) as (keyof typeof hashes)[])('with %s and a salt as long', (hash) => {
    const saltLength = createHash(hash).digest().length;
    const algorithm = read(pss(hash, integer(saltLength)));
    expect(algorithm).toEqual({ hash, saltLength });
    const padding = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
    const signature = sign(hash, message, padding);
    expect(algorithm && hasSigned(algorithm, rsa.publicKey, message, signature)).toBe(true);
  });

  it('has a salt of 20 octets when its parameters omit it', () => {
    const algorithm = read(pss('sha256'));
    expect(algorithm).toEqual({ hash: 'sha256', saltLength: 20 });
    const padding = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
    for (const [saltLength, good] of [
      [20, true],
      [32, false],
    ] as const) {
      const signature = sign('sha256', message, { ...padding, saltLength });
      expect(algorithm && hasSigned(algorithm, rsa.publicKey, message, signature)).toBe(good);
    }
  });

  it('is not on the list with another generator of masks', () => {
    expect(read(pssWith('1.2.840.113549.1.1.9', 'sha256', integer(32)))).toBeNull();
  });

  it('is malformed with an additional part in any place', () => {
    const sha256 = oid(hashes.sha256);
    const written = (
      more: Partial<Record<'outer' | 'parameters' | 'wrapper' | 'hash' | 'mask' | 'maskHash', Buffer>>,
    ) => {
      const rest = (at: keyof typeof more) => more[at] ?? Buffer.alloc(0);
      const hashed = sequence(sha256, nothing, rest('hash'));
      const mask = sequence(
        oid('1.2.840.113549.1.1.8'),
        sequence(sha256, nothing, rest('maskHash')),
        rest('mask'),
      );
      const parameters = sequence(
        tlv(0xa0, hashed, rest('wrapper')),
        tlv(0xa1, mask),
        tlv(0xa2, integer(32)),
        tlv(0xa3, integer(1)),
        rest('parameters'),
      );
      return sequence(oid('1.2.840.113549.1.1.10'), parameters, rest('outer'));
    };
    expect(read(written({}))).toEqual({ hash: 'sha256', saltLength: 32 });
    for (const place of ['outer', 'wrapper', 'hash', 'mask', 'maskHash', 'parameters'] as const)
      expect(() => read(written({ [place]: nothing })), place).toThrow('more than');
  });

  it('is not verified by a key of another kind', () => {
    const algorithm = read(pss('sha256', integer(32)));
    expect(algorithm && hasSigned(algorithm, ec.publicKey, message, Buffer.alloc(256))).toBe(false);
    const withoutHash = { hash: null, saltLength: null };
    expect(hasSigned(withoutHash, ec.publicKey, message, Buffer.alloc(64))).toBe(false);
  });
});
