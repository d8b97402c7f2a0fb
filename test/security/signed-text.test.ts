import { constants, createPrivateKey, hash, privateEncrypt, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signingString } from '../../src/security/signature.ts';
import { findSignedText } from '../../src/security/signed-text.ts';
import { guardWith, otherKeyPem, refusalOf, request, tpp } from './support.ts';

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

describe('a sandbox says what is wrong with a signature', () => {
  const covered = ['date', 'digest', 'x-request-id'];
  const key = createPrivateKey(tpp.privateKeyPem);
  const digest = request().headers.get('digest');
  const correctText = signingString(request(), covered);
  const textsOf = (signature: Buffer, explain: boolean, options = { covered }) => {
    const value = `signature="${signature.toString('base64')}"`;
    const sent = request({ ...options, wrap: (header) => header.replace(/signature="[^"]*"/, value) });
    const refusal = refusalOf(() => guardWith({ explain }).verify(sent, { digestRequired: true }));
    return refusal?.tppMessages.map(({ text }) => text).join();
  };
  const signed = (text: string, algorithm = 'sha256') => sign(algorithm, Buffer.from(text), key);
  const correctHash = hash('sha256', correctText, 'buffer');
  const bytes = Buffer.from(correctText);

  it.each<[string, Buffer]>([
    ['the string that you signed has a line break at its end', signed(`${correctText}\n`)],
    ['the string that you signed has CRLF between its lines', signed(correctText.replaceAll('\n', '\r\n'))],
    [
      'the string that you signed has header names that are not in lower case',
      signed(
        correctText
          .replace('x-request-id', 'X-Request-Id')
          .replace('date', 'Date')
          .replace('digest', 'Digest'),
      ),
    ],
    [
      'the string that you signed has header names that are not in lower case',
      signed(correctText.replace('x-request-id', 'X-Request-ID').replace(/^d|(?<=\n)d/g, 'D')),
    ],
    ['the string that you signed has no space after the colons', signed(correctText.replaceAll(': ', ':'))],
    [
      'the string that you signed has a line break at its end, and its lines in another order: write headers="x-request-id digest date"',
      signed(`${correctText.split('\n').reverse().join('\n')}\n`),
    ],
    ['the signature uses SHA-512: sign with SHA-256', signed(correctText, 'sha512')],
    [
      'the signature uses the padding PSS: sign with the padding of PKCS #1 v1.5',
      sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING }),
    ],
    [
      'you signed the hash of the signing string: sign the string itself, because RSA-SHA256 hashes it',
      sign('sha256', correctHash, key),
    ],
    [
      'the signature names no hash algorithm: use a function that hashes and signs, such as SHA256withRSA',
      privateEncrypt(key, correctHash),
    ],
    ['the key is right, but you signed another string', signed('x')],
    ['the key of the certificate has not made this signature', sign('sha256', bytes, otherKeyPem)],
    [
      'the signature has 512 bytes, but signatures of this key have 256: send the 256 bytes in Base64',
      Buffer.from(signed(correctText).toString('hex')),
    ],
  ])('%s', (mistake, signature) => {
    expect(textsOf(signature, true)).toContain(`that the bank built (${mistake}): date: `);
    expect(textsOf(signature, false)).toBe('the signature does not match the request');
  });

  it.each([
    ['the method in capitals', (text: string) => text.replace(': post ', ': POST ')],
    ['no query in (request-target)', (text: string) => text.replace(/\?.*/, '')],
    ['no value of host', (text: string) => text.replace(/host: .*/, 'host: ')],
    [
      'one value of a header that the request contains twice',
      (text: string) => text.replace(/(?<=digest: )(.*), .*/, '$1'),
    ],
  ])('the string that you signed has %s', (mistake, change) => {
    const options = {
      covered: ['(request-target)', 'host', ...covered],
      target: '/v1/payments?b=1&a=2',
      headers: { host: 'bank.example', digest: `${digest}, ${digest}` },
    };
    const text = signingString(request(options), options.covered);
    expect(textsOf(signed(change(text)), true, options)).toContain(
      `the string that you signed has ${mistake}`,
    );
  });
});
