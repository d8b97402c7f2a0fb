import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalName,
  canonicalSubject,
  parseName,
  reversedName,
  writtenName,
} from '../../src/security/distinguished-name.ts';
import { anyText } from '../support/texts.ts';

const [cn, o, c] = ['2.5.4.3', '2.5.4.10', '2.5.4.6'];
const parsed = (text: string) =>
  parseName(text)?.map((part) => part.map(({ type, value }) => `${type}=${value}`).join('+')) ?? null;

describe('a written name', () => {
  it.each<[string, string[] | null]>([
    ['CN=a', [`${cn}=a`]],
    ['CN=a,O=b', [`${cn}=a`, `${o}=b`]],
    ['CN=a;O=b', [`${cn}=a`, `${o}=b`]],
    ['CN=a\nO=b', [`${cn}=a`, `${o}=b`]],
    ['CN=a+O=b,C=NO', [`${cn}=a+${o}=b`, `${c}=NO`]],
    ['+CN=a', [`${cn}=a`]],
    [' CN = a b , O=b ', [`${cn}=a b`, `${o}=b`]],
    [',,CN=a,, O=b,', [`${cn}=a`, `${o}=b`]],
    ['/CN=a/O=b', [`${cn}=a`, `${o}=b`]],
    ['/CN=a+O=b', [`${cn}=a+${o}=b`]],
    ['/CN=a,O=b', [`${cn}=a,O=b`]],
    ['CN=a/O=b', [`${cn}=a/O=b`]],
    ['oid.1.2.3=a', ['1.2.3=a']],
    ['1.2.3=a', ['1.2.3=a']],
    ['CN=a,1=b', [`${cn}=a,1=b`]],
    ['CN=Bank, Inc.,O=b', [`${cn}=Bank, Inc.`, `${o}=b`]],
    ['CN=', [`${cn}=`]],
    ['', null],
    [' , ', null],
    ['a', null],
    ['X=a', null],
    ['a,CN=a', null],
  ])('%j', (text, parts) => expect(parsed(text)).toEqual(parts));

  it.each([
    ['"a, b"', 'a, b'],
    ['"a"b', '"a"b'],
    ['a"b"', 'a"b"'],
    ['"', '"'],
    ['""', ''],
    ['  "a"  ', 'a'],
    ['"a\nb"', 'a\nb'],
    ['a\\, b', 'a, b'],
    ['a\\\\b', 'a\\b'],
    ['a\\"b', 'a"b'],
    ['a\\2Cb', 'a,b'],
    ['\\C3\\B8\\c3\\b8', 'øø'],
    ['a\\', 'a'],
    ['#0c0161', 'a'],
    ['#0C0161', 'a'],
    ['#13024e4f', 'NO'],
    ['#0c0161x', '#0c0161x'],
    ['x#0c0161', 'x#0c0161'],
    ['#0c016', '#0c016'],
    ['#', '#'],
    // A value that is not a string, or has trailing bytes, counts as plain text.
    ['#020101', '#020101'],
    ['#0c016161', '#0c016161'],
  ])('has the value %j as %j', (written, value) =>
    expect(parsed(`CN=${written}`)).toEqual([`${cn}=${value}`]),
  );

  it.each([
    ['CN=a="b,c"', [`${cn}=a="b,c"`]],
    ['CN="a,O=b', [`${cn}="a,O=b`]],
    ['CN=a "b,O=c', [`${cn}=a "b`, `${o}=c`]],
    ['CN=         "b,O=c"', [`${cn}=b,O=c`]],
    ['CN=          "b,O=c"', [`${cn}="b`, `${o}=c"`]],
    ['CN="a\\",O=b",O=c', [`${cn}=a",O=b`, `${o}=c`]],
  ])('is cut outside quotes that open a value: %s', (text, parts) => expect(parsed(text)).toEqual(parts));

  it('has values of at most 1,024 characters', () => {
    expect(parseName(`CN=${'x'.repeat(1_024)}`)).not.toBeNull();
    expect(parseName(`CN=${'x'.repeat(1_025)}`)).toBeNull();
  });
});

describe('a name', () => {
  const name = [
    [{ type: o, value: ' Bank,  A+B\\ ' }],
    [
      { type: cn, value: 'b' },
      { type: c, value: 'NO' },
    ],
  ];

  it('is the same text for any case, spaces and order inside a part', () => {
    const other = [
      [{ type: o, value: 'bank, a+b\\' }],
      [
        { type: c, value: 'no' },
        { type: cn, value: 'B' },
      ],
    ];
    expect(canonicalName(name)).toBe(String.raw`2.5.4.10=bank\, a\+b\\,2.5.4.3=b+2.5.4.6=no`);
    expect(canonicalName(other)).toBe(canonicalName(name));
    expect(reversedName(name)).toBe(String.raw`2.5.4.3=b+2.5.4.6=no,2.5.4.10=bank\, a\+b\\`);
    expect(canonicalName([[{ type: cn, value: 'a\t\r\n b' }]])).toBe('2.5.4.3=a b');
    expect(canonicalName([[{ type: cn, value: 'e\u0301' }]])).toBe('2.5.4.3=\u00e9');
    expect(canonicalName([[{ type: cn, value: '\u00a0a' }]])).toBe('2.5.4.3=\u00a0a');
  });

  it('of a subject has no order', () => {
    expect(canonicalSubject(name)).toBe(String.raw`2.5.4.10=bank\, a+b\\,2.5.4.3=b,2.5.4.6=no`);
    expect(canonicalSubject([...name].reverse())).toBe(canonicalSubject(name));
  });

  it('is written with the short names of its attributes', () => {
    expect(writtenName([...name, [{ type: '1.2.3', value: 'x' }]])).toBe(
      String.raw`O= Bank\,  A\+B\\ ,CN=b+C=NO,1.2.3=x`,
    );
  });

  it('is read again as the same name, whatever its values contain', () => {
    const value = fc.oneof(fc.string({ unit: fc.constantFrom(...' \\,+;"=#/\n0acCN<>') }), anyText());
    const part = fc.array(fc.record({ type: fc.constantFrom(cn, o, c), value }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (any) => {
        const again = parseName(writtenName(any));
        expect(again && canonicalName(again)).toBe(canonicalName(any));
      }),
    );
  });
});
