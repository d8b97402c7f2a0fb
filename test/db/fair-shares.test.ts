import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, startBank } from '../support/bank.ts';
import { domesticPath, newPayment } from '../support/story.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

it('a TPP whose requests all wait for a lock leaves room for the next one', async () => {
  const [busy, quiet] = [bank.tpp('PSDNO-FSA-BUSY'), bank.tpp('PSDNO-FSA-QUIET')];
  const paymentId = await newPayment(busy);
  await newPayment(quiet);
  let flood: Promise<{ status: number }>[] = [];
  await bank.sql.begin(async (tx) => {
    await tx`select 1 from payments where payment_id = ${paymentId} for update`;
    flood = Array.from({ length: 30 }, () => busy.rest('DELETE', `${domesticPath}/${paymentId}`));
    await expect.poll(() => bank.database.usage().waiting).toBeGreaterThan(15);
    const asked = performance.now();
    expect((await quiet.rest('GET', `${domesticPath}/none`)).status).toBe(404);
    await newPayment(quiet);
    // Requests that hold the places wait for five seconds.
    expect(performance.now() - asked).toBeLessThan(2_500);
    expect(bank.database.usage().waiting).toBeGreaterThan(15);
  });
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
});
