/** Runs only on Citus (`npm test -- --citus`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectDatabase, migrateDatabase } from '../../src/db/prepare.ts';
import { distributedTables } from '../../src/db/tables/distributed.ts';
import { onCitus } from '../support/left-out.ts';
import { ours, shareStoreroom, start, theirs } from './support/rows.ts';

describe.runIf(onCitus)('on Citus', () => {
  const room = shareStoreroom();
  let url: string;
  beforeAll(() => {
    ({ url } = room.database.options);
  });

  const shardsWith = async (column: string) => {
    const rows = await room.sql`
      select result from run_command_on_shards('tpps', ${`select count(*) from pg_attribute where attname = '${column}' and attrelid = '%s'::regclass`})`;
    return rows.map(({ result }) => result);
  };

  it('is detected by a query', async () => {
    expect((await inspectDatabase({ url })).engine).toBe('citus');
    expect((await inspectDatabase({ url, engine: 'postgres' })).engine).toBe('postgres');
  });

  it('has every table of TPPs distributed by the TPP, with each TPP in one place', async () => {
    const rows = await room.sql`
      select table_name::text as name, distribution_column as column, colocation_id as place from citus_tables
      where citus_table_type = 'distributed' and not exists (select from pg_inherits where inhrelid = table_name)`;
    expect(rows.map(({ name }) => name).sort()).toEqual([...distributedTables].sort());
    expect(new Set(rows.map(({ column }) => column))).toEqual(new Set(['tpp_id']));
    expect(new Set(rows.map(({ place }) => place)).size).toBe(1);
  });

  it('a later migration reaches every shard, and a second start does nothing', async () => {
    const lines: string[] = [];
    const options = { report: (text: string) => void lines.push(text) };
    await room.sql`alter table tpps drop column clock_executions_left`;
    const files = readdirSync('drizzle').filter((name) => /^\d{4}_\w+\.sql$/.test(name));
    const texts = files.sort().map((name) => readFileSync(join('drizzle', name), 'utf8'));
    const first = texts.findIndex((text) => text.includes('clock_executions_left'));
    const count = texts.length - first;
    const later = texts.slice(first).flatMap((text) => [...text.matchAll(/^CREATE TABLE "(\w+)"/gm)]);
    for (const [, table = ''] of later) await room.sql`drop table ${room.sql(table)}`;
    await room.sql`
      delete from drizzle.__drizzle_migrations where created_at in (
        select created_at from drizzle.__drizzle_migrations order by created_at desc limit ${count})`;
    expect(new Set(await shardsWith('clock_executions_left'))).toEqual(new Set(['0']));
    expect(await migrateDatabase(url, options)).toBe(count);
    expect(new Set(await shardsWith('clock_executions_left'))).toEqual(new Set(['1']));
    expect(await migrateDatabase(url, options)).toBe(0);
    expect(lines).toEqual([expect.stringContaining(`${later.length} of them were distributed now`)]);
  });

  it('the next start distributes a table that a dead start left out', async () => {
    await room.sql`select undistribute_table('wrong_code_counts')`;
    const lines: string[] = [];
    await migrateDatabase(url, { report: (text) => void lines.push(text) });
    expect(lines).toEqual([expect.stringContaining(`all ${distributedTables.length} tables`)]);
    expect(lines).toEqual([expect.stringContaining('1 of them were distributed now')]);
  });

  it('old rows of every TPP are deleted, and no more than requested', async () => {
    for (const tppId of [ours, theirs])
      await room.work.transaction(async ({ requests }) => {
        for (const requestId of ['old', 'older', 'new'])
          await requests.insert(
            { tppId, requestId, fingerprint: 'f' },
            { field: 'f', outcome: null },
            start + (requestId === 'new' ? 1_000 : 0),
          );
      });
    expect(await room.read.requests.deleteOld(start + 1, 3)).toBe(3);
    expect(await room.read.requests.deleteOld(start + 1, 3)).toBe(1);
    expect(await room.sql`select distinct request_id from request_answers`).toEqual([{ request_id: 'new' }]);
  });
});
