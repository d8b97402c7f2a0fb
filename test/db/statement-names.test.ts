import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxStatementNames, openDatabase } from '../../src/db/connections/client.ts';
import { insertStatements } from '../../src/db/inserts.ts';
import type { Statement } from '../../src/db/statement.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { raw } from './support/raw.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

const statement = (name: string): Statement<unknown, unknown> => ({
  name,
  text: `insert into ${name} values ($1)`,
  valuesOf: () => [],
  read: null,
});

it('a connection caches four hundred plans', async () => {
  const database = openDatabase({ url: bank.databaseUrl, poolSize: 1 });
  for (let index = 0; index < maxStatementNames + 20; index += 1)
    await raw(database.session, `select ${index} as n`);
  const [row] = await raw<{ n: number }>(
    database.session,
    'select count(*)::int as n from pg_prepared_statements',
  );
  expect(row?.n).toBe(maxStatementNames);
  await database.close();
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
  expect(all.filter((name) => name !== undefined).length).toBeLessThanOrEqual(200);
});
