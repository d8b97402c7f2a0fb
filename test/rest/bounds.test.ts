import { describe, expect, it } from 'vitest';
import { cardItem } from '../sandbox/support/bodies.ts';
import { type Answer, psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { create, productOf } from '../support/payments.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();
const card: string = (await tpp.rest('GET', '/v1/sandbox/card-accounts')).json[0].resourceId;

function told(answer: Answer, last: RegExp): void {
  expect(answer.json.tppMessages).toHaveLength(100);
  expect(answer.json.tppMessages.at(-1).text).toMatch(last);
  expect(answer.text.length).toBeLessThan(32_000);
}

describe('faults', () => {
  it('of a list are at most a hundred, at both doors', async () => {
    const path = `/v1/sandbox/card-accounts/${card}/transactions`;
    const rest = await tpp.rest('POST', path, { body: Array(999).fill({}) });
    expect(rest.status).toBe(400);
    told(rest, /^there are at least 1000 errors; only the first 99 are listed$/);
    const input = { resourceId: card, transactions: Array(999).fill({}) };
    const { tppMessages } = await mutate(tpp, 'createSandboxCardTransactions', input, 'tppMessages { text }');
    expect(tppMessages).toHaveLength(100);
  });

  it('that an operation finds are at most a hundred', async () => {
    const path = `/v1/sandbox/card-accounts/${card}/transactions`;
    const items = Array.from({ length: 200 }, (_, index) => cardItem(`ahead-${index}`, '2999-01-01'));
    told(
      await tpp.rest('POST', path, { body: items }),
      /^there are 400 errors; only the first 99 are listed$/,
    );
  });
});

describe('warnings', () => {
  const product = productOf('NDCT');
  const unknown = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`unknown${index}`, index]));

  it('of unknown properties, parameters and fixes are at most a hundred, in one list', async () => {
    const made = await create(tpp, product, { ...product.example, ...unknown });
    expect(made.status).toBe(201);
    told(made, /^there are 9000 warnings; only the first 99 are listed$/);
    const [kept] = await bank.sql`select max(octet_length(body)) as bytes from request_answers`;
    expect(Number(kept?.bytes)).toBeLessThan(32_000);

    const headers = { 'x-accept-fix': Array.from({ length: 60 }, (_, index) => `fix${index}`).join() };
    const path = `/v1/payments/${product.name}?allowLogicalDuplicate=true&${Array.from({ length: 60 }, (_, index) => `q${index}`).join('&')}`;
    const both = await create(tpp, product, { ...product.example, one: 1 }, { headers });
    expect(both.json.tppMessages).toHaveLength(61);
    const all = await tpp.rest('POST', path, {
      headers: { ...psuHeaders, ...headers },
      body: { ...product.example, ...unknown },
    });
    told(all, /^there are 9120 warnings; only the first 99 are listed$/);
  });

  it('cut the name of a parameter between characters', async () => {
    const name = `${'x'.repeat(68)}😀😀😀`;
    const path = `/v1/payments/${product.name}?allowLogicalDuplicate=true&${encodeURIComponent(name)}=1`;
    const made = await tpp.rest('POST', path, { headers: psuHeaders, body: product.example });
    expect(made.json.tppMessages[0].path).toBe(`${'x'.repeat(68)}😀…`);
  });
});

describe('a customer whose name or type is not a text', () => {
  it.each(['name', 'customerName', 'type', 'customerType'])('%s: 400, and nothing else', async (field) => {
    const both = { name: 'A', customerName: 'A', type: 'PRIVATE', customerType: 'PRIVATE' };
    for (const value of [{}, [], { toString: 1 }, 1, true, ['PRIVATE']]) {
      const body = { customerNumber: '123', ...both, [field]: value };
      const { status, json } = await tpp.rest('POST', '/v1/sandbox/customers', { body });
      expect([status, json.tppMessages]).toEqual([
        400,
        [{ category: 'ERROR', code: 'FORMAT_ERROR', path: field, text: 'must be a string' }],
      ]);
    }
  });
});
