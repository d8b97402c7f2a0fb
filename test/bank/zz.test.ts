import { afterAll, beforeAll, it } from 'vitest';
import { type Bank, startBank } from '../support/bank.ts';
import { advance, kari, nok, ola, standingOrder, tppAt } from './support/life.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());
it('x', async () => {
  const tpp = await tppAt(bank, 'T', '2030-01-07T07:00:00Z');
  for (let i = 0; i < 3; i += 1)
    await standingOrder(tpp, {
      debtorAccount: ola,
      creditorAccount: kari,
      instructedAmount: nok('1.00'),
      startDate: '2030-01-07',
      frequency: 'Daily',
    });
  const b = performance.now();
  const r = await advance(tpp, { by: 'P1Y' });
  console.log(performance.now() - b, r.reached, r.events.length, r.sandboxClock);
});
