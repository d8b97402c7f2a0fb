/** What the start looks at before it uses a database. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DatabaseSetupError, inspectDatabase } from '../../src/db/prepare.ts';
import { withDatabase } from '../support/cluster.ts';

const clusterUrl = inject('clusterUrl');
const name = `inspected_${randomUUID().slice(0, 8)}`;
const url = withDatabase(clusterUrl, name);

async function onServer(address: string, ...statements: readonly string[]): Promise<void> {
  const sql = postgres(address, { max: 1, onnotice: () => undefined });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}
beforeAll(() => onServer(clusterUrl, `create database ${name}`));
afterAll(() => onServer(clusterUrl, `drop database ${name} with (force)`));

/** The server seems to be of this version: a view stands before the one that tells it. */
const pretend = (number: number, version: string) =>
  onServer(
    url,
    'create schema if not exists pretended',
    `create or replace view pretended.pg_settings as select name, case name
      when 'server_version_num' then '${number}' when 'server_version' then '${version}' else setting end as setting
      from pg_catalog.pg_settings`,
    `alter database ${name} set search_path = pretended, pg_catalog, public`,
  );

it('a server that is older than the service is made for is refused in a line that names both versions', async () => {
  await pretend(130_023, '13.23');
  const inspected = inspectDatabase({ url });
  await expect(inspected).rejects.toThrow(DatabaseSetupError);
  await expect(inspected).rejects.toThrow(/needs PostgreSQL 14 or newer.* is 13\.23\.$/);
  await pretend(140_000, '14.0');
  expect((await inspectDatabase({ url })).risks).toBeInstanceOf(Array);
});
