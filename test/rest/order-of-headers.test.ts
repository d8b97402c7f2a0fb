import { expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';

const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const payload = JSON.stringify(instantDomestic.example);
const bank = await bankOfFile();

function send(order: (names: string[]) => string[], requestId: string) {
  const url = `http://localhost:4000${path}`;
  const given = { ...psuHeaders, 'x-request-id': requestId };
  const signed = signRequest({ method: 'POST', url, headers: given, body: payload }, bank.tpp().identity);
  const sent = Object.fromEntries(order([...signed.keys()]).map((name) => [name, signed.get(name) ?? '']));
  return bank.app.inject({ method: 'POST', url: path, headers: sent, payload });
}

const forwards = (names: string[]) => names.toSorted();
const backwards = (names: string[]) => names.toSorted().reverse();

it('a retry with headers in another order gets the first response', async () => {
  const id = crypto.randomUUID();
  const first = await send(backwards, id);
  const again = await send(forwards, id);
  expect([first.statusCode, again.statusCode, again.headers['idempotent-replay']]).toEqual([
    201,
    201,
    'true',
  ]);
  expect(again.payload).toBe(first.payload);
});
