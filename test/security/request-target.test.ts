import { describe, expect, it } from 'vitest';
import { coveredValue } from '../../src/security/signature.ts';
import { guardWith, outcome, request } from './support.ts';

const guard = guardWith();
const covered = ['(request-target)', 'date', 'digest', 'x-request-id'];
const judged = (signed: string, sent = signed) =>
  outcome(() =>
    guard.verify({ ...request({ target: signed, covered }), target: sent }, { digestRequired: true }),
  );
const refused = '401 SIGNATURE_INVALID Signature';

/** Targets, each with the forms that a URL parser, a proxy or a router may make of it. */
const targets: readonly [string, readonly string[]][] = [
  ["/v1/payments/x?a='b", ['/v1/payments/x?a=%27b', '/v1/payments/x?a=b']],
  ['/v1/payments/x?', ['/v1/payments/x', '/v1/payments/x?#']],
  ['/v1/payments/x?a=1&', ['/v1/payments/x?a=1']],
  ['/v1/payments/x?a', ['/v1/payments/x?a=']],
  ['/v1/payments/x?b=1&a=2', ['/v1/payments/x?a=2&b=1']],
  ['/v1/payments/%7Ex', ['/v1/payments/~x', '/v1/payments/%7ex']],
  ['/v1/payments/%c3%a6', ['/v1/payments/%C3%A6', '/v1/payments/\xc3\xa6', '/v1/payments/æ']],
  ['/v1/payments/a%2Fb', ['/v1/payments/a/b', '/v1/payments/a%2fb']],
  ['/v1/payments/./x', ['/v1/payments/x']],
  ['/v1/payments/y/../x', ['/v1/payments/x']],
  ['/v1/payments/y/%2e%2e/x', ['/v1/payments/x', '/v1/payments/y/../x']],
  ['//v1/payments/x', ['/v1/payments/x']],
  ['/v1/payments/x/', ['/v1/payments/x']],
  ['/V1/payments/x', ['/v1/payments/x']],
  ['/v1\\payments\\x', ['/v1/payments/x', '/v1%5Cpayments%5Cx']],
  ['/v1/payments/x?a=b+c', ['/v1/payments/x?a=b%20c', '/v1/payments/x?a=b c']],
  ['/v1/payments/x?a="<>`{}|^', ['/v1/payments/x?a=%22%3C%3E`{}|^']],
  ['/v1/payments/x?a=\xe9', ['/v1/payments/x?a=%E9', '/v1/payments/x?a=%C3%A9']],
  ['http://bank.example/v1/payments/x', ['/v1/payments/x', 'http://bank.example:80/v1/payments/x']],
  ['HTTP://BANK.example:80/v1/payments/x', ['http://bank.example/v1/payments/x']],
  ['*', ['/', '/*']],
];

describe('a target', () => {
  it.each(targets)('%s is used as it is, and differs from any other', (target, others) => {
    expect(judged(target)).toBe('accepted');
    for (const other of others) {
      expect(judged(target, other), other).toBe(refused);
      expect(judged(other, target), other).toBe(refused);
    }
  });

  it('is one line after the method in small letters', () => {
    for (const [target] of targets) {
      const parts = { method: 'POST', target, headers: new Headers() };
      expect(coveredValue(parts, '(request-target)')).toBe(`post ${target}`);
    }
  });

  it('with characters beyond bytes never equals the bytes they would be cut to', () => {
    for (const sent of ['/v1/payments/\u0178', '/v1/payments/\ud83d\udc78']) {
      const cut = Buffer.from(sent, 'latin1').toString('latin1');
      expect(judged(cut)).toBe('accepted');
      expect(judged(cut, sent)).toBe(refused);
    }
  });
});
