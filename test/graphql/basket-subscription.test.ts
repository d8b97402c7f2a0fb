import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { authorise, basketsPath, domesticPath, newBasket, newPayment } from '../support/story.ts';
import { followBy } from '../support/subscriptions.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const document =
  'subscription ($basketId: String!) { basketStatusChanged(basketId: $basketId) { basketId transactionStatus payments { transactionStatus } } }';

async function basketOfTwo(): Promise<{ basketId: string; paymentIds: string[] }> {
  const paymentIds = await Promise.all([newPayment(tpp), newPayment(tpp)]);
  return { basketId: await newBasket(tpp, paymentIds), paymentIds };
}

describe('basketStatusChanged', () => {
  it('sends one message for an approval that moves all payments, from any replica', async () => {
    const { basketId } = await basketOfTwo();
    const replica = bank.replica();
    const stream = await followBy(replica, tpp, document, { basketId });
    await authorise(tpp, `${basketsPath}/${basketId}/authorisations`);
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
    const { basketId, paymentIds } = await basketOfTwo();
    const stream = await followBy(bank, tpp, document, { basketId });
    expect((await tpp.rest('DELETE', `${basketsPath}/${basketId}`)).status).toBe(204);
    expect((await tpp.rest('DELETE', `${domesticPath}/${paymentIds[0]}`)).status).toBe(204);
    expect(await stream.toEnd()).toBe(0);
  });

  it('refuses the basket of another TPP as one that never existed', async () => {
    const { basketId } = await basketOfTwo();
    const stream = await followBy(bank, bank.tpp('PSDNO-FSA-OTHER'), document, { basketId });
    expect((await stream.next()).errors[0].extensions).toMatchObject({
      code: 'RESOURCE_UNKNOWN',
      path: 'basketId',
    });
  });
});
