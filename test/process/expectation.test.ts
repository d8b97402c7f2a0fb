import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders, tppOf } from '../support/bank.ts';
import { otherKey } from '../support/keys.ts';
import { domesticPath } from '../support/story.ts';
import { bankAtPort } from './bank-at-port.ts';
import { read, requestText, signedText, statusesIn } from './sockets.ts';
import { samples } from './support.ts';

const at = bankAtPort();

const expectation = { expect: '100-continue' };
const json = { 'content-type': 'application/json' };
const plain = (method: string, path: string, headers: Readonly<Record<string, string>>, body = '{}') =>
  requestText(method, path, Object.entries({ ...expectation, ...headers }), body);
const creation = (who = at.tpp, headers: Readonly<Record<string, string>> = {}) =>
  signedText(who, 'POST', domesticPath, {
    headers: { ...psuHeaders, ...expectation, ...headers },
    body: domestic.example,
  });
const query = { query: '{ viewer { tppId } }' };
const asked = (who = at.tpp) => signedText(who, 'POST', '/graphql', { headers: expectation, body: query });
const thief = () => {
  const privateKeyPem = otherKey(at.tpp.identity.privateKeyPem);
  return tppOf(at.bank.app, { ...at.tpp.identity, privateKeyPem }, at.bank.time);
};

describe('a body that is not needed is not requested', () => {
  it.each<readonly [number, string, () => string]>([
    [404, 'no such path', () => plain('POST', '/v1/nowhere', json)],
    [405, 'another method', () => plain('PUT', domesticPath, json)],
    [405, 'another method, GraphQL', () => plain('PUT', '/graphql', json)],
    [405, 'another method, a page', () => plain('POST', '/docs', json)],
    [413, 'too large', () => plain('POST', domesticPath, { ...json, 'content-length': '300000' })],
    [413, 'too large, GraphQL', () => plain('POST', '/graphql', { ...json, 'content-length': '20000' })],
    [415, 'another media type', () => plain('POST', domesticPath, { 'content-type': 'text/csv' })],
    [415, 'another media type, GraphQL', () => plain('POST', '/graphql', { 'content-type': 'text/csv' })],
    [400, 'missing headers', () => plain('POST', domesticPath, json)],
    [401, 'a signature that does not verify', () => creation(thief())],
    [401, 'a signature that does not verify, GraphQL', () => asked(thief())],
    [401, 'a Date of yesterday', () => creation(at.tpp, { date: 'Mon, 01 Jan 2024 00:00:00 GMT' })],
    [404, 'a link of nobody', () => plain('POST', '/sca/aaaaaaaaaaaaaaaaaaaaaaa/nowhere', json)],
    [415, 'a form of another type', () => plain('POST', '/sca/aaaaaaaaaaaaaaaaaaaaaaaa/decision', json)],
    [417, 'another expectation', () => plain('POST', domesticPath, { ...json, expect: 'miracles' })],
    [400, 'no host', () => plain('POST', domesticPath, json).replace(/host: .*\r\n/, '')],
  ])('%i: %s', async (status, _, text) => {
    const head = text().split('\r\n\r\n')[0];
    const answer = await at.port.ask(`${head}\r\n\r\n`);
    expect(statusesIn(answer)).toEqual([status]);
    // The next bytes could be the body or another request.
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  it('HTTP/1.0 lacks this response, and its body comes unrequested', async () => {
    const text = plain('POST', '/v1/nowhere', json).replace('HTTP/1.1', 'HTTP/1.0');
    expect(statusesIn(await at.port.ask(text))).toEqual([404]);
  });

  it('each such request is counted and logged once', async () => {
    const refusals = 'psd2_signature_refusals_total{reason="mismatch"}';
    const [head] = creation(thief()).split('\r\n\r\n');
    at.bank.log.length = 0;
    await at.port.ask(`${head}\r\n\r\n`);
    expect((await samples(at.bank)).get(refusals)).toBe(1);
    expect(at.bank.log).toMatchObject([{ status: 401, code: 'SIGNATURE_INVALID', stage: 'SIGNATURE' }]);
  });
});

describe('a body that is needed is requested once', () => {
  it.each<readonly [number, string, () => string]>([
    [201, 'a creation', () => creation()],
    [401, 'a digest of another body', () => creation(at.tpp, { digest: `SHA-256=${'A'.repeat(43)}=` })],
    [200, 'a query', () => asked()],
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
