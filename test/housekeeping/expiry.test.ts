import { afterAll, beforeAll, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { authorise, domesticPath, newPayment, statusOf } from '../support/story.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

async function pass(milliseconds: number): Promise<void> {
  bank.time.now += milliseconds;
  await bank.app.runner.tick();
}
const endOf = async (authorisationId: string) => {
  const [row] = await bank.sql`
    select sca_status, end_reason, ended_at = expires_at as on_time from authorisations where authorisation_id = ${authorisationId}`;
  return row;
};
const expired = { sca_status: 'failed', end_reason: 'EXPIRED', on_time: true };

it('of a payment: it fails at its minute and the payment becomes RJCT, whose history says so', async () => {
  const paymentId = await newPayment(tpp);
  const started = await tpp.rest('POST', `${domesticPath}/${paymentId}/authorisations`);
  const scaStatus = async () => (await tpp.rest('GET', started.json._links.scaStatus.href)).json.scaStatus;
  await pass(15 * 60_000 - 1);
  expect([await scaStatus(), await statusOf(tpp, paymentId)]).toEqual(['started', 'RCVD']);
  await pass(1);
  expect(await endOf(started.json.authorisationId)).toEqual(expired);
  expect([await scaStatus(), await statusOf(tpp, paymentId)]).toEqual(['failed', 'RJCT']);
  const [last] = await bank.sql`
    select reason from payment_status_changes where payment_id = ${paymentId} order by sequence desc limit 1`;
  expect(last?.reason).toBe('the authorisation was not finished in time');
});

it('created with its payment and never opened: only the authorisation ends', async () => {
  const paymentId = await newPayment(tpp);
  await pass(15 * 60_000);
  const [row] = await bank.sql`select end_reason from authorisations where payment_id = ${paymentId}`;
  expect([row?.end_reason, await statusOf(tpp, paymentId)]).toEqual(['EXPIRED', 'RCVD']);
});

it('created with its payment and only previewed: only the authorisation ends', async () => {
  const made = await tpp.rest('POST', domesticPath, { body: domestic.example, headers: psuHeaders });
  expect((await bank.fetch(new URL(made.json._links.scaRedirect.href).pathname)).status).toBe(200);
  await pass(15 * 60_000);
  expect(await statusOf(tpp, made.json.paymentId)).toBe('RCVD');
});

it('of a basket: its payments become RJCT', async () => {
  const ids = [await newPayment(tpp), await newPayment(tpp)];
  const body = { paymentIds: ids };
  const basket = await tpp.rest('POST', '/v1/signing-baskets', { body, headers: psuHeaders });
  const started = await tpp.rest('POST', basket.json._links.startAuthorisation.href);
  await pass(15 * 60_000);
  expect(await endOf(started.json.authorisationId)).toEqual(expired);
  expect(await Promise.all(ids.map((id) => statusOf(tpp, id)))).toEqual(['RJCT', 'RJCT']);
  expect((await tpp.rest('GET', started.json._links.scaStatus.href)).json).toEqual({ scaStatus: 'failed' });
});

it('of a cancellation: the payment stays unchanged, and the link to its status works from start to end', async () => {
  const paymentId = await newPayment(tpp, { requestedExecutionDate: '2030-01-15' });
  await authorise(tpp, `${domesticPath}/${paymentId}/authorisations`);
  const asked = await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
  expect(asked.status).toBe(202);
  const started = await tpp.rest('POST', asked.json._links.startAuthorisation.href);
  expect(started.status, started.text).toBe(201);
  const scaStatus = async () => (await tpp.rest('GET', started.json._links.scaStatus.href)).json;
  expect(await scaStatus()).toEqual({ scaStatus: 'started' });
  await pass(15 * 60_000);
  expect(await endOf(started.json.authorisationId)).toEqual(expired);
  expect([await scaStatus(), await statusOf(tpp, paymentId)]).toEqual([{ scaStatus: 'failed' }, 'PDNG']);
});
