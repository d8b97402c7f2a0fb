import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { type Door, openDoor, type Verdict } from '../db/support/doors.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { bearer, sendUnsigned } from '../support/graphql.ts';
import { freshPsu } from '../support/payments.ts';
import { newBasket, newPayment } from '../support/story.ts';
import { follow, followBy } from '../support/subscriptions.ts';

let door: Door;
const bank = await bankOfFile({}, async (url) => {
  door = await openDoor(url);
  return { url: door.url, directUrl: url };
});
afterAll(() => door.stop());
const tpp = bank.tpp();
beforeEach(async () => {
  await door.behave('through', 'keep');
  await expect.poll(async () => (await tpp.graphqlRaw('{ viewer { clock } }')).status).toBe(200);
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
  const answer = await sendUnsigned(bank, '{ viewer { tppId } }', bearer('x'.repeat(32)));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(Object.keys(answer.json.errors[0].extensions)).toEqual(['code', 'status', 'tppMessages']);
});

describe('a stream that cannot read a change reads it again', () => {
  it.each<readonly [string, (paymentId: string) => ReturnType<typeof follow>]>([
    ['one payment', (paymentId) => follow(bank, tpp, paymentId)],
    ['all payments', () => follow(bank, tpp)],
    [
      'a basket',
      async (paymentId) => {
        const document =
          'subscription ($basketId: String!) { basketStatusChanged(basketId: $basketId) { payments { paymentId } } }';
        return followBy(bank, tpp, document, { basketId: await newBasket(tpp, [paymentId]) });
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
    await stream.cancel();
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
    const tppId = `PSDNO-FSA-${verdict.toUpperCase()}`;
    const send = () => bank.tpp(tppId).graphqlRaw(twice, { first, second }, { headers });
    const paymentIds = async () => {
      const rows = await bank.sql`
        select payment_id from payments where tpp_id = ${tppId} order by created_at`;
      return rows.map(({ payment_id }) => payment_id);
    };
    // The statement that writes the second payment.
    door.watch((sent) => (sent.includes('"second"') ? verdict : 'pass'));
    const stopped = await send();
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await paymentIds()).not.toHaveLength(0);
    door.watch(null);
    await expect.poll(async () => (await send()).status).toBe(200);
    const again = await send();
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await paymentIds()).toEqual([
      again.data.first.payment.paymentId,
      again.data.second.payment.paymentId,
    ]);
  },
);
