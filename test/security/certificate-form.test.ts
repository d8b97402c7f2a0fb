import { describe, expect, it } from 'vitest';
import { type CertificateFields, readFields } from '../../src/security/certificate-fields.ts';
import {
  type Bytes,
  bits,
  integer,
  name,
  nothing,
  octets,
  oid,
  sequence,
  tlv,
  utcTime,
  yes,
} from './encode.ts';

interface More {
  readonly number?: number;
  readonly modulus?: bigint;
  /** The declared numbers of unused bits of key and signature. */
  readonly unused?: readonly [number, number];
  readonly outer?: readonly Bytes[];
  readonly identifiers?: readonly Bytes[];
  readonly wrapped?: readonly Bytes[];
  readonly version?: readonly Bytes[];
  readonly validity?: readonly Bytes[];
  readonly key?: readonly Bytes[];
  readonly keyAlgorithm?: readonly Bytes[];
  readonly rsaKey?: readonly Bytes[];
  readonly wrapper?: readonly Bytes[];
  readonly extensions?: readonly Bytes[];
}

const algorithm = sequence(oid('1.2.840.113549.1.1.11'), nothing);
const extensionOf = (type: string, ...rest: readonly Bytes[]) => sequence(oid(type), ...rest);
const constraints = (...parts: readonly Bytes[]) => extensionOf('2.5.29.19', octets(sequence(...parts)));

function certificate(more: More = {}): Buffer {
  const [ofKey, ofSignature] = more.unused ?? [0, 0];
  const rest = (of: keyof Omit<More, 'modulus' | 'unused' | 'number'>) => more[of] ?? [];
  const rsaKey = sequence(integer(more.modulus ?? 0xc7n << 2_040n), integer(65_537), ...rest('rsaKey'));
  const keyAlgorithm = sequence(oid('1.2.840.113549.1.1.1'), nothing, ...rest('keyAlgorithm'));
  const body = sequence(
    tlv(0xa0, integer(more.number ?? 2), ...rest('version')),
    integer(7),
    algorithm,
    name(['2.5.4.3', 'CA']),
    sequence(utcTime('260101000000Z'), utcTime('270101000000Z'), ...rest('validity')),
    name(['2.5.4.3', 'TPP']),
    sequence(keyAlgorithm, bits(rsaKey, ofKey), ...rest('key')),
    ...(more.identifiers ?? [tlv(0x81, Buffer.from([0])), tlv(0x82, Buffer.from([0]))]),
    ...(more.wrapped ?? [tlv(0xa3, sequence(...rest('extensions')), ...rest('wrapper'))]),
  );
  return sequence(body, algorithm, bits(Buffer.alloc(256), ofSignature), ...rest('outer'));
}

const read = (more?: More): CertificateFields => readFields(certificate(more));
const isRead = (more: More): boolean => {
  try {
    read(more);
    return true;
  } catch {
    return false;
  }
};

it('a certificate is read with all its permitted parts', () => {
  expect(read()).toMatchObject({
    serial: '07',
    rsaKey: { bits: 2_048, exponent: 65_537n },
    isAuthority: false,
    criticalExtensions: [],
    keyUsage: null,
    purposes: null,
    roles: null,
  });
});

it.each<[string, More]>([
  ['version 2', { number: 1 }],
  ['version 4', { number: 3 }],
  ['a key of so many bits', { unused: [1, 0] }],
  ['a signature of so many bits', { unused: [0, 1] }],
])('a certificate with %s is refused', (_, more) => expect(isRead(more)).toBe(false));

it.each([2_041, 2_047, 2_048, 2_049, 4_096])('a key has %i bits', (bitsOfKey) => {
  expect(read({ modulus: 2n ** BigInt(bitsOfKey) - 1n }).rsaKey?.bits).toBe(bitsOfKey);
});

describe('an additional part is refused', () => {
  const extension = extensionOf('1.2.3', octets(nothing));
  const statements = (...all: readonly Bytes[]) => extensionOf('1.3.6.1.5.5.7.1.3', octets(sequence(...all)));
  const psd2 = (...all: readonly Bytes[]) => sequence(oid('0.4.0.19495.2'), ...all);
  const role = (number: number, ...rest: readonly Bytes[]) =>
    sequence(oid(`0.4.0.19495.1.${number}`), ...rest);
  const many = (count: number, made: (index: number) => Buffer) =>
    Array.from({ length: count }, (_, at) => made(at));
  const purposes = (count: number) =>
    extensionOf('2.5.29.37', octets(sequence(...many(count, (at) => oid(`1.2.${at}`)))));
  const extended = (one: Buffer): More => ({ extensions: [one] });

  it.each<[string, More, More]>([
    ['behind the signature', {}, { outer: [nothing] }],
    ['behind the version', {}, { version: [nothing] }],
    ['behind the dates', {}, { validity: [nothing] }],
    ['behind the key', {}, { key: [nothing] }],
    ['behind the algorithm of the key', {}, { keyAlgorithm: [nothing] }],
    ['behind the exponent', {}, { rsaKey: [integer(1)] }],
    [
      'behind the subject’s identifier',
      { identifiers: many(2, () => tlv(0x82)) },
      { identifiers: many(3, () => tlv(0x82)) },
    ],
    [
      'behind the extensions, of their kind',
      {},
      { identifiers: [], wrapped: many(2, () => tlv(0xa3, sequence())) },
    ],
    ['behind the list of extensions', {}, { wrapper: [nothing] }],
    [
      'of 64 extensions',
      { extensions: many(64, (at) => extensionOf(`1.2.${at}`, octets(nothing))) },
      { extensions: many(65, (at) => extensionOf(`1.2.${at}`, octets(nothing))) },
    ],
    ['an extension twice', extended(extension), { extensions: [extension, extension] }],
    [
      'in an extension',
      extended(extensionOf('1.2.3', yes, octets(nothing))),
      extended(extensionOf('1.2.3', yes, nothing, octets(nothing))),
    ],
    [
      'in the constraints',
      extended(constraints(yes, integer(0))),
      extended(constraints(yes, integer(0), nothing)),
    ],
    ['of 64 purposes', extended(purposes(64)), extended(purposes(65))],
    [
      'of 64 statements',
      extended(statements(...many(64, () => sequence(oid('1.2.3'))))),
      extended(statements(...many(65, () => sequence(oid('1.2.3'))))),
    ],
    [
      'in a statement',
      extended(statements(sequence(oid('1.2.3'), nothing))),
      extended(statements(sequence(oid('1.2.3'), nothing, nothing))),
    ],
    [
      'the statement of PSD2 twice',
      extended(statements(psd2(sequence(sequence())))),
      extended(statements(psd2(sequence(sequence())), psd2(sequence(sequence())))),
    ],
    [
      'behind name and id of the authority',
      extended(statements(psd2(sequence(sequence(), nothing, nothing)))),
      extended(statements(psd2(sequence(sequence(), nothing, nothing, nothing)))),
    ],
    [
      'of 64 roles',
      extended(statements(psd2(sequence(sequence(...many(64, () => role(1))))))),
      extended(statements(psd2(sequence(sequence(...many(65, () => role(1))))))),
    ],
    [
      'behind the name of a role',
      extended(statements(psd2(sequence(sequence(role(1, nothing)))))),
      extended(statements(psd2(sequence(sequence(role(1, nothing, nothing)))))),
    ],
  ])('%s', (_, whole, more) => {
    expect([isRead(whole), isRead(more)]).toEqual([true, false]);
  });

  it('roles are these four only', () => {
    const roles = many(6, (at) => role(at));
    expect(read(extended(statements(psd2(sequence(sequence(...roles)))))).roles).toEqual([
      'PSP_AS',
      'PSP_PI',
      'PSP_AI',
      'PSP_IC',
    ]);
    expect(read(extended(statements(sequence(oid('1.2.3'))))).roles).toBeNull();
  });
});

describe('an extension', () => {
  it.each([
    ['that says nothing of it', [octets(nothing)], []],
    ['that says so', [yes, octets(nothing)], ['1.2.3']],
    ['that says no', [Buffer.from([1, 1, 0]), octets(nothing)], []],
  ])('%s is critical or not', (_, parts, critical) => {
    expect(read({ extensions: [extensionOf('1.2.3', ...parts)] }).criticalExtensions).toEqual(critical);
  });

  it('of constraints marks a CA only when it says so', () => {
    const of = (...parts: readonly Bytes[]) => read({ extensions: [constraints(...parts)] }).isAuthority;
    expect([of(), of(yes), of(yes, integer(0)), of(Buffer.from([1, 1, 0])), of(integer(1))]).toEqual([
      ...[false, true, true],
      ...[false, false],
    ]);
  });

  it.each([
    [
      [0x80, 0x00],
      [true, false, false],
    ],
    [
      [0x40, 0x00],
      [false, true, false],
    ],
    [
      [0x02, 0x00],
      [false, false, true],
    ],
    [
      [0x3d, 0xff],
      [false, false, false],
    ],
    [[], [false, false, false]],
  ])('of usages reads three of %j', (octetsOf, expected) => {
    const { keyUsage } = read({
      extensions: [extensionOf('2.5.29.15', octets(bits(Buffer.from(octetsOf))))],
    });
    expect([keyUsage?.digitalSignature, keyUsage?.contentCommitment, keyUsage?.crlSign]).toEqual(expected);
  });
});
