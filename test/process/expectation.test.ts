import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath } from '../support/story.ts';
import { bankAtPort } from './bank-at-port.ts';
import { read, requestText, signedText, statusesIn } from './sockets.ts';

const at = bankAtPort();

const expectation = { expect: '100-continue' };
const json = { 'content-type': 'application/json' };
const plain = (method: string, path: string, headers: Readonly<Record<string, string>>, body = '{}') =>
  requestText(method, path, Object.entries({ ...expectation, ...headers }), body);
const creation = (headers: Readonly<Record<string, string>> = {}) =>
  signedText(at.tpp, 'POST', domesticPath, {
    headers: { ...psuHeaders, ...expectation, ...headers },
    body: domestic.example,
  });
const query = { query: '{ viewer { tppId } }' };

it.each<readonly [number, string, () => string]>([
  [413, 'too large', () => plain('POST', domesticPath, { ...json, 'content-length': '300000' })],
  [413, 'too large, GraphQL', () => plain('POST', '/graphql', { ...json, 'content-length': '20000' })],
  [417, 'another expectation', () => plain('POST', domesticPath, { ...json, expect: 'miracles' })],
])('%i without the body: %s', async (status, _, text) => {
  const head = text().split('\r\n\r\n')[0];
  const answer = await at.port.ask(`${head}\r\n\r\n`, '"tppMessages"');
  expect(statusesIn(answer).at(-1)).toBe(status);
  // The service does not read the body, so it hangs up.
  expect(answer).toContain('connection: close');
});

it('HTTP/1.0 has no 100 Continue', async () => {
  const text = plain('POST', '/v1/nowhere', json).replace('HTTP/1.1', 'HTTP/1.0');
  expect(statusesIn(await at.port.ask(text))).toEqual([404]);
});

describe('the service requests the body once', () => {
  it.each<readonly [number, string, () => string]>([
    [201, 'a creation', () => creation()],
    [401, 'a digest of another body', () => creation({ digest: `SHA-256=${'A'.repeat(43)}=` })],
    [200, 'a query', () => signedText(at.tpp, 'POST', '/graphql', { headers: expectation, body: query })],
    [401, 'a query of nobody', () => plain('POST', '/graphql', json, JSON.stringify(query))],
    [
      404,
      'a form',
      () =>
        plain(
          'POST',
          '/sca/aaaaaaaaaaaaaaaaaaaaaaaa/decision',
          { 'content-type': 'application/x-www-form-urlencoded' },
          'formToken=a&decision=reject',
        ),
    ],
  ])('%i: %s', async (status, _, text) => {
    const [head, body = ''] = text().split('\r\n\r\n');
    const socket = await at.port.open();
    at.bank.log.length = 0;
    socket.write(`${head}\r\n\r\n`);
    expect(await read(socket, '\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(statusesIn(await read(socket, '\r\n\r\n'))).toEqual([status]);
    expect(at.bank.log).toHaveLength(1);
  });
});
