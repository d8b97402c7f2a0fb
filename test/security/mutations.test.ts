/**
 * Each byte of a valid request is changed in turn, and the guard must refuse it. The listed exceptions have the same
 * meaning by the RFCs and the draft.
 */
import { describe, expect, it } from 'vitest';
import type { SignedRequest } from '../../src/domain/caller.ts';
import { rounds } from '../support/nightly.ts';
import { body, demands, guardWith, refusalOf, request } from './support.ts';

const guard = guardWith();
const covered = [
  '(request-target)',
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];
const headers = {
  'psu-id': '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  'psu-corporate-id': 'corp 1',
  'tpp-redirect-uri': 'https://tpp.example/r?x=1',
};
const plain = request({ covered, headers });
const wrapped = request({
  covered,
  headers,
  wrap: (header) => `=?utf-8?B?${Buffer.from(header).toString('base64')}?=`,
});

/** By day two or three of the nine values of each byte, different from its neighbours. */
const few = rounds(4, 1);

/** Every value that differs by one bit, and a space; with `step`, every nth of them. */
function* mutationsOf(text: string, step = 1): Generator<string> {
  let made = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    for (const other of [...[1, 2, 4, 8, 16, 32, 64, 128].map((bit) => code ^ bit), 0x20]) {
      made += 1;
      if (other !== code && made % step === 0)
        yield text.slice(0, at) + String.fromCharCode(other) + text.slice(at + 1);
    }
  }
}

function withHeader(sent: SignedRequest, name: string, value: string): SignedRequest | null {
  const changed = new Headers([...sent.headers]);
  try {
    changed.set(name, value);
  } catch {
    return null; // NUL, CR and LF never come through HTTP.
  }
  return { ...sent, headers: changed };
}

function accepted(values: Iterable<string>, sent: (value: string) => SignedRequest | null): string[] {
  const through: string[] = [];
  for (const value of values) {
    const mutated = sent(value);
    if (mutated !== null && refusalOf(() => guard.verify(mutated, demands)) === null) through.push(value);
  }
  return through;
}

describe('a single changed byte is refused', () => {
  it('but the request itself is accepted', () => {
    for (const sent of [plain, wrapped]) expect(refusalOf(() => guard.verify(sent, demands))).toBeNull();
  });

  it('in the target', () => {
    expect(accepted(mutationsOf(plain.target), (target) => ({ ...plain, target }))).toEqual([]);
  });

  it('in the method, except for its case, which the signing string does not keep', () => {
    const through = accepted(mutationsOf(plain.method), (method) => ({ ...plain, method }));
    expect(through).toEqual(['pOST', 'PoST', 'POsT', 'POSt']);
  });

  it('in the body', () => {
    const bytes = (value: string) => ({ ...plain, body: Buffer.from(value, 'latin1') });
    expect(accepted(mutationsOf(body.toString('latin1')), bytes)).toEqual([]);
  });

  it.each(covered.slice(1))('in the header %s', (name) => {
    const value = plain.headers.get(name) ?? '';
    expect(accepted(mutationsOf(value), (other) => withHeader(plain, name, other))).toEqual([]);
  });

  it('in the certificate, except for its padding, which may be blank', () => {
    const name = 'tpp-signature-certificate';
    const value = plain.headers.get(name) ?? '';
    // A byte has nine values: in `npm test` each byte gets at most one, different from its neighbours.
    const values = mutationsOf(value, rounds(10, 1));
    const through = accepted(values, (other) => withHeader(plain, name, other));
    expect(through.filter((other) => other.trimEnd() !== value.replace(/=$/, ''))).toEqual([]);
  });

  it('in Signature, except for the case of names, keyId and algorithm, and the separators of the issuer', () => {
    const value = plain.headers.get('signature') ?? '';
    const through = accepted(mutationsOf(value, few), (other) => withHeader(plain, 'signature', other));
    const harmful = through.filter((other) => caseless(other) !== caseless(value));
    expect(harmful).toEqual([]);
    expect(through.length).toBeGreaterThan(0);
  });

  it('in an encoded Signature, except for the same and the case of charset and encoding', () => {
    const value = wrapped.headers.get('signature') ?? '';
    const through = accepted(mutationsOf(value, few), (other) => withHeader(wrapped, 'signature', other));
    const harmful = through.filter((other) => caseless(unwrapped(other)) !== caseless(unwrapped(value)));
    expect(harmful).toEqual([]);
  });
});

describe('a missing or doubled byte is refused', () => {
  const signature = plain.headers.get('signature') ?? '';
  const at = signature.indexOf('signature="');

  it.each(['left out', 'doubled'])('%s in certificate, signature value and covered headers', (kind) => {
    for (const name of ['tpp-signature-certificate', 'signature', ...covered.slice(1)]) {
      const value = plain.headers.get(name) ?? '';
      const values: string[] = [];
      for (let index = name === 'signature' ? at : 0; index < value.length; index += 1) {
        const rest = kind === 'doubled' ? value.charAt(index) + value.slice(index) : value.slice(index + 1);
        values.push(value.slice(0, index) + rest);
      }
      // Only the Base64 padding of the certificate may be missing.
      const allowed =
        name === 'tpp-signature-certificate' &&
        kind === 'left out' &&
        value.endsWith('=') &&
        !value.endsWith('==');
      const through = accepted(values, (other) => withHeader(plain, name, other));
      expect(new Set(through), name).toEqual(new Set(allowed ? [value.slice(0, -1)] : []));
    }
  });
});

/** Ignores letter case and the separators of RFC 1779, except in the value of the signature. */
function caseless(header: string): string {
  const [, before = '', value = ''] = /^(.*)signature="([^"]*)"$/is.exec(header) ?? [];
  return `${before.toLowerCase().replaceAll(';', ',')}|${value}`;
}

function unwrapped(header: string): string {
  return Buffer.from(/^=\?utf-8\?B\?(.*)\?=$/i.exec(header)?.[1] ?? '', 'base64').toString();
}
