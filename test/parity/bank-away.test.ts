import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTwoBanks, type TwoBanks } from '../facade/two-banks.ts';
import type { Tpp } from '../support/bank.ts';
import { basketsPath, domesticPath, newBasket, newPayment } from '../support/story.ts';

let two: TwoBanks;
let tpp: Tpp;
beforeAll(async () => {
  two = await startTwoBanks();
  tpp = two.facade.tpp();
});
afterEach(() => {
  two.intercept = null;
});
afterAll(() => two.stop());

const message = '{ category code path text }';
const payment = async (paymentId: string) =>
  (
    await tpp.graphqlRaw(
      `query ($paymentId: String!) { payment(paymentId: $paymentId) { transactionStatus tppMessages ${message} } }`,
      { paymentId },
    )
  ).data.payment;
const basket = async (basketId: string) =>
  (
    await tpp.graphqlRaw(
      `query ($basketId: String!) { signingBasket(basketId: $basketId) {
        transactionStatus payments { tppMessages ${message} } } }`,
      { basketId },
    )
  ).data.signingBasket;

const later = () => {
  two.facade.time.now += 3_001;
};

function away(): void {
  two.intercept = async () => {
    throw new Error('gone');
  };
}

const warning = {
  category: 'WARNING',
  code: 'SYSTEM_ERROR',
  path: 'transactionStatus',
  text: expect.stringMatching(
    /no status from the bank at the moment; the status was last updated (at 2|when the payment)/,
  ),
};

describe('while the bank is down', () => {
  it('a payment and its status have the same warning at both doors, and none once it is up', async () => {
    const paymentId = await newPayment(tpp);
    expect((await payment(paymentId)).tppMessages).toEqual([]);
    away();
    later();
    const byRest = (await tpp.rest('GET', `${domesticPath}/${paymentId}/status`)).json;
    later();
    const byGraphql = await payment(paymentId);
    expect(byRest.tppMessages).toEqual([warning]);
    expect(byGraphql).toEqual({ transactionStatus: 'RCVD', tppMessages: byRest.tppMessages });
    two.intercept = null;
    later();
    expect((await payment(paymentId)).tppMessages).toEqual([]);
    expect((await tpp.rest('GET', `${domesticPath}/${paymentId}/status`)).json.tppMessages).toBeUndefined();
  });

  it('a basket has it too, by its own status and by its payments', async () => {
    const basketId = await newBasket(tpp, [await newPayment(tpp), await newPayment(tpp)]);
    const self = `${basketsPath}/${basketId}`;
    away();
    later();
    const byGraphql = await basket(basketId);
    expect(byGraphql.payments).toEqual([{ tppMessages: [warning] }, { tppMessages: [warning] }]);
    later();
    for (const read of [self, `${self}/status`])
      expect((await tpp.rest('GET', read)).json).toMatchObject({
        transactionStatus: 'RCVD',
        tppMessages: [warning],
      });
  });

  it('a basket is polled at both doors', async () => {
    const basketId = await newBasket(tpp, [await newPayment(tpp)]);
    const asked = () => two.arrived.filter((line) => line.endsWith('/status')).length;
    for (const read of [() => tpp.rest('GET', `${basketsPath}/${basketId}`), () => basket(basketId)]) {
      later();
      const before = asked();
      await read();
      expect(asked() - before).toBe(1);
    }
  });
});
