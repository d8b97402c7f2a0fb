/** `checkPayment` says of a body what its creation would, and makes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import { todayInOslo } from '../../src/domain/values/calendar.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const query =
  'query ($product: PaymentProduct!, $body: String!) { checkPayment(product: $product, body: $body) { category code path text } }';
const check = (product: string, body: unknown) =>
  tpp.graphqlRaw(query, { product, body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('checkPayment', () => {
  it.each(products.map(({ code }) => code))('finds no error in the example of %s', async (code) => {
    const product = products.find((one) => one.code === code);
    const { startDate: _, ...example } = { startDate: undefined, ...product?.example };
    const body =
      product?.service === 'periodic-payments'
        ? { ...example, startDate: todayInOslo(bank.time.now) }
        : example;
    const { data } = await check(code, body);
    expect(data.checkPayment.filter(({ category }: { category: string }) => category === 'ERROR')).toEqual(
      [],
    );
  });

  it('names the faults that the creation names', async () => {
    const product = products.find(({ code }) => code === 'NDCT');
    for (const change of [
      { instructedAmount: { amount: '1,5', currency: 'NOK' }, creditorName: '' },
      { requestedExecutionDate: '2001-01-01' },
      { debtorAccount: null },
    ]) {
      const body = { ...product?.example, ...change };
      const { data } = await check('NDCT', body);
      const created = await tpp.rest('POST', '/v1/payments/norwegian-domestic-credit-transfers', {
        body,
        headers: psuHeaders,
      });
      expect(created.status).toBe(400);
      expect(data.checkPayment).toEqual(created.json.tppMessages);
    }
  });

  it('makes nothing', async () => {
    const before = await bank.count('payments');
    await check('INDCTS', products.find(({ code }) => code === 'INDCTS')?.example);
    expect(await bank.count('payments')).toBe(before);
  });

  it('is refused where the body is no JSON, or longer than a body may be', async () => {
    const broken = await check('INDCTS', '{');
    expect(broken.json.errors[0].extensions.code).toMatch(/FORMAT_ERROR|BAD_REQUEST/);
    const long = await check('INDCTS', `"${'x'.repeat(256 * 1_024)}"`);
    expect(long.json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'body' });
  });

  it('names a hundred faults at most of a body with more', async () => {
    const payments = Array.from({ length: 1_000 }, () => ({}));
    const { data } = await check('BULK_NDCT', { payments });
    expect(data.checkPayment.length).toBeLessThanOrEqual(100);
  });

  it('is not there outside a sandbox', () => {
    const schema = buildSchema({ products, sandbox: false });
    expect(schema.getQueryType()?.getFields().checkPayment).toBeUndefined();
  });
});
