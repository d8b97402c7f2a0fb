/**
 * The cost of a request before its signature has verified: the worst headers of 16 KiB take a few milliseconds each,
 * and leave nothing in memory. A failure here would let strangers stop the bank.
 */
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { requestedFixes } from '../../src/domain/accept-fix.ts';
import { createCertificateReader } from '../../src/security/certificate.ts';
import { keyIdFault } from '../../src/security/checks.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { cheapest } from '../support/cost.ts';
import {
  bits,
  type Changes,
  extension,
  integer,
  nothing,
  octets,
  oid,
  outcomeOf,
  remade,
  sequence,
  set,
  tlv,
  utf8,
} from './encode.ts';
import {
  authority,
  certificateHeader,
  demands,
  guardWith,
  keyIdOf,
  now,
  otherKeyPem,
  outcome,
  request,
  tpp,
} from './support.ts';

const guard = guardWith();
const mostMs = 20;

const cpuMs = (run: () => unknown): number => cheapest(run, mostMs / 4);

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');
const [serial = ''] = keyIdOf(tpp.certificatePem).split(',');

describe.each([15_000, 3_900])('a keyId of %i characters', (length) => {
  const marks = `${repeated('\u0315', length / 4)}${repeated('\u0316', length / 4)}`;
  it.each([
    ['blanks in the serial number', `SN=${repeated(' ', length)}!,CA=x`],
    ['blanks around names', `${repeated(' ', length)}SN${repeated(' ', length / 2)}=1,CA=x`],
    ['colons in the serial number', `SN=${repeated(': ', length)}!,CA=x`],
    ['zeros in the serial number', `SN=${repeated('0', length)},CA=x`],
    ['quotes', `${serial},CA=CN=${repeated('=\\"', length)}`],
    ['blanks in front of quotes', `${serial},CA=CN=${repeated('=          \\"', length)}`],
    ['parts', `${serial},CA=${repeated('C=x,', length)}`],
    ['parts that name nothing', `${serial},CA=C=${repeated('=,', length)}`],
    ['parts joined by plus signs', `${serial},CA=${repeated('C=x+', length)}`],
    ['slashes', `${serial},CA=/C=${repeated('/', length)}`],
    ['numbers of attributes', `${serial},CA=${repeated('1.', length)}=x`],
    ['escapes', `${serial},CA=C=${repeated('\\41', length)}`],
    ['escapes and percent signs', `${serial},CA=C=${repeated('%2541\\\\,', length)}`],
    ['white space in a value', `${serial},CA=C=x${repeated(' ', length)}x`],
    ['marks in the wrong order', bytesOf(`${serial},CA=C=a${marks}`)],
    ['marks by turns', bytesOf(`${serial},CA=C=a${repeated('\u0315\u0316', length / 2)}`)],
    ['DER, nested', `${serial},CA=C=#${nested(length / 9).toString('hex')}`],
    ['DER, wide', `${serial},CA=C=#${sequence(Buffer.alloc(length / 2, nothing)).toString('hex')}`],
  ])('of %s is refused soon', (_, keyId) => {
    const written = keyId.slice(0, length + 60);
    const sent = request({
      wrap: () => `keyId="${written}",algorithm="rsa-sha256",headers="date",signature="AAAA"`,
    });
    expect(outcome(() => guard.verify(sent, demands))).toBe('401 SIGNATURE_INVALID Signature');
    expect(cpuMs(() => outcome(() => guard.verify(sent, demands)))).toBeLessThan(mostMs);
  });
});

it('a long header that is covered thousands of times is refused soon', () => {
  const names = `${repeated('a ', 6_400)}date`;
  const sent = request({
    headers: { a: repeated('b', 6_500) },
    wrap: () => `keyId="${serial}",algorithm="rsa-sha256",headers="${names}",signature="AAAA"`,
  });
  expect(outcome(() => guard.verify(sent, demands))).toBe('401 SIGNATURE_INVALID Signature');
  expect(cpuMs(() => outcome(() => guard.verify(sent, demands)))).toBeLessThan(mostMs);
});

it('quotes in x-accept-fix are read soon', () => {
  for (const value of [`a${repeated('"', 15_000)}a`, `"${repeated('" ', 15_000)}`, repeated('",', 15_000)])
    expect(cpuMs(() => requestedFixes(value))).toBeLessThan(mostMs);
});

function nested(depth: number): Buffer {
  let der: Buffer = Buffer.alloc(0);
  for (let at = 0; at < depth; at += 1) der = sequence(der);
  return der;
}

const attribute = (type: Uint8Array, value: Uint8Array) => sequence(type, value);
const commonName = oid('2.5.4.3');
const part = set(attribute(commonName, utf8('a')));
const many = (count: number, piece: Uint8Array) => Array<Uint8Array>(count).fill(piece);
const name = tlv(0x82, Buffer.from('a'));
const longOid = tlv(0x06, Buffer.concat([Buffer.alloc(9_000, 0x81), Buffer.from([1])]));
const rsa = (modulusBits: number, exponent: bigint) => {
  const modulus = BigInt(`0x${'c7'.repeat(modulusBits / 8)}`);
  const algorithm = sequence(oid('1.2.840.113549.1.1.1'), nothing);
  return sequence(algorithm, bits(sequence(integer(modulus), integer(exponent))));
};
const certificates: readonly [string, Changes][] = [
  ['hundreds of parts in its subject', { subject: sequence(...many(700, part)) }],
  ['hundreds of parts in its issuer', { issuer: sequence(...many(700, part)) }],
  [
    'hundreds of attributes in one part',
    { subject: sequence(set(...many(800, attribute(commonName, utf8('a'))))) },
  ],
  ['a long object identifier', { issuer: sequence(set(attribute(longOid, utf8('a')))) }],
  ['deeply nested DER', { subject: sequence(set(attribute(commonName, nested(2_500)))) }],
  [
    'marks in the wrong order in its issuer',
    {
      issuer: sequence(
        set(attribute(commonName, utf8(`${repeated('\u0315', 500)}${repeated('\u0316', 500)}`))),
      ),
    },
  ],
  ['hundreds of extensions', { added: many(400, extension('1.2.3.4', nothing)) }],
  ['thousands of alternative names', { added: [extension('2.5.29.17', sequence(...many(2_500, name)))] }],
  [
    'thousands of names of its issuer',
    {
      added: [extension('2.5.29.35', sequence(tlv(0xa1, ...many(2_500, name)), tlv(0x82, Buffer.from([1]))))],
    },
  ],
  // OpenSSL writes the name of the issuer anew for each of them.
  [
    'hundreds of relative distribution points',
    {
      added: [
        extension(
          '2.5.29.31',
          sequence(...many(500, sequence(tlv(0xa0, tlv(0xa1, attribute(commonName, utf8('a'))))))),
        ),
      ],
    },
  ],
  [
    'hundreds of policies',
    { added: [extension('2.5.29.32', sequence(...many(700, sequence(oid('1.2.3')))))] },
  ],
  [
    'thousands of name constraints',
    { added: [extension('2.5.29.30', sequence(tlv(0xa0, ...many(1_500, sequence(name)))))] },
  ],
  ['a key of 64,000 bits', { key: rsa(64_000, 65_537n) }],
  ['an exponent as long as its key', { key: rsa(3_072, 2n ** 3_000n + 1n) }],
  ['a key of 8192 bits and the largest exponent', { key: rsa(8_192, 2n ** 32n - 1n) }],
];

describe('a certificate with', () => {
  it.each(certificates)('%s is refused soon, whoever has signed it', (_, changes) => {
    for (const signer of [{ privateKeyPem: otherKeyPem }, authority]) {
      const identity = remade({ ...changes, signer });
      const judged = () => outcomeOf(identity, guardWith());
      expect(judged()).toMatch(/^401 |^accepted$/);
      expect(cpuMs(judged)).toBeLessThan(mostMs);
    }
  });
});

describe('before the signature has verified', () => {
  const trust = createTrustStore([authority.certificatePem]);

  it('no keyId is cached', () => {
    const reader = createCertificateReader(trust, null);
    const { certificate } = reader.read(certificateHeader(tpp.certificatePem), now);
    if (certificate === null) throw new Error('the certificate is good');
    expect(keyIdFault(keyIdOf(tpp.certificatePem), certificate)).toBeNull();
    expect(certificate.verifiedKeyIds.size).toBe(0);
  });

  it('no certificate outside of the trust anchors is cached', () => {
    const reader = createCertificateReader(trust, null);
    const forged = remade({ signer: { privateKeyPem: otherKeyPem } });
    const header = certificateHeader(forged.certificatePem);
    for (let turn = 0; turn < 2; turn += 1) {
      const { certificate, refusals } = reader.read(header, now);
      expect(certificate).toBeNull();
      expect(refusals.map(({ code }) => code)).toEqual(['CERTIFICATE_INVALID']);
    }
  });

  it('the cache of certificates is bounded by bytes, not only by number', () => {
    const reader = createCertificateReader(trust, null, 200_000);
    const padding = extension('1.2.3.4', octets(Buffer.alloc(10_000)));
    const headerOf = (number: number) => {
      const { certificatePem } = remade({ serial: integer(1_000_000 + number), added: [padding] });
      return new X509Certificate(certificatePem).raw.toString('base64');
    };
    const first = headerOf(0);
    const read = (header: string) => reader.read(header, now).certificate;
    const kept = read(first);
    expect(kept).not.toBeNull();
    expect(read(first)).toBe(kept);
    for (let number = 1; number < 6; number += 1) read(headerOf(number));
    expect(read(first)).not.toBe(kept);
  });
});
