import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());
beforeEach(() => {
  bank.log.length = 0;
});

const secret = 'Kari Nordmann 13039319955';
const told = /kari|nordmann|13039319955/i;

describe('an X-Request-ID', () => {
  const requestIds = () => bank.log.map(({ requestId }) => requestId);
  const read = (id: string) => tpp.rest('GET', '/v1/sandbox/customers', { headers: { 'x-request-id': id } });

  it('that is a UUID is logged as it was sent', async () => {
    const [lower, upper] = [randomUUID(), randomUUID().toUpperCase()];
    await read(lower);
    await read(upper);
    expect(requestIds()).toEqual([lower, upper]);
  });

  it('that is not a UUID is hashed, the same id to the same hash, and echoed as it was sent', async () => {
    const answer = await read(secret);
    expect(answer.headers.get('x-request-id')).toBe(secret);
    await read(secret);
    await read(`${secret}.`);
    const [first, second, other] = requestIds();
    expect(first).toMatch(/^hash:[\w-]{22}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('is hashed at every door, for refused requests too', async () => {
    const headers = { 'x-request-id': secret };
    await tpp.graphqlRaw('query Read { viewer { tppId } }', {}, { headers });
    await tpp.rest('POST', '/v1/payments/none', { body: {}, headers });
    await bank.fetch('/v1/sandbox/customers', { headers });
    await bank.fetch('/sca/unknown-link-of-a-psu', { headers });
    await bank.fetch('/graphql', { method: 'POST', headers, body: '{}' });
    expect(bank.log.length).toBeGreaterThan(3);
    expect(JSON.stringify(bank.log)).not.toMatch(told);
    for (const requestId of requestIds()) expect(requestId).toMatch(/^hash:/);
  });
});

describe('a GraphQL operation', () => {
  const routes = async (query: string) => {
    await tpp.graphqlRaw(query);
    return bank.log.splice(0).map(({ route }) => route);
  };

  it('is named by its type and the fields of the schema at its root, not by its own name', async () => {
    expect(await routes('query KariNordmann13039319955 { kari: viewer { tppId } }')).toEqual([
      'query viewer',
    ]);
    expect(
      await routes('query Kari { viewer { tppId } a: viewer { name } payments(first: 1) { totalCount } }'),
    ).toEqual(['query viewer,payments']);
    expect(await routes('{ kariNordmann { x } }')).toEqual(['query']);
    expect(await routes('query Kari { a } query Nordmann { b }')).toEqual(['unread']);
  });

  it('is cut in the log after three fields', async () => {
    const roots = 'a: viewer { name } b: viewer { name } node(id: "x") { id }';
    const lists = 'payments(first: 1) { totalCount } signingBaskets(first: 1) { totalCount }';
    expect(await routes(`query { ${roots} ${lists} }`)).toEqual(['query viewer,node,payments,…']);
  });
});

it('the claimed identity of a stranger is not logged', async () => {
  const path = '/v1/sandbox/customers';
  const signed = signRequest(
    { method: 'GET', url: `http://localhost:4000${path}`, headers: {}, body: null },
    tpp.identity,
  );
  signed.set('tpp-signature-certificate', secret);
  signed.set('psu-id', secret);
  await bank.fetch(path, { headers: signed });
  expect(bank.log).toHaveLength(1);
  expect(JSON.stringify(bank.log)).not.toMatch(told);
});
