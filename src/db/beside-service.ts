/**
 * What a migration does beside a service that serves: before it, statements that take long with many rows and that nobody
 * waits for; after it, the check of rows that were there before a constraint. Each statement is a transaction of its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/**
 * Makes what the next migration would make anyway, from the file `TAG.before.sql` beside it: columns, and what they hold;
 * indexes, concurrently. Begun again after a failure, it goes on; once made, it is remembered, for the service is stopped when
 * the migration comes. Further migrations that are missing are not prepared: they need what the next one makes. `missing`:
 * by their times.
 */
export async function makeBefore(
  client: pg.Client,
  migrationsFolder: string,
  migrationTimes: readonly number[],
): Promise<void> {
  const { entries } = journal.parse(
    JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')),
  );
  const next = entries.find(({ when }) => when === migrationTimes[0]);
  const name = `${next?.tag}.before.sql`;
  const file = join(migrationsFolder, name);
  if (!existsSync(file) || (await isMade(client, name))) return;
  await dropHalfMade(client);
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
    await client.query(statement);
  await client.query(`comment on schema drizzle is '${name}'`);
}

/** The comment on drizzle's schema names the file that was run to its end. */
async function isMade(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ made: string | null }>(
    "select obj_description('drizzle'::regnamespace) as made",
  );
  return rows[0]?.made === name;
}

/** An index that could not be made to its end has its name, and is of no use. */
async function dropHalfMade(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
      where not indisvalid and relnamespace = 'public'::regnamespace and relkind = 'i'`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

/** Checks the rows of tables whose constraints were added for new rows alone. */
export async function checkOldRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name from pg_constraint
      where not convalidated and connamespace = 'public'::regnamespace order by conname`,
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} validate constraint ${name}`);
}
