import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/graphql/limits.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { freshPsu } from '../support/payments.ts';
import { newPayment } from '../support/story.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const codeOf = async (query: string) =>
  (await tpp.graphqlRaw(query)).json.errors?.[0]?.extensions.code ?? 'accepted';
const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

/** A query of exactly this depth. */
const deep = (levels: number) =>
  `{ __type(name: "Query") { ${'ofType { '.repeat(levels - 2)} name ${'} '.repeat(levels - 2)} } }`;

describe('bounds of a document hold at n and refuse n + 1', () => {
  it.each([
    ['aliases', (n: number) => `{ viewer { ${repeat(n, (i) => `a${i}: tppId`)} } }`, limits.aliases],
    [
      'aliases of __typename',
      (n: number) => `{ viewer { ${repeat(n, (i) => `a${i}: __typename`)} } }`,
      limits.aliases,
    ],
    ['fields at the top', (n: number) => `{ ${repeat(n, () => 'viewer { tppId }')} }`, limits.rootFields],
  ])('%s', async (_, query, bound) => {
    expect(await codeOf(query(bound))).toBe('accepted');
    expect(await codeOf(query(bound + 1))).toBe('BAD_REQUEST');
  });

  it('depth', async () => {
    expect(await codeOf(deep(limits.depth))).toBe('accepted');
    expect(await codeOf(deep(limits.depth + 1))).toBe('BAD_REQUEST');
  });

  it('tokens', async () => {
    const tokens = (n: number) => `{ viewer { ${'tppId '.repeat(n - 5)}} }`;
    expect(await codeOf(tokens(limits.tokens))).not.toBe('GRAPHQL_PARSE_FAILED');
    expect(await codeOf(tokens(limits.tokens + 1))).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('page sizes, with the place of the argument', async () => {
    expect(await codeOf('{ payments(first: 100) { edges { cursor } } }')).toBe('accepted');
    for (const query of [
      '{ payments(first: 101) { edges { cursor } } }',
      '{ payments(first: 0) { edges { cursor } } }',
    ]) {
      const { json } = await tpp.graphqlRaw(query);
      expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'first' });
    }
    expect(await codeOf('{ bankHolidays(year: 1899) { date } }')).toBe('FORMAT_ERROR');
  });

  it('a depth of 5,000 and circles of fragments are refused, never a 500', async () => {
    expect(await codeOf(`{ ${'payment { '.repeat(5_000)} id ${'} '.repeat(5_000)} }`)).toMatch(
      /BAD_REQUEST|GRAPHQL_PARSE_FAILED/,
    );
    expect(await codeOf('query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }')).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
    const wide = repeat(12, (i) => `fragment f${i} on Viewer { ...f${i + 1} ...f${i + 1} }`);
    expect(await codeOf(`{ viewer { ...f0 } } ${wide} fragment f12 on Viewer { tppId }`)).not.toBe(
      'SYSTEM_ERROR',
    );
  });
});

describe('a list of 100 payments with everything under it', () => {
  it('is within the bounds and costs at most 8 statements', async () => {
    for (let index = 0; index < 100; index += 10) {
      const paymentIds = await Promise.all(Array.from({ length: 10 }, () => newPayment(tpp)));
      const basket = await tpp.graphqlRaw(
        'mutation($ids: [String!]!) { createSigningBasket(input: { paymentIds: $ids }) { signingBasket { basketId } } }',
        { ids: paymentIds },
        { headers: freshPsu() },
      );
      expect(basket.data.createSigningBasket.signingBasket).not.toBeNull();
    }
    const statements: string[] = [];
    const sql = bank.database.sql as unknown as { options: { debug: unknown } };
    sql.options.debug = (_connection: number, query: string) => statements.push(query);
    const query = `{ payments(first: 100) { edges { cursor node { id paymentId product transactionStatus createdAt debtorName fundsAvailable
      totalAmount { amount currency } creditorNames transactionFees { amount currency } debtorAccount { bban iban currency }
      statusHistory { from to at reason } links { self { href verbs } status { href } startAuthorisation { href } }
      basket { basketId transactionStatus payments { paymentId transactionStatus } links { self { href } } } } } pageInfo { hasNextPage endCursor } }
      sandboxAccounts { resourceId bban balances { balanceAmount { amount } } customer { customerNumber customerName } links { self { href } } }
      sandboxCustomers { customerNumber agreements { id } accounts links { self { href } } }
      viewer { tppId sandboxClock } }`;
    const answer = await tpp.graphqlRaw(query);
    sql.options.debug = false;
    expect(answer.json.errors).toBeUndefined();
    expect(answer.data.payments.edges).toHaveLength(100);
    expect(answer.data.payments.edges[99].node.basket.payments).toHaveLength(10);
    expect(answer.data.sandboxAccounts.length).toBeGreaterThan(1);
    expect(statements.length, statements.join('\n')).toBeGreaterThan(0);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8);
  });
});
