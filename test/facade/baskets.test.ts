import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { holding } from '../support/interleave.ts';
import { Traveller } from '../support/traveller.ts';
import { startTwoBanks, statusAt, type TwoBanks } from './two-banks.ts';

const path = '/v1/payments/norwegian-domestic-credit-transfers';

let two: TwoBanks;
let tpp: Tpp;
beforeAll(async () => {
  two = await startTwoBanks();
  tpp = two.facade.tpp();
});
afterAll(() => two.stop());

async function basketOf(count: number, startsEach = false) {
  const paymentIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID() };
    paymentIds.push((await tpp.rest('POST', path, { body, headers: psuHeaders })).json.paymentId);
  }
  if (startsEach) for (const id of paymentIds) await tpp.rest('POST', `${path}/${id}/authorisations`);
  const { json, status, text } = await tpp.rest('POST', '/v1/signing-baskets', {
    body: { paymentIds },
    headers: psuHeaders,
  });
  expect(status, text).toBe(201);
  return { paymentIds, self: `/v1/signing-baskets/${json.basketId}` };
}

describe('a basket', () => {
  it('is unknown to the bank until its authorisation starts, and then signed there with all its payments', async () => {
    const { paymentIds, self } = await basketOf(2);
    expect(two.arrived.filter((line) => line.includes('signing-baskets'))).toEqual([]);
    const started = await tpp.rest('POST', `${self}/authorisations`);
    expect(started.status, started.text).toBe(201);
    expect(two.arrived.filter((line) => line === 'POST /v1/signing-baskets')).toHaveLength(1);
    const again = await tpp.rest('POST', `${self}/authorisations`);
    expect(two.arrived.filter((line) => line === 'POST /v1/signing-baskets')).toHaveLength(1);
    const back = await new Traveller(two, again.json._links.scaRedirect.href).travel('approve');
    expect(back.status, back.text).toBe(303);
    for (const id of paymentIds) expect(await statusAt(tpp, `${path}/${id}`)).toBe('PDNG');
    expect((await tpp.rest('GET', `${self}/status`)).json.transactionStatus).toBe('ACTC');
  });

  it('that is deleted after the response to its start was lost is deleted at the bank, and its payments can be approved alone', async () => {
    const { paymentIds, self } = await basketOf(2);
    two.intercept = async (line) => {
      if (line === 'POST /v1/signing-baskets') throw new Error('cut after the bank has acted');
    };
    expect((await tpp.rest('POST', `${self}/authorisations`)).status).toBe(503);
    two.intercept = null;
    expect((await tpp.rest('DELETE', self)).status).toBe(204);
    const alone = await tpp.rest('POST', `${path}/${paymentIds[0]}/authorisations`);
    const back = await new Traveller(two, alone.json._links.scaRedirect.href).travel('approve');
    expect(back.status, back.text).toBe(303);
    expect(await statusAt(tpp, `${path}/${paymentIds[0]}`)).toBe('PDNG');
  });

  it('that the PSU rejects at the bank is rejected here, with every payment', async () => {
    const { paymentIds, self } = await basketOf(2);
    const started = await tpp.rest('POST', `${self}/authorisations`);
    await new Traveller(two, started.json._links.scaRedirect.href).travel('reject');
    for (const id of paymentIds) expect(await statusAt(tpp, `${path}/${id}`)).toBe('RJCT');
    expect((await tpp.rest('GET', `${self}/status`)).json.transactionStatus).toBe('RJCT');
  });

  it('whose payments have authorisations of their own is approved without a deadlock', async () => {
    const { facade } = two;
    const { paymentIds, self } = await basketOf(2, true);
    facade.time.now += 1;
    const started = await tpp.rest('POST', `${self}/authorisations`);
    const { deadlock } = facade.database.failures();
    const back = await holding(
      facade,
      (tx) =>
        tx`select 1 from authorisations where payment_id = any(string_to_array(${paymentIds.join()}, ',')) for update`,
      async ({ waiting, commit }) => {
        const travelling = new Traveller(two, started.json._links.scaRedirect.href).travel('approve');
        await waiting(2, travelling);
        await commit();
        return travelling;
      },
    );
    expect(back.status, back.text).toBe(303);
    for (const id of paymentIds) expect(await statusAt(tpp, `${path}/${id}`)).toBe('PDNG');
    expect(facade.database.failures().deadlock).toBe(deadlock);
  });

  it('that the bank refuses is refused here, when its authorisation starts', async () => {
    const { paymentIds, self } = await basketOf(2);
    const [row] = await two.facade.sql`
      select reference from remote_resources where kind = 'PAYMENT' and id = ${paymentIds[0] ?? ''}`;
    // Cancelled at the bank without a notification to the facade.
    await two.bank.sql`update payments set status = 'CANC' where payment_id = ${row?.reference}`;
    const started = await tpp.rest('POST', `${self}/authorisations`);
    expect([started.status, started.json.code]).toEqual([409, 'CONFLICT']);
  });
});
