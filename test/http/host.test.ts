import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isHost } from '../../src/http/raw-headers.ts';

it.each([
  'localhost',
  'localhost:4000',
  'bank.example:443',
  'bank.example.',
  'bank.example:',
  'a:0',
  'a:00065535',
  'xn--bcher-kva.example',
  'b%C3%BCcher.example',
  "sub-delims!$&'()*+,;=~_",
  '192.0.2.7:4000',
  '999.0.2.7',
  '[::1]',
  '[2001:db8::192.0.2.7]:4000',
  '[v1.future:host]:80',
])('%s is a host', (value) => {
  expect(isHost(value)).toBe(true);
});

it.each([
  '',
  ':4000',
  'a b',
  'a\tb',
  'a\u0000',
  'user@bank.example',
  'user:secret@bank.example',
  'bank.example/path',
  'bank.example?query',
  'bank.example#part',
  'bücher.example',
  'a%2',
  'a%zz',
  'a%',
  'a:65536',
  'a:-1',
  'a:4 0',
  'a:http',
  'a:1:2',
  '::1',
  '[]',
  '[::1',
  '::1]',
  '[::1]]',
  '[::1]4000',
  '[192.0.2.7]',
  '[fe80::1%25eth0]',
  '[fe80::1%eth0]',
  '[v.a]',
  '[a]',
  '<a>',
  'a\\b',
  '"a"',
  'a|b',
  'a^b',
  'a`b',
  '{a}',
])('%j is not a host', (value) => {
  expect(isHost(value)).toBe(false);
});

const ports = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: null });
const withPort = (host: string, port: number | null) => (port === null ? host : `${host}:${port}`);
const percent = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
const plain = fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=");
const names = fc.array(fc.oneof(plain, percent), { minLength: 1 }).map((parts) => parts.join(''));

it('every name, address and port of the grammar is valid', () => {
  const hosts = fc.oneof(
    names,
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  );
  fc.assert(
    fc.property(hosts, ports, (host, port) => {
      expect(isHost(withPort(host, port))).toBe(true);
    }),
  );
});

it('a character outside of the grammar makes any host invalid, at any place', () => {
  const strange = fc.oneof(
    fc.constantFrom(...' "<>\\^`{|}/?#@[]'),
    fc.integer({ min: 0, max: 0x1f }).map((code) => String.fromCharCode(code)),
    fc.integer({ min: 0x7f, max: 0xff }).map((code) => String.fromCharCode(code)),
  );
  fc.assert(
    fc.property(names, ports, strange, fc.nat(), (host, port, character, at) => {
      const value = withPort(host, port);
      const place = at % (value.length + 1);
      expect(isHost(value.slice(0, place) + character + value.slice(place))).toBe(false);
    }),
  );
});
