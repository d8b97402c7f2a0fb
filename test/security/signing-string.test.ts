import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { coveredValue, signingString, verifyDigest } from '../../src/security/signature.ts';

/** Test values of draft-cavage-http-signatures-10, appendix C. */
const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDCFENGw33yGihy92pDjZQhl0C3
6rPJj+CvfSC8+q28hxA161QFNUd13wuCTUcq0Qd2qsBe/2hFyc2DCJJg0h1L78+6
Z4UMR7EOcpfdUE9Hf3m/hs+FUR45uBJeDK1HSFHD8bHKD6kv8FPGfJTotc+2xjJw
oYi+1hqp1fIekaxsyQIDAQAB
-----END PUBLIC KEY-----`);
const published = {
  method: 'POST',
  target: '/foo?param=value&pet=dog',
  headers: new Headers({
    host: 'example.com',
    date: 'Sun, 05 Jan 2014 21:31:40 GMT',
    'content-type': 'application/json',
    digest: 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=',
    'content-length': '18',
  }),
};
const vectors = [
  {
    name: 'C.1, the default',
    covered: ['date'],
    signature:
      'SjWJWbWN7i0wzBvtPl8rbASWz5xQW6mcJmn+ibttBqtifLN7Sazz6m79cNfwwb8DMJ5cou1s7uEGKKCs+FLEEaDV5lp7q25WqS+lavg7T8hc0GppauB6hbgEKTwblDHYGEtbGmtdHgVCk9SuS13F0hZ8FD0k/5OxEPXe5WozsbM=',
  },
  {
    name: 'C.2, the basic test',
    covered: ['(request-target)', 'host', 'date'],
    signature:
      'qdx+H7PHHDZgy4y/Ahn9Tny9V3GP6YgBPyUXMmoxWtLbHpUnXS2mg2+SbrQDMCJypxBLSPQR2aAjn7ndmw2iicw3HMbe8VfEdKFYRqzic+efkb3nndiv/x1xSHDJWeSWkx3ButlYSuBskLu6kd9Fswtemr3lgdDEmn04swr2Os0=',
  },
  {
    name: 'C.3, all headers',
    covered: ['(request-target)', 'host', 'date', 'content-type', 'digest', 'content-length'],
    signature:
      'vSdrb+dS3EceC9bcwHSo4MlyKS59iFIrhgYkz8+oVLEEzmYZZvRs8rgOp+63LEM3v+MFHB32NfpB2bEKBIvB1q52LaEUHFv120V01IL+TAD48XaERZFukWgHoBTLMhYS2Gb51gWxpeIq8knRmPnYePbF5MOkR0Zkly4zKH7s1dE=',
  },
];

describe('the published vectors of the draft', () => {
  it.each(vectors)('verify: $name', ({ covered, signature }) => {
    const text = Buffer.from(signingString(published, covered), 'latin1');
    expect(verify('RSA-SHA256', text, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it.each(vectors)('fail with another value in any covered line: $name', ({ covered, signature }) => {
    for (const name of covered) {
      const headers = new Headers(published.headers);
      if (name !== '(request-target)') headers.set(name, `${headers.get(name)}x`);
      const changed = {
        ...published,
        headers,
        target: name === '(request-target)' ? '/foo' : published.target,
      };
      const text = Buffer.from(signingString(changed, covered), 'latin1');
      expect(verify('RSA-SHA256', text, publicKey, Buffer.from(signature, 'base64')), name).toBe(false);
    }
  });

  it('hold the digest of the published body', () => {
    const digest = published.headers.get('digest') ?? '';
    expect(() => verifyDigest(digest, Buffer.from('{"hello": "world"}'), true)).not.toThrow();
  });
});

describe('the signing string', () => {
  it('has one line per header in the order of the list, without a last line break', () => {
    expect(signingString(published, ['date', '(request-target)'])).toBe(
      'date: Sun, 05 Jan 2014 21:31:40 GMT\n(request-target): post /foo?param=value&pet=dog',
    );
  });

  it('joins repeated headers with a comma and a space, and keeps an empty value', () => {
    const headers = new Headers([
      ['a', '1'],
      ['a', '2'],
      ['b', ''],
    ]);
    expect(signingString({ ...published, headers }, ['a', 'b'])).toBe('a: 1, 2\nb: ');
  });

  it.each(['(created)', '(expires)', '(anything)', 'host ', 'ho st', 'häst', 'x-none'])(
    'has no value for %j',
    (name) => {
      expect(coveredValue(published, name)).toBeNull();
    },
  );
});
