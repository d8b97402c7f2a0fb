import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { psuHeaders } from '../support/bank.ts';
import { newPayment, domesticPath as path } from '../support/story.ts';
import { newBody, shareTwoBanks, statusAt } from './two-banks.ts';

const two = shareTwoBanks();

describe('one request, one response', () => {
  it('a PSU who has not logged in comes before a rule of the bank', async () => {
    const headers = { ...psuHeaders, 'psu-context': null, 'psu-id': randomUUID() };
    const late = { ...newBody(), requestedExecutionDate: '2020-01-01' };
    const direct = await two.bank.tpp().rest('POST', path, { body: late, headers });
    const through = await two.tpp.rest('POST', path, { body: late, headers });
    expect([through.status, through.json.code]).toEqual([direct.status, direct.json.code]);
  });

  it('a warning that both services give appears once', async () => {
    const one = { ...newBody(), debtorAccount: { bban: '95360573003', currency: 'NOK' } };
    const direct = await two.bank
      .tpp('PSDNO-FSA-TEST3')
      .rest('POST', path, { body: one, headers: psuHeaders });
    const through = await two.tpp.rest('POST', path, { body: one, headers: psuHeaders });
    expect(direct.json.tppMessages).toHaveLength(1);
    expect(through.json.tppMessages).toEqual(direct.json.tppMessages);
  });

  it('an id that cannot be stored is not the id of a payment', async () => {
    const query = `mutation ($input: CancelPaymentInput!) { cancelPayment(input: $input) { tppMessages { code path } } }`;
    const input = { paymentId: 'a\u0000b' };
    const direct = await two.bank.tpp().graphqlRaw(query, { input });
    const through = await two.tpp.graphqlRaw(query, { input });
    expect(through.data).toEqual(direct.data);
  });
});

describe('a bank that is slow', () => {
  it('delays no read by more than two seconds', async () => {
    const paymentId = await newPayment(two.tpp);
    let free: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => {
      free = () => resolve(undefined);
    });
    two.intercept = () => held;
    const begun = performance.now();
    expect(await statusAt(two.tpp, `${path}/${paymentId}`)).toBe('RCVD');
    const waited = performance.now() - begun;
    free();
    // The call itself times out after five seconds.
    expect(waited).toBeLessThan(4_000);
  });
});
