import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyDigest } from '../../src/security/signature.ts';
import { outcome, refusalOf } from './support.ts';

const body = Buffer.from('{"æ":1}');
const hash = (algorithm: string, bytes: Uint8Array = body) =>
  createHash(algorithm).update(bytes).digest('base64');
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Its digests in Base64 have a plus sign or a slash. */
const urlBody = Buffer.from('{"id":3}');
const s256 = hash('sha256');
const s512 = hash('sha512');
const empty = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

describe('a digest is accepted', () => {
  it.each([
    ['SHA-256', `SHA-256=${s256}`],
    ['SHA-512', `SHA-512=${s512}`],
    ['whatever the case of the name', `sha-256=${s256}`],
    ['both', `SHA-256=${s256},SHA-512=${s512}`],
    ['with spaces around the comma', `SHA-256=${s256} , sha-512=${s512}`],
    ['beside one of an unknown algorithm', `MD5=wrong,SHA-256=${s256}`],
    ['the same one twice', `SHA-256=${s256}, SHA-256=${s256}`],
  ])('%s', (_, header) => {
    expect(outcome(() => verifyDigest(header, body, true))).toBe('accepted');
  });

  it('of no body, as of an empty one', () => {
    expect(outcome(() => verifyDigest(`SHA-256=${empty}`, null, true))).toBe('accepted');
    expect(outcome(() => verifyDigest(`SHA-256=${empty}`, new Uint8Array(), true))).toBe('accepted');
  });
});

describe('401: a digest is refused', () => {
  it.each([
    ['of another body', `SHA-256=${empty}`],
    ['of the other algorithm', `SHA-512=${s256}`],
    ['when one of two is wrong', `SHA-256=${s256},SHA-512=${hash('sha512', Buffer.from('x'))}`],
    ['when the second of one kind is wrong', `SHA-256=${s256},SHA-256=${empty}`],
    ['by unknown algorithms alone', `MD5=${hash('md5')},SHA=${hash('sha1')}`],
    ['without padding', `SHA-256=${s256.replace(/=+$/, '')}`],
    ['with more padding', `SHA-256=${s256}=`],
    ['with text before it', `x SHA-256=${s256}`],
    ['with text behind it', `SHA-256=${s256} x`],
    ['with garbage inside the Base64', `SHA-256=*${s256}`],
    ['in URL-safe Base64', `SHA-512=${s512.replaceAll('+', '-').replaceAll('/', '_')}`],
    ['in hex', `SHA-256=${createHash('sha256').update(body).digest('hex')}`],
    ['without a name', s256],
    ['without a value', 'SHA-256='],
    ['with an empty part', `SHA-256=${s256},`],
    ['that is empty', ''],
  ])('%s', (_, header) => {
    expect(outcome(() => verifyDigest(header, body, true))).toBe('401 SIGNATURE_INVALID Digest');
  });

  it('of a body when there is none', () => {
    expect(outcome(() => verifyDigest(`SHA-256=${s256}`, null, true))).toBe('401 SIGNATURE_INVALID Digest');
  });

  it('and a sandbox shows both digests, production neither', () => {
    const text = (explain: boolean) =>
      refusalOf(() => verifyDigest(`SHA-256=${empty}`, body, explain))?.message ?? '';
    expect(text(true)).toContain(`a body of ${body.length} bytes with SHA-256=${s256}`);
    expect(text(true)).toContain(empty);
    expect(text(true)).toContain(s256);
    expect(text(false)).not.toContain(empty);
    expect(text(false)).not.toContain(s256);
    expect(refusalOf(() => verifyDigest(`sha-256=${empty}`, body, true))?.extras.compared).toEqual({
      of: 'DIGEST',
      expected: `sha-256=${s256}`,
      received: `sha-256=${empty}`,
    });
  });

  it.each<[string, (algorithm: string) => string]>([
    ['the hash in hex', (algorithm) => createHash(algorithm).update(body).digest('hex')],
    ['the hash in hex', (algorithm) => createHash(algorithm).update(body).digest('hex').toUpperCase()],
    [
      'the Base64 of the hash in hex',
      (algorithm) => base64(createHash(algorithm).update(body).digest('hex')),
    ],
    ['Base64 without its padding', (algorithm) => hash(algorithm).replace(/=+$/, '')],
    ['Base64 for URLs', (algorithm) => createHash(algorithm).update(urlBody).digest('base64url')],
    ['a line break at its end', (algorithm) => hash(algorithm, Buffer.from('{"æ":1}\n'))],
    ['an empty body', (algorithm) => hash(algorithm, Buffer.alloc(0))],
  ])('and a sandbox says that the digest is of %s', (mistake, digest) => {
    const sent = mistake === 'Base64 for URLs' ? urlBody : body;
    for (const [label, algorithm] of [
      ['SHA-256', 'sha256'],
      ['SHA-512', 'sha512'],
    ] as const) {
      const text = (explain: boolean) =>
        refusalOf(() => verifyDigest(`${label}=${digest(algorithm)}`, sent, explain))?.message ?? '';
      expect(text(true)).toContain(mistake);
      expect(text(true).length).toBeLessThanOrEqual(512);
      expect(text(false)).toBe('the digest does not match the body');
    }
  });

  it.each([
    ['without the line break at its end', '{\n}\n', '{\n}'],
    ['without the line break at its end', '{\r\n}\r\n', '{\r\n}'],
    ['with CRLF instead of LF', '{\n\n}', '{\r\n\r\n}'],
    ['with CRLF instead of LF', '{\r\n\n}', '{\r\n\r\n}'],
    ['with LF instead of CRLF', '{\r\n\r\n}', '{\n\n}'],
  ])('and a sandbox says that the digest is of the body %s', (mistake, sent, signed) => {
    const digest = hash('sha256', Buffer.from(signed));
    const refusal = refusalOf(() => verifyDigest(`SHA-256=${digest}`, Buffer.from(sent), true));
    expect(refusal?.message).toContain(`, which is the digest of the body ${mistake}`);
  });

  it('and a sandbox looks for a mistake in a body of at most 64 KiB', () => {
    const textFor = (length: number) =>
      refusalOf(() => verifyDigest(`SHA-256=${empty}`, Buffer.alloc(length), true))?.message;
    expect(textFor(65_536)).toMatch(/, which is the digest of an empty body$/);
    expect(textFor(65_537)).toMatch(/=$/);
  });

  it('and a sandbox names no mistake that it does not know', () => {
    const refusal = refusalOf(() => verifyDigest(`SHA-256=${hash('sha256', Buffer.from('x'))}`, body, true));
    expect(refusal?.message).toMatch(/=$/);
  });
});
