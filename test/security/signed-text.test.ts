import { describe, expect, it } from 'vitest';
import { findSignedText } from '../../src/security/signed-text.ts';
import { request, tpp } from './support.ts';

const six = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
/** Neither sorted nor the reverse of its written order. */
const shuffled = ['psu-id', 'date', 'tpp-redirect-uri', 'digest', 'psu-corporate-id', 'x-request-id'];

function found(signed: readonly string[], named: readonly string[], redirect: string) {
  const headers = {
    'psu-id': 'psu-1',
    'psu-corporate-id': 'corporate-1',
    'tpp-redirect-uri': redirect,
    'psu-ip-address': '192.0.2.7',
  };
  const wrap = (header: string) => header.replace(/headers="[^"]*"/, `headers="${named.join(' ')}"`);
  const work = findSignedText(request({ identity: tpp, headers, covered: signed, wrap }));
  let steps = 1;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { names: step.value?.match(/^[\w-]+(?=:)/gm) ?? null, steps };
    steps += 1;
  }
}

const longest = `https://tpp.example/${'r'.repeat(2_028)}`;
const tooLong = `https://tpp.example/${'r'.repeat(9_000)}`;

describe('lines in another order', () => {
  it.each(['https://tpp.example/return', longest])('are detected for six covered headers', (redirect) => {
    expect(found(shuffled, six, redirect).names).toEqual(shuffled);
  });

  it('are searched for in short steps', () => {
    expect(found(shuffled, six, longest).steps).toBeGreaterThan(20);
  });

  it.each([
    ['a seventh covered header', [...six, 'psu-ip-address'], [...shuffled, 'psu-ip-address'], longest],
    ['values of many thousand characters', six, shuffled, tooLong],
  ])('are not searched for %s', (_, named, signed, redirect) => {
    expect(found(signed, named, redirect)).toEqual({ names: null, steps: expect.toSatisfy((n) => n < 5) });
  });

  it('are always detected when they are merely reversed', () => {
    expect(found(six.toReversed(), six, tooLong).names).toEqual(six.toReversed());
  });
});
