import { describe, expect, it } from 'vitest';
import { type PaymentStatus, paymentStatuses } from '../../src/domain/payments/status.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { domesticPath, newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();
const paymentId = await newPayment(tpp);

async function shown(status: PaymentStatus, covered: boolean | null): Promise<readonly unknown[]> {
  await bank.sql`
    update payments set status = ${status}, funds_available = ${covered} where payment_id = ${paymentId}`;
  const rest = await tpp.rest('GET', `${domesticPath}/${paymentId}/status`);
  const { data } = await tpp.graphqlRaw(
    `query ($id: String!) {
      payment(paymentId: $id) { fundsAvailable }
      payments(first: 1) { nodes { transactionStatus fundsAvailable } }
    }`,
    { id: paymentId },
  );
  expect(rest.json.transactionStatus).toBe(status);
  expect(data.payments.nodes[0].transactionStatus).toBe(status);
  return [rest.json.fundsAvailable, data.payment.fundsAvailable, data.payments.nodes[0].fundsAvailable];
}

describe('a payment that is', () => {
  const single = paymentStatuses.filter((status) => status !== 'PRSY');
  const withFunds = ['ACCP', 'ACTC', 'ACWC'];

  it.each(single.filter((status) => withFunds.includes(status)))('%s shows it', async (status) => {
    expect(await shown(status, true)).toEqual([true, true, true]);
    expect(await shown(status, false)).toEqual([false, false, false]);
    expect(await shown(status, null)).toEqual([undefined, null, null]);
  });

  it.each(single.filter((status) => !withFunds.includes(status)))('%s does not', async (status) => {
    for (const covered of [true, false])
      expect(await shown(status, covered)).toEqual([undefined, null, null]);
  });
});
