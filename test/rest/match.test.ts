import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/domain/refusal.ts';
import { createMatcher, refuseMethod } from '../../src/http/path-table.ts';
import { routes } from '../../src/rest/routes.ts';
import { cheapest } from '../support/cost.ts';

const match = createMatcher(routes);
const payments = '/v1/payments/norwegian-domestic-credit-transfers';

function outcome(method: string, path: string): string {
  try {
    const { row, parameters } = match(method, path);
    return `${row.method} ${row.path} ${JSON.stringify(parameters)}`;
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.extras.allow?.join() ?? error.message}`;
    throw error;
  }
}

const noPath = '404 this path does not exist';

describe('a row', () => {
  it.each([
    ['POST', payments, 'POST /v1/payments/:product {"product":"norwegian-domestic-credit-transfers"}'],
    [
      'GET',
      `${payments}/1/status`,
      `GET /v1/payments/:product/:paymentId/status {"product":"norwegian-domestic-credit-transfers","paymentId":"1"}`,
    ],
    ['HEAD', '/v1/signing-baskets/a', 'GET /v1/signing-baskets/:basketId {"basketId":"a"}'],
    ['GET', '/v1/signing-baskets/a%20b', 'GET /v1/signing-baskets/:basketId {"basketId":"a b"}'],
    ['GET', '/v1/signing-baskets/a..b', 'GET /v1/signing-baskets/:basketId {"basketId":"a..b"}'],
    ['GET', '/v1/signing-baskets/a%2Fstatus', 'GET /v1/signing-baskets/:basketId {"basketId":"a/status"}'],
    ['GET', '/v1/signing-baskets/a;b', 'GET /v1/signing-baskets/:basketId {"basketId":"a;b"}'],
  ])('%s %s', (method, path, found) => expect(outcome(method, path)).toBe(found));
});

describe('405 with the methods of the path', () => {
  it.each([
    ['PUT', payments, 'POST'],
    ['OPTIONS', payments, 'POST'],
    ['HEAD', payments, 'POST'],
    ['OPTIONS', `${payments}/1`, 'GET,HEAD,DELETE'],
    ['PATCH', `${payments}/1/authorisations`, 'GET,HEAD,POST'],
    ['BREW', `${payments}/1/status`, 'GET,HEAD'],
    ['__proto__', '/v1/signing-baskets', 'POST'],
    ['get', `${payments}/1`, 'GET,HEAD,DELETE'],
  ])('%s %s: %s', (method, path, allow) => expect(outcome(method, path)).toBe(`405 ${allow}`));

  it('is the same outside of the table', () => {
    const refusal = refuseMethod(['GET']);
    expect([refusal.status, refusal.code, refusal.extras.allow]).toEqual([
      405,
      'BAD_REQUEST',
      ['GET', 'HEAD'],
    ]);
    expect(refuseMethod(['GET', 'POST']).message).toBe('this path supports only GET, HEAD, POST');
  });
});

describe('404', () => {
  const slash = `${noPath}: it must not end with a slash`;
  const empty = `${noPath}: it contains an empty identifier`;
  const dots = `${noPath}: it contains . or .. as a segment`;
  const encoding = `${noPath}: its percent-encoding is malformed`;
  const long = `${noPath}: no identifier is longer than 512 characters`;
  const unknown = `${noPath}: see /openapi.json for all paths`;
  it.each([
    ['/', unknown],
    ['', unknown],
    ['/v1', unknown],
    ['/v1/', slash],
    [`${payments}/`, slash],
    [`${payments}/1/`, slash],
    [`${payments}/1/status/`, slash],
    ['/v1/payments//1', empty],
    ['/v1//payments', empty],
    [`${payments}//status`, empty],
    ['//v1/payments', empty],
    [`${payments}/..`, dots],
    [`${payments}/../x`, dots],
    [`${payments}/.`, dots],
    [`${payments}/%2e%2e`, dots],
    [`${payments}/%2E.`, dots],
    [`${payments}/%2e`, dots],
    [`${payments}/%2e%2e%2fx`, dots],
    [`${payments}/x%2f..%2fy`, dots],
    [`${payments}/x%5c..`, dots],
    [`${payments}/%zz`, encoding],
    [`${payments}/%`, encoding],
    [`${payments}/%ff`, encoding],
    [`${payments}/%E0%A4%A`, encoding],
    [`${payments}/${'a'.repeat(513)}`, long],
    ['/v1/nothing', unknown],
    ['/V1/signing-baskets', unknown],
  ])('%s', (path, text) => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'BREW'])
      expect(outcome(method, path)).toBe(`404 ${text.slice(4)}`);
  });

  it('of 16 KiB of path takes no time', () => {
    for (const part of ['/', '/..', '%2e%2e/', '%', 'a/', '%2f', '..%2f']) {
      const path = `${payments}/${part.repeat(16_384 / part.length)}`;
      expect(outcome('GET', path)).toMatch(/^404/);
      expect(cheapest(() => outcome('GET', path), 50)).toBeLessThan(50);
    }
  });
});
