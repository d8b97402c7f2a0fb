import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { authorise, domesticPath, newPayment } from '../support/story.ts';
import { followBy } from '../support/subscriptions.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const document =
  'subscription ($basketId: String!) { basketStatusChanged(basketId: $basketId) { basketId transactionStatus payments { transactionStatus } } }';

async function newBasket(): Promise<{ basketId: string; paymentIds: string[] }> {
  const paymentIds = await Promise.all([newPayment(tpp), newPayment(tpp)]);
  const body = { paymentIds };
  const { json } = await tpp.rest('POST', '/v1/signing-baskets', { body, headers: psuHeaders });
  return { basketId: json.basketId, paymentIds };
}

describe('basketStatusChanged', () => {
  it('sends one message for an approval that moves all payments, from any replica', async () => {
    const { basketId } = await newBasket();
    const replica = bank.replica();
    const stream = await followBy(replica, tpp, document, { basketId });
    await authorise(tpp, `/v1/signing-baskets/${basketId}/authorisations`);
    const message = await stream.next();
    expect(message.data.basketStatusChanged).toEqual({
      basketId,
      transactionStatus: 'ACTC',
      payments: [{ transactionStatus: 'PDNG' }, { transactionStatus: 'PDNG' }],
    });
    await stream.cancel();
    await replica.stop();
  });

  it('of a deleted basket ends when one of its payments changes', async () => {
    const { basketId, paymentIds } = await newBasket();
    const stream = await followBy(bank, tpp, document, { basketId });
    expect((await tpp.rest('DELETE', `/v1/signing-baskets/${basketId}`)).status).toBe(204);
    expect((await tpp.rest('DELETE', `${domesticPath}/${paymentIds[0]}`)).status).toBe(204);
    expect(await stream.toEnd()).toBe(0);
  });

  it('refuses the basket of another TPP as one that never existed', async () => {
    const { basketId } = await newBasket();
    const stream = await followBy(bank, bank.tpp('PSDNO-FSA-OTHER'), document, { basketId });
    expect((await stream.next()).errors[0].extensions).toMatchObject({
      code: 'RESOURCE_UNKNOWN',
      path: 'basketId',
    });
  });
});
