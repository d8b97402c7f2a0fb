/** Migration steps that run while a service is online. Each statement is a transaction of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { failureCode } from './connections/failure.ts';

/** Shorter than the lock_timeout of the service, so that its writes wait and do not fail. */
const lockWaitMs = 2_000;
const pauseMs = 1_000;
/** A lock time-out, and a deadlock. */
const lockFailureCodes = new Set(['55P03', '40P01']);

export interface LockPatience {
  /** Gets a line for the operator. */
  readonly report: (text: string) => void;
  readonly patienceMs: number;
}

/** While `work` waits for a lock, writes of the service wait behind `work`. So each attempt ends soon. */
export async function retryForLocks(
  client: pg.Client,
  { report, patienceMs }: LockPatience,
  work: () => Promise<unknown>,
): Promise<void> {
  const maxAttempts = Math.ceil(patienceMs / (lockWaitMs + pauseMs));
  await client.query(`set lock_timeout = ${lockWaitMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      break;
    } catch (error) {
      if (!lockFailureCodes.has(failureCode(error) ?? '') || attempt >= maxAttempts) throw error;
      if (attempt === 1)
        report(
          `Another session holds a lock that the migration needs. Trying again, for at most ${patienceMs / 1_000} seconds.`,
        );
      await setTimeout(pauseMs);
    }
  }
  await client.query('set lock_timeout = 0');
}

/**
 * Prepares the first missing migration by its file `TAG.before.sql`. Later migrations run unprepared, because their files may need what
 * the first migration changes. After a failure, the next call runs the whole file again.
 */
export async function runOnlineSteps(
  client: pg.Client,
  migrationsFolder: string,
  missingTimes: readonly number[],
  patience: LockPatience,
): Promise<void> {
  const { entries }: { entries: { when: number; tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  );
  const firstMissing = entries.find(({ when }) => when === missingTimes[0]);
  if (firstMissing === undefined) return;
  const name = `${firstMissing.tag}.before.sql`;
  const file = join(migrationsFolder, name);
  if (!existsSync(file) || (await isCompleted(client, name))) return;
  await dropInvalidIndexes(client);
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint')) {
    const run = () => client.query(statement);
    // A CONCURRENTLY statement blocks no writes while it waits. A time-out would leave an invalid index.
    if (statement.includes(' CONCURRENTLY ')) await run();
    else await retryForLocks(client, patience, run);
  }
  await client.query(`comment on schema drizzle is '${name}'`);
}

/** The comment on the schema `drizzle` names the file that was completed last. */
async function isCompleted(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ completed: string | null }>(
    "select obj_description('drizzle'::regnamespace) as completed",
  );
  return rows[0]?.completed === name;
}

/** A failed creation leaves an invalid index. */
async function dropInvalidIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
      where not indisvalid and relnamespace = 'public'::regnamespace and relkind = 'i'`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

export async function validateConstraints(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name from pg_constraint
      where not convalidated and connamespace = 'public'::regnamespace order by conname`,
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} validate constraint ${name}`);
}
