import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertStatements, maxNamedCombinations } from '../../src/db/inserts.ts';
import { planNamesAtMost, Session } from '../../src/db/session.ts';
import type { Statement } from '../../src/db/statement.ts';
import { createClockStore } from '../../src/db/stores/clock.ts';
import { createPaymentLists } from '../../src/db/stores/payments/payment-lists.ts';
import { createRequestLogStore } from '../../src/db/stores/request-log.ts';
import { createCardStore } from '../../src/db/stores/sandbox/cards.ts';
import type { PaymentOrder } from '../../src/operations/payments/ports.ts';

const statement = (name: string): Statement<unknown, unknown> => ({
  name,
  text: '',
  query: sql.raw(`insert into ${name} values ($1)`),
  valuesOf: () => [],
  readRow: null,
});

it('rows that are written together have one short name for each combination of tables', () => {
  const into = (name: string, count: number) =>
    Array.from({ length: count }, () => ({ statement: statement(name), row: null }));
  const nameOf = (count: number) =>
    insertStatements('postgres', [...into('payments', count), ...into('answers', 1)])[0]?.[0].name;
  const names = Array.from({ length: 60 }, (_, count) => nameOf(count));
  expect(new Set(names.map((name) => name?.slice(0, 63))).size).toBe(60);
  expect(nameOf(7)).toBe(names[7]);
  const all = Array.from({ length: 250 }, (_, count) => nameOf(count));
  expect(all.filter((name) => name !== undefined).length).toBeLessThanOrEqual(maxNamedCombinations);
});

it('an insert of many rows uses up no name, because each number of rows is another text', async () => {
  const names: (string | undefined)[] = [];
  const session = new Session('PSDNO-FSA-1', async ({ name }) => {
    names.push(name);
    return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
  });
  const event = {
    at: 0,
    kind: 'BATCH_RUN',
    paymentId: 'a',
    authorisationId: null,
    psuId: null,
    status: null,
  } as const;
  const rows = Array.from({ length: 40 }, () => ({ ...event, text: '' }));
  for (const [index] of rows.entries()) await createClockStore(session).record('a', rows.slice(index));
  expect(names.filter((name) => name !== undefined).length).toBeLessThan(10);
});

it('filtered lists use up no name, because requests choose the filters', async () => {
  const names: (string | undefined)[] = [];
  const session = new Session('PSDNO-FSA-1', async ({ name }) => {
    names.push(name);
    return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
  });
  const some = <Value>(value: Value) => fc.option(fc.constant(value));
  const pageOf = <Key>(key: Key) =>
    fc.record(
      {
        limit: fc.constant(10),
        offset: fc.constant(5),
        after: fc.constant(key),
        before: fc.constant(key),
        fromEnd: fc.boolean(),
      },
      { requiredKeys: ['limit'] },
    );
  const paymentFilter = fc.record({
    statuses: some(['RCVD'] as const),
    products: some(['NDCT'] as const),
    createdFrom: some(0),
    createdTo: some(0),
    amountFrom: fc.constant(null),
    amountTo: fc.constant(null),
    currency: some('NOK'),
    text: fc.constant(null),
  });
  const order = fc.record({ by: fc.constantFrom('CREATED_AT', 'AMOUNT'), ascending: fc.boolean() });
  const logFilter = fc.record({
    fromConsole: some(true),
    status: some(200),
    code: some('CONFLICT'),
    path: some('/v1'),
    since: some(0),
    until: some(0),
    xRequestId: some('a'),
  });
  const range = fc.record({ fromDate: some('2026-01-01'), toDate: some('2026-01-01') });
  const payments = createPaymentLists(session);
  const log = createRequestLogStore(session);
  const cards = createCardStore(session);
  await fc.assert(
    fc.asyncProperty(
      paymentFilter,
      pageOf({ value: 0, paymentId: 'a' }),
      order,
      logFilter,
      pageOf('a'),
      range,
      pageOf({ bookingDate: '2026-01-01', sequence: 1 }),
      async (filter, page, paymentOrder, requestFilter, requestPage, days, cardPage) => {
        await payments.page('a', filter, page, { order: paymentOrder as PaymentOrder });
        await payments.count('a', filter, 10);
        await log.page('a', requestFilter, requestPage);
        await log.count('a', requestFilter, 10);
        await cards.transactions(['a'], days, cardPage, 10);
        await cards.countTransactions(['a'], days, 10);
      },
    ),
    { numRuns: 200 },
  );
  expect(new Set(names.filter((name) => name?.startsWith('d')))).toEqual(new Set());
});

it('texts of plain Drizzle have at most two hundred names, each stable across uses', async () => {
  const names: (string | undefined)[] = [];
  const session = new Session('PSDNO-FSA-1', async ({ name }) => {
    names.push(name);
    return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
  });
  for (let text = 0; text < planNamesAtMost + 20; text += 1)
    await session.db.execute(sql.raw(`select ${text}`));
  const given = names.filter((name) => name !== undefined);
  expect(given).toHaveLength(new Set(given).size);
  expect(given.length).toBeLessThanOrEqual(planNamesAtMost);
  await session.db.execute(sql.raw('select 7'));
  expect(names.at(-1)).toBe(names[7]);
  await session.dbWithoutPlans.execute(sql.raw('select 7'));
  expect(names.at(-1)).toBeUndefined();
});
