import { expect, it } from 'vitest';
import type { BankClient } from '../../../src/bank/upstream/bank-client.ts';
import { prepareBasketAuthorisation } from '../../../src/bank/upstream/baskets.ts';
import type { PrepareContext } from '../../../src/operations/ports/context.ts';

it('a basket whose record changes all the time is refused, and the bank is not asked', async () => {
  let attempts = 0;
  const remote = {
    find: async () => ({ reference: null, bankAskedAt: null, psuIpAddress: '192.0.2.7' }),
    findPayments: async () => [{ id: 'payment', reference: 'at-the-bank' }],
    async replaceLastRequestIfUnchanged() {
      attempts += 1;
      if (attempts > 100) throw new Error('it never ends');
      return false;
    },
  };
  const baskets = {
    find: async () => ({ basketId: 'basket', tppId: 'tpp', state: 'OPEN' }),
    paymentsOf: async () => [{ paymentId: 'payment', status: 'RCVD' }],
  };
  const stores = { baskets, get: () => remote };
  const context = { caller: { tppId: 'tpp' }, psu: {}, realNow: 0, stores } as unknown as PrepareContext;
  const refused = prepareBasketAuthorisation({} as BankClient, context, { basketId: 'basket' });
  await expect(refused).rejects.toMatchObject({ reason: 'CONFLICT', extras: { retryAfterSeconds: 1 } });
});
