import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsOf, isTrue, oidOf, partsOf, readDer, tags, unsignedOf } from '../../src/security/der.ts';
import { integer, nothing, oid, sequence, tlv } from './encode.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('a value', () => {
  it.each([
    ['that is missing', ''],
    ['without a length', '30'],
    ['of an indefinite length', '30 80 05 00 00 00'],
    ['of an indefinite length, with 128 octets', `30 80 ${'00'.repeat(128)}`],
    ['whose length has a zero in front', '30 82 00 80'.concat(' 00'.repeat(128))],
    ['whose short length is written long', '30 81 02 05 00'],
    ['whose length takes five octets', '30 85 01 00 00 00 00'],
    ['whose length is cut short', '30 82 01'],
    ['that ends beyond the bytes', '30 03 05 00'],
    ['with bytes behind it', '05 00 00'],
    ['with an identifier of several octets', '1f 81 01 00'],
    ['with an identifier of several octets, the second of which looks like a length', '1f 02 01 00'],
  ])('%s is refused', (_, text) => {
    expect(() => readDer(hex(text))).toThrow();
  });

  it('inside another may not end beyond it', () => {
    const outer = readDer(hex('30 04 04 03 01 02'));
    expect(() => partsOf(outer, tags.sequence, 9)).toThrow();
    const both = readDer(hex('30 06 30 02 04 02 01 02'));
    expect(() => partsOf(partsOf(both, tags.sequence, 9)[0], tags.sequence, 9)).toThrow();
  });

  it('has no more parts than requested', () => {
    const three = readDer(sequence(nothing, nothing, nothing));
    expect(partsOf(three, tags.sequence, 3)).toHaveLength(3);
    expect(() => partsOf(three, tags.sequence, 2)).toThrow();
  });

  it.each([0, 1, 127, 128, 255, 256, 65_535, 65_536])('of %i octets is read back', (length) => {
    const content = Buffer.alloc(length, 7);
    const node = readDer(tlv(tags.octetString, content));
    expect(node.content.equals(content)).toBe(true);
  });
});

describe('an object identifier', () => {
  it('is read back, however large its arcs are', () => {
    const arc = fc.bigInt({ min: 0n, max: 2n ** 130n });
    const pair = fc.oneof(
      fc.tuple(fc.constantFrom(0n, 1n), fc.bigInt({ min: 0n, max: 39n })),
      fc.tuple(fc.constant(2n), arc),
    );
    fc.assert(
      fc.property(pair, fc.array(arc, { maxLength: 2 }), (first, rest) => {
        const dotted = [...first, ...rest].join('.');
        expect(oidOf(readDer(oid(dotted)))).toBe(dotted);
      }),
    );
  });

  it('of 64 octets is read', () => {
    expect(oidOf(readDer(hex(`06 40 ${'2a'.repeat(64)}`)))).toBe(`1.2${'.42'.repeat(63)}`);
  });

  it('has exact numbers of eight octets', () => {
    const dotted = `1.2.${2n ** 56n - 1n}`;
    expect(oidOf(readDer(oid(dotted)))).toBe(dotted);
  });

  it.each([
    ['empty', '06 00'],
    ['cut short', '06 02 2a 86'],
    ['cut short after a zero', '06 02 2a 80'],
    ['with a zero in front of an arc', '06 03 2a 80 01'],
    ['of more than 64 octets', `06 41 ${'2a'.repeat(65)}`],
    ['of another type', '04 01 2a'],
  ])('%s is refused', (_, text) => {
    expect(() => oidOf(readDer(hex(text)))).toThrow();
  });
});

describe('a number', () => {
  it('is read without the octet that only keeps it from being negative', () => {
    expect([...unsignedOf(readDer(integer(0x80)))]).toEqual([0x80]);
    expect([...unsignedOf(readDer(integer(0)))]).toEqual([0]);
    expect([...unsignedOf(readDer(integer(0x7f)))]).toEqual([0x7f]);
  });

  it('is read back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), (value) => {
        expect(BigInt(`0x${unsignedOf(readDer(integer(value))).toString('hex')}`)).toBe(value);
      }),
    );
  });

  it.each([
    ['empty', '02 00'],
    ['negative', '02 01 80'],
    ['with a zero in front', '02 02 00 7f'],
  ])('%s is refused', (_, text) => {
    expect(() => unsignedOf(readDer(hex(text)))).toThrow();
  });
});

it.each(['01 00', '01 02 ff ff'])('a BOOLEAN has one octet, not %s', (text) => {
  expect(() => isTrue(readDer(hex(text)))).toThrow();
});

describe('a BIT STRING', () => {
  it.each<[string, string, 0 | 7]>([
    ['empty', '03 00', 7],
    ['with unused bits of nothing', '03 01 07', 7],
    ['with more than seven unused bits', '03 02 08 80', 7],
    ['with unused bits where octets are due', '03 02 01 80', 0],
  ])('%s is refused', (_, text, unusedAtMost) => {
    expect(() => bitsOf(readDer(hex(text)), unusedAtMost)).toThrow();
  });
});
