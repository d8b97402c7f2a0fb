import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { insertStatements, maxNamedCombinations } from '../../src/db/inserts.ts';
import { planNamesAtMost, Session } from '../../src/db/session.ts';
import type { Statement } from '../../src/db/statement.ts';
import { createClockStore } from '../../src/db/stores/clock.ts';

const statement = (name: string): Statement<unknown, unknown> => ({
  name,
  text: '',
  query: sql.raw(`insert into ${name} values ($1)`),
  valuesOf: () => [],
  read: null,
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
  await session.dbByValues.execute(sql.raw('select 7'));
  expect(names.at(-1)).toBeUndefined();
});
