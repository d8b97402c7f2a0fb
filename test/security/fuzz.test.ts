import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapest } from '../support/cost.ts';
import { rounds } from '../support/nightly.ts';
import { anyText } from '../support/texts.ts';
import { certificateHeader, demands, guardWith, keyIdOf, refusalOf, request, tpp } from './support.ts';

const guard = guardWith();
const names = ['date', 'x-request-id', 'digest', 'tpp-signature-certificate', 'signature', 'psu-id'] as const;
const valid = request();

const bytes = fc
  .array(
    fc.integer({ min: 0, max: 255 }).filter((byte) => ![0, 10, 13].includes(byte)),
    { maxLength: 200 },
  )
  .map((codes) => String.fromCharCode(...codes));
const pieces = fc
  .array(
    fc.oneof(
      bytes,
      fc.constantFrom(
        'keyId="',
        'SN=',
        ',CA=',
        '"',
        '\\',
        ',',
        '=',
        '=?utf-8?B?',
        '=?iso-8859-1?Q?',
        '?=',
        ' ',
        '%',
        '%20',
        '%zz',
        '\\"',
        'algorithm="rsa-sha256"',
        'headers="date digest x-request-id"',
        'signature="AAAA"',
        'SHA-256=',
        'SHA-512=',
        'AAAA',
        'Mon, 15 Jun 2026',
        '12:00:00 GMT',
        '+0200',
        '-----BEGIN CERTIFICATE-----',
        '-----END CERTIFICATE-----',
        'MIIB',
        '#0c01',
        '(request-target)',
        '(created)',
        'é',
        '0x',
        'CN=',
        '/CN=',
        '+',
        ';',
      ),
      fc.constantFrom(...names.map((name) => valid.headers.get(name) ?? '')),
      fc.constant(keyIdOf(tpp.certificatePem)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

function withHeaders(values: Readonly<Record<string, string>>): Headers {
  const headers = new Headers([...valid.headers]);
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
  return headers;
}

describe('the guard throws only refusals', () => {
  it('for any value of one header', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), pieces, (name, value) => {
        refusalOf(() => guard.verify({ ...valid, headers: withHeaders({ [name]: value }) }, demands));
      }),
      { numRuns: rounds(150, 3_000) },
    );
  });

  it('for any values of all headers', () => {
    const all = fc.record(Object.fromEntries(names.map((name) => [name, pieces])));
    fc.assert(
      fc.property(all, (values) => {
        refusalOf(() => guard.verify({ ...valid, headers: withHeaders(values) }, demands));
      }),
      { numRuns: rounds(40, 500) },
    );
  });

  it('for any keyId and list of headers', () => {
    const text = fc.oneof(pieces, anyText({ maxLength: 60 })).map((value) => value.replace(/[\0\r\n]/g, ''));
    fc.assert(
      fc.property(text, text, (keyId, list) => {
        const header = `keyId="${keyId}",algorithm="rsa-sha256",headers="${list}",signature="AAAA"`;
        const wrapped = `=?utf-8?B?${Buffer.from(header).toString('base64')}?=`;
        refusalOf(() => guard.verify({ ...valid, headers: withHeaders({ signature: wrapped }) }, demands));
      }),
      { numRuns: rounds(60, 1_000) },
    );
  });

  it('for any bytes in place of the certificate', () => {
    const der = Buffer.from(certificateHeader(tpp.certificatePem), 'base64');
    const changed = fc
      .tuple(fc.nat(der.length - 1), fc.nat(der.length - 1), fc.uint8Array({ maxLength: 12 }))
      .map(([from, to, patch]) =>
        Buffer.concat([der.subarray(0, from), patch, der.subarray(to)]).toString('base64'),
      );
    fc.assert(
      fc.property(changed, (value) => {
        refusalOf(() =>
          guard.verify({ ...valid, headers: withHeaders({ 'tpp-signature-certificate': value }) }, demands),
        );
      }),
      { numRuns: rounds(100, 2_000) },
    );
  });
});

const mostMs = 100;

describe('no header of 16 KiB delays the guard', () => {
  const repeated = [
    'a',
    '=',
    ' ',
    ',',
    '"',
    '\\',
    '%20',
    '+',
    '/',
    '=?',
    '?=',
    '=?utf-8?q?a?= ',
    'A=',
    'x="1",',
    '-----',
    '#',
    '\t',
    '\xff',
  ];

  it.each(names)('in %s', (name) => {
    for (const piece of repeated) {
      for (const prefix of [
        '',
        'keyId="',
        'keyId="SN=1',
        'keyId="SN=1,CA=CN=',
        `${valid.headers.get(name)}`,
      ]) {
        const value = (prefix + piece.repeat(16_384 / piece.length)).slice(0, 16_384);
        const headers = withHeaders({ [name]: `${value}x` });
        const spent = cheapest(() => refusalOf(() => guard.verify({ ...valid, headers }, demands)), mostMs);
        expect(spent, `${prefix.slice(0, 30)} ${piece}`).toBeLessThan(mostMs);
      }
    }
  });

  it.each(repeated)('in a keyId of %j that names the right certificate first', (piece) => {
    const keyId = `${keyIdOf(tpp.certificatePem)}${piece.replaceAll('"', '\\"').repeat(8_000 / piece.length)}`;
    const sent = request({ keyId });
    expect(cheapest(() => refusalOf(() => guard.verify(sent, demands)), mostMs)).toBeLessThan(mostMs);
  });
});
