import { describe, expect, it } from 'vitest';
import type { KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { createCertificateReader } from '../../src/security/certificate.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { integer, invalidCertificate, remade } from './encode.ts';
import {
  authority,
  certificateHeader,
  days,
  demands,
  guardWith,
  issue,
  now,
  otherAuthority,
  outcome,
  replaceableTrust,
  request,
  tpp,
} from './support.ts';

const trust = createTrustStore([authority.certificatePem]);
/** Certificates of one TPP with different serial numbers, all of the same size. */
const headers = [1, 2, 3, 4].map((serial) =>
  certificateHeader(remade({ serial: integer(serial) }).certificatePem),
);
const [first = '', second = '', third = '', fourth = ''] = headers;
const bytesOfOne = 2 * first.length + 8_192;

function readerFor(bytes: number) {
  const reader = createCertificateReader(trust, null, bytes);
  const read = (header: string) => reader.read(header, now).refusals.length === 0;
  const isKept = (header: string) => reader.tppOf(header, now, true) !== null;
  return { reader, read, isKept };
}

describe('the cache of certificates', () => {
  it('drops the one that was used longest ago', () => {
    const { read, isKept } = readerFor(3 * bytesOfOne);
    expect([first, second, third].map(read)).toEqual([true, true, true]);
    expect(headers.map(isKept)).toEqual([true, true, true, false]);
    read(first);
    read(fourth);
    expect(headers.map(isKept)).toEqual([true, false, true, true]);
  });

  it('holds no more than its bound', () => {
    const { read, isKept } = readerFor(3 * bytesOfOne - 1);
    for (const header of [first, second, third]) read(header);
    expect([first, second, third].map(isKept)).toEqual([false, true, true]);
  });

  it('holds none when the bound is too small for one', () => {
    const { read, isKept } = readerFor(bytesOfOne - 1);
    expect([read(first), isKept(first)]).toEqual([true, false]);
  });

  it('holds many by default', () => {
    const reader = createCertificateReader(trust, null);
    for (const header of headers) reader.read(header, now);
    expect(headers.map((header) => reader.tppOf(header, now, true))).toEqual(Array(4).fill('PSDNO-FSA-1'));
  });

  it('holds each once, in any spelling', () => {
    const { read, isKept } = readerFor(2 * bytesOfOne);
    read(first);
    const spellings = [
      `-----BEGIN CERTIFICATE-----${second}-----END CERTIFICATE-----`,
      encodeURIComponent(second),
      ` ${second} `,
    ];
    for (const spelling of spellings) expect([read(spelling), isKept(spelling)]).toEqual([true, true]);
    expect([isKept(first), isKept(second)]).toEqual([true, true]);
  });
});

describe('nothing is cached of', () => {
  it.each([
    ['a certificate of another CA of that name', issue({ authority: otherAuthority('Test CA') })],
    ['a certificate with too short a key', issue({ keyBits: 1_024 })],
    ['a certificate without a name', issue({ organizationIdentifier: 'a b' })],
  ])('%s', (_, { certificatePem }) => {
    const { read, isKept } = readerFor(3 * bytesOfOne);
    const header = certificateHeader(certificatePem);
    expect([read(header), isKept(header)]).toEqual([false, false]);
  });

  it('bytes that are not a certificate', () => {
    const { read, isKept } = readerFor(3 * bytesOfOne);
    for (const header of ['', 'x', 'AAAA', '*'])
      expect([read(header), isKept(header)]).toEqual([false, false]);
  });
});

describe('the TPP of a certificate', () => {
  it('is named whatever its dates, and is cached from then on', () => {
    const { reader, read, isKept } = readerFor(3 * bytesOfOne);
    const old = certificateHeader(issue(days(-9, -1)).certificatePem);
    expect(reader.tppOf(old, now, true)).toBeNull();
    expect(reader.tppOf(old, now, false)).toBe('PSDNO-FSA-1');
    expect([isKept(old), read(old)]).toEqual([true, false]);
  });

  it('is named only within the dates of its CA', () => {
    const { reader } = readerFor(3 * bytesOfOne);
    expect([0, 40_000].map((later) => reader.tppOf(first, now + later * 86_400_000, false))).toEqual([
      'PSDNO-FSA-1',
      null,
    ]);
  });

  it('is unknown for a stranger, and for bytes that are not a certificate', () => {
    const { reader } = readerFor(3 * bytesOfOne);
    const self = otherAuthority('Other CA');
    for (const header of [certificateHeader(self.certificatePem), 'x', ''])
      for (const remembered of [true, false]) expect(reader.tppOf(header, now, remembered)).toBeNull();
    expect(reader.tppOf(certificateHeader(tpp.certificatePem), now, false)).toBe('PSDNO-FSA-1');
  });
});

describe('trust anchors that are replaced', () => {
  const other = otherAuthority('Other CA');
  const [own, foreign] = [authority, other].map((issuer) => issue({ authority: issuer })) as [
    KeyAndCertificate,
    KeyAndCertificate,
  ];
  const storeOf = (...anchors: readonly KeyAndCertificate[]) =>
    createTrustStore(anchors.map(({ certificatePem }) => certificatePem));

  it('apply to cached certificates, and to sessions opened with them', () => {
    const live = replaceableTrust(storeOf(authority));
    const guard = guardWith({ trust: live });
    const judge = ({ ...identity }: KeyAndCertificate) =>
      outcome(() => guard.verify(request({ identity }), demands));
    const caller = guard.verify(request({ identity: own }), demands);
    expect([judge(own), judge(foreign), guard.isInForce(caller)]).toEqual([
      'accepted',
      invalidCertificate,
      true,
    ]);
    live.replace(storeOf(other));
    expect([judge(own), judge(foreign), guard.isInForce(caller)]).toEqual([
      invalidCertificate,
      'accepted',
      false,
    ]);
    live.replace(storeOf(authority, other));
    expect([judge(own), judge(foreign), guard.isInForce(caller)]).toEqual(['accepted', 'accepted', true]);
  });

  it('are checked once for each certificate while they stay', () => {
    const live = replaceableTrust(storeOf(authority));
    const reader = createCertificateReader(live, null);
    const read = () => reader.read(certificateHeader(own.certificatePem), now).certificate;
    const before = read();
    expect(read()).toBe(before);
    live.replace(storeOf(authority));
    expect(read()).not.toBe(before);
    expect(read()).toBe(read());
  });
});
