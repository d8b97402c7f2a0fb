/**
 * Migration steps that run while a service is online: slow statements before the migration, and checks of old rows after
 * it. Each statement is a transaction of its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/**
 * Runs the file `TAG.before.sql` of the first missing migration, which adds columns with values, and indexes. After a
 * failure, the next call runs the file again. Files of later migrations do not run, because they need the first migration.
 */
export async function runOnlineSteps(
  client: pg.Client,
  migrationsFolder: string,
  missingTimes: readonly number[],
): Promise<void> {
  const { entries } = journal.parse(
    JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')),
  );
  const firstMissing = entries.find(({ when }) => when === missingTimes[0]);
  const name = `${firstMissing?.tag}.before.sql`;
  const file = join(migrationsFolder, name);
  if (!existsSync(file) || (await isCompleted(client, name))) return;
  await dropInvalidIndexes(client);
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
    await client.query(statement);
  await client.query(`comment on schema drizzle is '${name}'`);
}

/** The comment on drizzle's schema names the completed file. */
async function isCompleted(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ completed: string | null }>(
    "select obj_description('drizzle'::regnamespace) as completed",
  );
  return rows[0]?.completed === name;
}

/** An index whose creation failed keeps its name but is invalid. */
async function dropInvalidIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
      where not indisvalid and relnamespace = 'public'::regnamespace and relkind = 'i'`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

/** Validates constraints that were added only for new rows. */
export async function validateConstraints(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name from pg_constraint
      where not convalidated and connamespace = 'public'::regnamespace order by conname`,
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} validate constraint ${name}`);
}
