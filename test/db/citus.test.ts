/** `npm test -- --citus` runs the service on Citus at night; this file checks its rules without one. */

import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bankStores } from '../../src/app/bank-stores.ts';
import { beginWithSettings, sessionConfig } from '../../src/db/connections/settings.ts';
import { Session } from '../../src/db/session.ts';
import { distributedTables } from '../../src/db/tables/distributed.ts';
import { allStoreMakers, createStores } from '../../src/db/unit-of-work.ts';
import { cloneDatabase } from '../support/database.ts';
import { everyStatement } from './support/every-statement.ts';
import { ours } from './support/rows.ts';

let sql: postgres.Sql;
beforeAll(async () => {
  sql = postgres(await cloneDatabase(), { max: 1, onnotice: () => undefined });
  await sql.unsafe(readFileSync('drizzle/citus.sql', 'utf8'));
});
afterAll(() => sql.end());

it('distributed tables have the TPP in every unique index, and refer only to each other', async () => {
  const rows = await sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and not exists (
        select from pg_index where indrelid = pg_class.oid and indisunique and not exists (
          select from pg_attribute where attrelid = indrelid and attname = 'tpp_id' and attnum = any(indkey)))`;
  const kept = rows.map(({ name }) => name).filter((name) => name !== 'remote_resources');
  expect(kept.sort()).toEqual([...distributedTables].sort());
  const references = await sql<{ from: string; to: string }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`;
  const names: readonly string[] = distributedTables;
  const place = (name: string) => names.indexOf(name);
  // A table is distributed after the tables that it refers to; no reference goes from the coordinator to a node.
  const wrong = references.filter(({ from, to }) =>
    place(from) < 0 ? place(to) >= 0 : place(to) < 0 || place(to) > place(from),
  );
  expect(wrong).toEqual([]);
});

const upsert = /insert into "(\w+)".* on conflict \(([^)]*)\) do update set (.*?)(?= where | returning |$)/s;

it('no upsert sets a column of its key, or calls a volatile function', async () => {
  const upserts = (await everyStatement()).flatMap(({ text }) => [...text.matchAll(new RegExp(upsert, 'g'))]);
  expect(upserts.length).toBeGreaterThan(5);
  for (const [text, table = '', key = '', set = ''] of upserts) {
    if (!distributedTables.some((name) => name === table)) continue;
    expect(set, text).not.toMatch(/\b(now|random|clock_timestamp)\(/);
    for (const column of key.split(',')) expect(set, text).not.toMatch(new RegExp(`${column.trim()} =`));
  }
});

async function sentWithCitus(act: (stores: ReturnType<typeof createStores>) => Promise<unknown>) {
  const texts: string[] = [];
  const query = async ({ text }: { readonly text: string }) => {
    texts.push(text);
    return { rows: [[ours]], rowCount: 1 } as never;
  };
  const session = new Session(ours, query, { engine: 'citus' });
  await act(createStores(session, () => undefined, allStoreMakers(bankStores)));
  return texts;
}

it('old rows are deleted by statements that name the TPP', async () => {
  const texts = await sentWithCitus(async (stores) => {
    for (const one of [stores.requests, stores.clock, stores.psuSessions, stores.wrongCodes])
      expect(await one.deleteOld(0, 10)).toBe(1);
    await stores.authorisations.deleteOld('LOGINS', 0, 10);
    await stores.authorisations.deleteOld('OTHERS', 0, 10);
  });
  const deletions = texts.filter((text) => text.startsWith('delete'));
  expect(deletions).toHaveLength(6);
  for (const text of deletions) expect(text.match(/"tpp_id" = \$\d/g), text).toHaveLength(2);
});

it('a session plans for the actual values of its parameters', () => {
  expect(sessionConfig({}).options).toContain('force_generic_plan');
  expect(sessionConfig({}, { engine: 'citus' }).options).not.toContain('plan_cache_mode');
  expect(beginWithSettings('citus')).not.toContain('force_generic_plan');
});
