import { printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { sandboxRoutes } from '../../src/rest/sandbox-routes.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { newPayment } from '../support/story.ts';

const bank = await bankOfFile({ sandbox: false });
const tpp = bank.tpp();

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

  it('the schema does not mention the sandbox', () => {
    const text = printSchema(buildSchema({ sandbox: false }));
    expect(text.match(/sandbox\w+|Sandbox\w+|CardTransaction|BookingStatus/gi)).toBeNull();
    expect(text).toContain('clock: DateTime!');
  });

  it('a clock that was moved in a sandbox has no effect', async () => {
    const first = await newPayment(tpp);
    await bank.sql`update tpps set clock_offset_ms = 86400000`;
    const second = await newPayment(tpp);
    const { data } = await tpp.graphqlRaw(
      'query ($first: String!, $second: String!) { first: payment(paymentId: $first) { createdAt } second: payment(paymentId: $second) { createdAt } viewer { clock } }',
      { first, second },
    );
    const day = new Date(bank.time.now).toISOString().slice(0, 10);
    for (const { createdAt } of [data.first, data.second]) expect(createdAt).toContain(day);
  });

  it('no TPP gets a default set', async () => {
    await tpp.rest('GET', '/v1/payments/sepa-credit-transfers/x');
    expect(await bank.count('sandbox_customers')).toBe(0);
  });
});
