import { describe, expect, it } from 'vitest';
import { keyIdFault, keyIdOf, rememberKeyId } from '../../src/security/checks.ts';

const certificate = (change: object = {}) => ({
  serial: 'abcdef',
  issuerText: 'C=NO,O=Bank,CN=CA',
  issuerSpellings: ['2.5.4.6=no,2.5.4.10=bank,2.5.4.3=ca', '2.5.4.3=ca,2.5.4.10=bank,2.5.4.6=no'],
  verifiedKeyIds: new Set<string>(),
  ...change,
});
const faultOf = (keyId: string, change: object = {}) =>
  keyIdFault(keyId, certificate(change) as unknown as Parameters<typeof keyIdFault>[1]);
const form = 'keyId must have the form SN=<serial number in hex>,CA=<issuer of the certificate>';
const issuer = 'CA=C=NO,O=Bank,CN=CA';

it('keyId: the serial number is in capitals', () => {
  expect(keyIdOf(certificate() as never)).toBe('SN=ABCDEF,CA=C=NO,O=Bank,CN=CA');
});

describe('keyId matches the certificate', () => {
  it.each([
    `SN=ABCDEF,${issuer}`,
    `SN=abcdef,${issuer}`,
    `sn = 0xABCDEF , ca=C=NO,O=Bank,CN=CA`,
    `SN=0X00abcdef,${issuer}`,
    `SN=AB:CD:EF,${issuer}`,
    `SN=AB CD EF,${issuer}`,
    'SN=ABCDEF,CA=CN=CA,O=Bank,C=NO',
    'SN=ABCDEF,CA=C=NO,O=\\"Bank\\",CN=CA',
    'SN=ABCDEF,CA=C=NO,O=B%61nk,CN=CA',
    'SN%3DABCDEF%2CCA%3DC%3DNO%2CO%3DBank%2CCN%3DCA',
  ])('as %s', (keyId) => expect(faultOf(keyId)).toBeNull());

  it('with backslashes that are escaped once more', () => {
    const issuerSpellings = ['2.5.4.10=a\\, b', '2.5.4.10=a\\, b'];
    for (const name of ['A\\, B', 'A\\\\, B'])
      expect(faultOf(`SN=ABCDEF,CA=O=${name}`, { issuerSpellings })).toBeNull();
  });

  it('with a percent sign that encodes nothing', () => {
    const issuerSpellings = ['2.5.4.3=100%', '2.5.4.3=100%'];
    expect(faultOf('SN=ABCDEF,CA=CN=100%', { issuerSpellings })).toBeNull();
    expect(faultOf('SN=ABCDEF,CA=CN=100%25', { issuerSpellings })).toBeNull();
  });
});

describe('keyId does not match the certificate', () => {
  const serial = (shown: string) =>
    `keyId contains the serial number ${shown}, but the certificate has ABCDEF`;
  const other = (shown: string) =>
    `keyId contains the issuer ${shown}, but the certificate has C=NO,O=Bank,CN=CA`;
  it.each([
    ['', form],
    ['ABCDEF', form],
    [`ABCDEF,${issuer}`, form],
    ['SN=ABCDEF', form],
    ['SN=ABCDEF,C=NO,O=Bank,CN=CA', form],
    [`XN=ABCDEF,${issuer}`, form],
    [`SN=,${issuer}`, form],
    [`SN=ABCDEG,${issuer}`, form],
    [`SN=XABCDEF,${issuer}`, form],
    [`SN=AB0xCDEF,${issuer}`, form],
    [`SN=ABCDE,${issuer}`, serial('ABCDE')],
    [`SN=${'0'.repeat(58)}ABCDEF,CA=CN=x`, other('CN=x')],
    [`SN=${'1'.repeat(65)},${issuer}`, serial(`${'1'.repeat(63)}…`)],
    ['SN=ABCDEF,CA=CN=x', other('CN=x')],
    ['SN=ABCDEF,CA=', other('')],
    ['SN=ABCDEF,CA=O=Bank,C=NO,CN=CA', other('O=Bank,C=NO,CN=CA')],
  ])('%s', (keyId, fault) => expect(faultOf(keyId)).toBe(fault));

  it('with more than 4,096 characters', () => {
    const padded = (length: number) => `SN=ABCDEF,${issuer}`.padEnd(length);
    expect([faultOf(padded(4_096)), faultOf(padded(4_097))]).toEqual([
      null,
      `${form}, in at most 4096 characters`,
    ]);
  });
});

it('at most eight keyIds are cached, of 512 characters at most', () => {
  const { verifiedKeyIds, ...rest } = certificate();
  const remember = (keyId: string) => rememberKeyId(keyId, { ...rest, verifiedKeyIds } as never);
  remember('x'.repeat(513));
  expect(verifiedKeyIds.size).toBe(0);
  remember('x'.repeat(512));
  for (let number = 0; number < 9; number += 1) remember(`${number}`);
  expect([...verifiedKeyIds]).toEqual(['x'.repeat(512), '0', '1', '2', '3', '4', '5', '6']);
  expect(faultOf('0', { verifiedKeyIds })).toBeNull();
});
