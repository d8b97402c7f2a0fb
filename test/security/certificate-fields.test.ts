import { describe, expect, it } from 'vitest';
import { readName, serialOf } from '../../src/security/certificate-fields.ts';
import { readDer } from '../../src/security/der.ts';
import { integer, oid, sequence, set, utf8 } from './encode.ts';

const attribute = (length: number) => set(sequence(oid('2.5.4.3'), utf8('x'.repeat(length))));
/** A name with so many octets, or the nearest smaller size that attributes allow. */
function nameOf(octets: number): Buffer {
  const first = attribute(900);
  for (let length = octets - first.length; length > 0; length -= 1) {
    const rest = attribute(length);
    if (first.length + rest.length === octets) return sequence(first, rest);
  }
  throw new Error(`no name of ${octets} octets`);
}

describe('a name', () => {
  it('of 2,048 octets is read', () => {
    const [first, second] = readName(readDer(nameOf(2_048)));
    expect([first?.[0]?.type, first?.[0]?.value.length]).toEqual(['2.5.4.3', 900]);
    expect(second?.[0]?.value).toMatch(/^x+$/);
  });

  it('of one octet more is refused, however it is made up', () => {
    expect(() => readName(readDer(nameOf(2_049)))).toThrow('a name of more than 2048 octets');
  });

  it('has at most 64 parts, of at most 64 attributes', () => {
    const parts = (count: number) => Array.from({ length: count }, () => attribute(1));
    const pairs = (count: number) => Array.from({ length: count }, () => sequence(oid('2.5.4.3'), utf8('x')));
    expect(readName(readDer(sequence(...parts(64))))).toHaveLength(64);
    expect(() => readName(readDer(sequence(...parts(65))))).toThrow();
    expect(readName(readDer(sequence(set(...pairs(64)))))[0]).toHaveLength(64);
    expect(() => readName(readDer(sequence(set(...pairs(65)))))).toThrow();
    expect(() => readName(readDer(sequence(set(sequence(oid('2.5.4.3'), utf8('x'), utf8('y'))))))).toThrow();
  });
});

describe('a serial number', () => {
  it('has at most twenty octets, in hex', () => {
    const largest = 2n ** 160n - 1n;
    expect(serialOf(readDer(integer(largest)))).toBe('f'.repeat(40));
    expect(serialOf(readDer(integer(0x1a2b)))).toBe('1a2b');
    expect(() => serialOf(readDer(integer(largest + 1n)))).toThrow('a serial number of more than 20 octets');
  });
});
