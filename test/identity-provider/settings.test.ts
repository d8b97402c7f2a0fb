import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { computeThumbprint, readProviderSettings } from '../../src/identity-provider/settings.ts';
import { sharedKey } from '../support/keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'oidc-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (pem: string | null) => {
  const keyFile = join(folder, 'oidc.key');
  if (pem === null) rmSync(keyFile, { force: true });
  else writeFileSync(keyFile, pem);
  const read = readProviderSettings({
    issuer: 'https://idp.example',
    clientId: 'psd2',
    keyFile,
    acrValues: ['strong'],
    customerClaim: 'customer_number',
    timeoutMs: 5_000,
  });
  return 'faults' in read ? read.faults.map((fault) => fault.replace(keyFile, 'FILE')) : read.settings;
};
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyRule = 'must contain an RSA key (rsaEncryption, not RSASSA-PSS) or an EC key on the curve P-256';
const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

describe('OIDC_KEY', () => {
  it('is an RSA key for PS256, or a P-256 key for ES256', () => {
    expect(read(sharedKey())).toMatchObject({ key: { algorithm: 'PS256' }, clientId: 'psd2' });
    expect(read(pemOf(curve('P-256').privateKey))).toMatchObject({ key: { algorithm: 'ES256' } });
  });

  it('is named by the public members of its JWK', () => {
    const jwkOf = (key: KeyObject) => createPublicKey(key).export({ format: 'jwk' });
    const [rsa, ec] = [createPrivateKey(sharedKey()), curve('P-256').privateKey];
    const { e, kty, n } = jwkOf(rsa);
    expect(read(pemOf(rsa))).toMatchObject({ key: { kid: computeThumbprint({ e, kty, n }) } });
    const { crv, kty: ecKind, x, y } = jwkOf(ec);
    expect(read(pemOf(ec))).toMatchObject({ key: { kid: computeThumbprint({ crv, kty: ecKind, x, y }) } });
  });

  it('has its thumbprint as its name, as in the example of RFC 7638', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';
    expect(computeThumbprint({ e: 'AQAB', kty: 'RSA', n })).toBe(
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    );
  });

  it.each<[string, () => string | null, string]>([
    ['missing', () => null, 'cannot be read'],
    ['no key', () => 'nothing of the kind', 'does not contain a private key in PEM'],
    [
      'a public key',
      () => curve('P-256').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'does not contain a private key in PEM',
    ],
    [
      'encrypted',
      () =>
        curve('P-256')
          .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
          .toString(),
      'is encrypted; it must be readable without a passphrase',
    ],
    ['another curve', () => pemOf(curve('P-384').privateKey), keyRule],
    ['a curve without a JWK', () => pemOf(curve('brainpoolP256r1').privateKey), keyRule],
    ['Ed25519', () => pemOf(generateKeyPairSync('ed25519').privateKey), keyRule],
    ['RSASSA-PSS', () => pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }).privateKey), keyRule],
    [
      'too short',
      () => pemOf(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey),
      'has a key of 1024 bits; at least 2048 are required',
    ],
  ])('%s stops the start', (_, pem, fault) => {
    expect(read(pem())).toEqual([`OIDC_KEY: the file FILE ${fault}`]);
  });
});
