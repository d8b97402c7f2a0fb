import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { type Door, openDoor, type Verdict } from '../db/support/doors.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { freshPsu } from '../support/payments.ts';
import { newPayment } from '../support/story.ts';
import { follow, followBy } from '../support/subscriptions.ts';

let bank: Bank;
let door: Door;
let tpp: Tpp;
beforeEach(async () => {
  bank = await startBank({}, async (url) => {
    door = await openDoor(url);
    return { url: door.url, directUrl: url };
  });
  tpp = bank.tpp();
  await tpp.graphqlRaw('{ viewer { tppId } }');
});
afterEach(async () => {
  await door.stop();
  await bank.stop();
});

it('a query', async () => {
  await door.behave('refuse');
  const answer = await tpp.graphqlRaw('{ payments(first: 1) { edges { node { paymentId } } } }');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(answer.json.errors[0].extensions).toMatchObject({ code: 'SYSTEM_ERROR', status: 503 });
  expect(answer.json.errors[0].extensions.http).toBeUndefined();
  expect(bank.log.at(-1)).toMatchObject({ door: 'graphql', status: 503 });
});

it.each([
  ['one payment', 'any'],
  ['all payments', undefined],
])('a subscription to %s', async (_, paymentId) => {
  await door.behave('refuse');
  const { response } = await follow(bank, tpp, paymentId);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});

it('a token that cannot be looked up', async () => {
  await door.behave('refuse');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${'x'.repeat(32)}` };
  const answer = await bank.fetch('/graphql', {
    method: 'POST',
    headers,
    body: '{"query":"{ viewer { tppId } }"}',
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  const { errors } = (await answer.json()) as { errors: { extensions: object }[] };
  expect(Object.keys(errors[0]?.extensions ?? {})).toEqual(['code', 'status', 'tppMessages']);
});

describe('a stream that cannot read a change reads it again', () => {
  it.each<readonly [string, (paymentId: string) => ReturnType<typeof follow>]>([
    ['one payment', (paymentId) => follow(bank, tpp, paymentId)],
    ['all payments', () => follow(bank, tpp)],
    [
      'a basket',
      async (paymentId) => {
        const body = { paymentIds: [paymentId] };
        const { json } = await tpp.rest('POST', '/v1/signing-baskets', { body, headers: psuHeaders });
        const document =
          'subscription ($basketId: String!) { basketStatusChanged(basketId: $basketId) { payments { paymentId } } }';
        return followBy(bank, tpp, document, { basketId: json.basketId });
      },
    ],
  ])('of %s', async (_, open) => {
    const paymentId = await newPayment(tpp);
    const stream = await open(paymentId);
    // Only the listening connection stays.
    await door.behave('close');
    const earlierAttempts = door.accepted.length;
    await bank.sql`update payments set status = 'PDNG' where payment_id = ${paymentId}`;
    await bank.sql`select pg_notify('payment_status', ${`${paymentId},@PSDNO-FSA-TEST1`})`;
    await expect.poll(() => door.accepted.length).toBeGreaterThan(earlierAttempts);
    await door.behave('through');
    expect(JSON.stringify(await stream.next())).toContain(paymentId);
  });
});

const twice = `mutation Twice($first: CreateInstantPaymentInput!, $second: CreateInstantPaymentInput!) {
  first: createInstantPayment(input: $first) { payment { paymentId } tppMessages { text } }
  second: createInstantPayment(input: $second) { payment { paymentId } tppMessages { text } }
}`;

it.each<Verdict>(['drop', 'cut'])(
  'a document that was stopped at its second mutation (%s)',
  async (verdict) => {
    const [first, second] = ['first', 'second'].map((note) => ({
      ...instantDomestic.example,
      remittanceInformationUnstructured: note,
    }));
    const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
    // The statement that writes the second payment.
    door.watch((sent) => (sent.includes('"second"') ? verdict : 'pass'));
    const stopped = await tpp.graphqlRaw(twice, { first, second }, { headers });
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await bank.sql`select payment_id from payments`).not.toHaveLength(0);
    door.watch(null);
    const again = () => tpp.graphqlRaw(twice, { first, second }, { headers });
    await expect.poll(async () => (await again()).status).toBe(200);
    const { data, headers: told } = await again();
    expect(told.get('idempotent-replay')).toBe('true');
    const made = await bank.sql`select payment_id from payments order by created_at`;
    expect(made.map(({ payment_id }) => payment_id)).toEqual([
      data.first.payment.paymentId,
      data.second.payment.paymentId,
    ]);
  },
);
