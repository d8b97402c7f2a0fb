import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('during a move of the clock', () => {
  const hour = 3_600_000;
  const moveBegins = () => bank.sql`update tpps set clock_target_ms = clock_offset_ms + ${hour}`;
  const start = async (path: string) =>
    (await tpp.rest('POST', `${path}/authorisations`)).json._links.scaRedirect.href;

  it.each<[string, () => Promise<() => Promise<string>>]>([
    [
      'an authorisation of a payment',
      async () => {
        const id = await newPayment(tpp);
        return () => start(`${domesticPath}/${id}`);
      },
    ],
    [
      'an authorisation of a basket',
      async () => {
        const body = { paymentIds: [await newPayment(tpp)] };
        const basket = await tpp.rest('POST', '/v1/signing-baskets', { body, headers: psuHeaders });
        return () => start(`/v1/signing-baskets/${basket.json.basketId}`);
      },
    ],
    [
      'a payment with its link',
      async () => async () => {
        const body = { ...domestic.example, remittanceInformationUnstructured: 'moving' };
        return (await tpp.rest('POST', domesticPath, { body, headers: psuHeaders })).json._links.scaRedirect
          .href;
      },
    ],
    [
      'a link to a log-in',
      async () => async () => {
        const headers = {
          ...psuHeaders,
          'psu-context': null,
          'psu-id': '0d3f0b0e-5c4e-4a53-9d5c-5d7b9f0c8a11',
        };
        const challenge = await tpp.rest('POST', domesticPath, { body: domestic.example, headers });
        return challenge.json._links.scaRedirect.href;
      },
    ],
  ])('%s has 15 minutes from the end of the move', async (_, prepare) => {
    const act = await prepare();
    await moveBegins();
    const link = new URL(await act()).pathname;
    const endReason = async () => {
      const [row] =
        await bank.sql`select end_reason from authorisations where link_token = ${link.split('/').at(-1) ?? ''}`;
      return row?.end_reason;
    };
    await pass(0);
    expect(await endReason()).toBeNull();
    await pass(15 * 60_000);
    expect(await endReason()).toBe('EXPIRED');
  });
});
