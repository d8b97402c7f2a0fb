import { describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import { todayInOslo } from '../../src/domain/values/oslo-time.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

function check(code: string, body: object) {
  const product = products.find((one) => one.code === code);
  const name = product?.graphql.mutation.replace(/^create/, '') ?? '';
  const query = `query ($input: Create${name}Input!) { found: check${name}(input: $input) { category code path text } }`;
  const sharing = products.filter((one) => one.graphql.mutation === product?.graphql.mutation);
  return tpp.graphqlRaw(query, { input: { ...body, ...(sharing.length > 1 ? { product: code } : {}) } });
}

describe('the check of a payment', () => {
  it.each(products.map(({ code }) => code))('finds no fault in the example of %s', async (code) => {
    const product = products.find((one) => one.code === code);
    const { startDate: _, ...example } = { startDate: undefined, ...product?.example };
    const body =
      product?.service === 'periodic-payments'
        ? { ...example, startDate: todayInOslo(bank.time.now) }
        : example;
    const { data } = await check(code, body);
    expect(data.found.filter(({ category }: { category: string }) => category === 'ERROR')).toEqual([]);
  });

  it('names the same faults as the creation', async () => {
    const product = products.find(({ code }) => code === 'NDCT');
    for (const change of [
      { instructedAmount: { amount: '1,5', currency: 'NOK' }, creditorName: '' },
      { requestedExecutionDate: '2001-01-01' },
      { debtorAccount: null },
      { creditorName: 5, instructedAmount: null },
    ]) {
      const body = { ...product?.example, ...change };
      const { data } = await check('NDCT', body);
      const created = await tpp.rest('POST', '/v1/payments/norwegian-domestic-credit-transfers', {
        body,
        headers: psuHeaders,
      });
      expect(created.status).toBe(400);
      expect(data.found).toEqual(created.json.tppMessages);
    }
  });

  it('creates nothing', async () => {
    const before = await bank.count('payments');
    await check('INDCTS', products.find(({ code }) => code === 'INDCTS')?.example ?? {});
    expect(await bank.count('payments')).toBe(before);
  });

  it('names a field that the product does not have', async () => {
    const { data } = await check('INDCTS', {
      ...products.find(({ code }) => code === 'INDCTS')?.example,
      branch: 1,
    });
    expect(data.found).toMatchObject([{ code: 'FORMAT_ERROR', path: 'branch' }]);
  });

  it('next to another field is refused as a whole, with the same path', async () => {
    const query = '{ viewer { tppId } checkSepaPayment(input: { creditorName: 5 }) { path } }';
    const { json } = await tpp.graphqlRaw(query);
    expect(json.errors[0].extensions.tppMessages).toContainEqual(
      expect.objectContaining({ path: 'creditorName', text: 'must be a string' }),
    );
  });

  it('names at most a hundred faults of a body with more', async () => {
    const payments = Array.from({ length: 1_000 }, () => ({}));
    const { data } = await check('BULK_NDCT', { payments });
    expect(data.found.length).toBeLessThanOrEqual(100);
  });
});
