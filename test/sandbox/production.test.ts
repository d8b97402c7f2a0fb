import { printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { sandboxRoutes } from '../../src/rest/sandbox-routes.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank({ sandbox: false });
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

describe('with SANDBOX=false', () => {
  it.each(sandboxRoutes.map((row) => [row.method, row.path.replace(/:\w+/g, 'x')]))(
    '%s %s does not exist',
    async (method, path) => {
      const answer = await tpp.rest(
        method,
        path,
        method === 'GET' || method === 'DELETE' ? {} : { body: {} },
      );
      expect(answer.json).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    },
  );

  it('the schema has no word of the sandbox', () => {
    const text = printSchema(buildSchema({ products, sandbox: false }));
    expect(
      text
        .match(/sandbox\w+|Sandbox\w+|CardTransaction|BookingStatus/gi)
        ?.filter((word) => word !== 'sandboxClock') ?? [],
    ).toEqual([]);
  });

  it('no TPP gets a default set', async () => {
    await tpp.rest('GET', '/v1/payments/sepa-credit-transfers/x');
    expect(await bank.count('sandbox_customers')).toBe(0);
  });
});
