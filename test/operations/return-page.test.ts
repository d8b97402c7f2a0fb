import { describe, expect, it } from 'vitest';
import type { AuthorisationRecord } from '../../src/operations/ports/stores.ts';
import { readReturnPageData } from '../../src/operations/sca/return-page.ts';
import { deriveSecretAfterEnd, digest, newLinkToken } from '../../src/operations/sca/secrets.ts';
import { authorisation, ours, start } from '../db/support/rows.ts';
import { type Answers, toldStores, workOn } from './stores.ts';

const secret = 'of this browser';
const link = newLinkToken(ours);
const ended = (change: Partial<AuthorisationRecord> = {}) =>
  authorisation('x', {
    kind: 'PAYMENT',
    paymentId: 'a',
    browserHash: digest(secret),
    endedAt: start,
    endReason: 'REJECTED',
    ...change,
  });
const payments = [
  { paymentId: 'b', status: 'PDNG' },
  { paymentId: 'a', status: 'RJCT' },
];
const returned = async (live: AuthorisationRecord | null, answers: Answers = {}, by = secret) => {
  const { stores, asked } = toldStores({ 'authorisations.findByToken': live, ...answers });
  return { told: await readReturnPageData(workOn(stores), link, by), asked };
};
const tppAddress = 'https://tpp.example/?message=rejected+by+the+PSU';

describe('the return page shows', () => {
  it('the present status of a payment', async () => {
    const { told, asked } = await returned(ended(), { 'payments.find': payments[1] });
    expect(told).toEqual({
      kind: 'PAYMENT',
      tppId: 'PSDNO-FSA-OURS',
      tppAddress,
      basketId: null,
      payments: [payments[1]],
    });
    expect(asked).toEqual([
      ['authorisations.findByToken', ours, link],
      ['payments.find', ours, 'a'],
    ]);
  });

  it('a basket with its payments', async () => {
    const { told, asked } = await returned(ended({ kind: 'BASKET', paymentId: null, basketId: 'k' }), {
      'baskets.paymentsOf': payments,
    });
    expect(told).toEqual({ kind: 'BASKET', tppId: 'PSDNO-FSA-OURS', tppAddress, basketId: 'k', payments });
    expect(asked.at(-1)).toEqual(['baskets.paymentsOf', 'k']);
  });

  it('a log-in, and a deleted payment, without a payment', async () => {
    const login = await returned(ended({ kind: 'LOGIN', paymentId: null }));
    expect([login.told?.payments, login.asked.length]).toEqual([[], 1]);
    expect((await returned(ended())).told?.payments).toEqual([]);
  });

  it('the result to a browser that comes back with the secret from before the end', async () => {
    const live = ended({ browserHash: digest(deriveSecretAfterEnd(secret)) });
    expect((await returned(live)).told).not.toBeNull();
  });
});

describe('the return page shows nothing', () => {
  it.each<[string, AuthorisationRecord | null, string]>([
    ['by an unknown link', null, secret],
    ['while it is open', ended({ endedAt: null }), secret],
    ['to another browser', ended(), 'of another browser'],
    ['where no browser has ended it', ended({ browserHash: null }), secret],
  ])('%s', async (_, live, by) => {
    const { told, asked } = await returned(live, { 'payments.find': payments[1] }, by);
    expect([told, asked.length]).toEqual([null, 1]);
  });
});
