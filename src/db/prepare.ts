/** Inspects the server and migrates the database before the service opens it. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { packageFolder } from '../package-folder.ts';
import { detectEngine, distributeTables, findUndistributedTables, sequentialMode } from './citus.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { DatabaseError, failureCode, noWritesCode, toDatabaseError } from './connections/failure.ts';
import {
  connectionOptions,
  migrationConfig,
  serviceName,
  sessionConfig,
  setupName,
  timeouts,
} from './connections/settings.ts';
import { type LockPatience, retryForLocks, runOnlineSteps, validateConstraints } from './online-migration.ts';

const migrationsFolder = join(packageFolder, 'drizzle');
/** The oldest version that was tested. */
const oldestServer = 140_000;
/** Any number that no other program uses for an advisory lock. */
const migrationLock = 7_215_001;
const migrationPatienceMs = 60_000;
const lockPollMs = 100;
/** The previous release cannot write after these migrations. Keys: `when` in drizzle/meta/_journal.json. */
const exclusiveMigrations: Readonly<Record<number, string>> = {
  1795403275038: '0008',
  1795409380808: '0009',
  1795597502295: '0014',
};

/** The message is one line for the operator. */
export class DatabaseSetupError extends Error {}

/** Throws DatabaseSetupError if the service cannot use the server, or if the inspected address leads to a pooler. */
export async function inspectDatabase({ url, pooler, directUrl, engine }: Omit<DatabaseOptions, 'poolSize'>) {
  const isPooled = pooler === 'transaction';
  const address = isPooled ? (directUrl ?? url) : url;
  const poolerFault = isPooled ? pooledDirectUrlFault : undeclaredPoolerFault;
  const inspection = withClient(sessionConfig(connectionOptions(address, setupName)), async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'lock_timeout', 'statement_timeout', 'server_version_num', 'server_version', 'session_replication_role')",
    );
    const settings = new Map(rows.map(({ name = '', setting = '' }) => [name, setting]));
    return { settings, detectedEngine: await detectEngine(client), identity: await readIdentity(client) };
  });
  const { settings, detectedEngine, identity } = await inspection.catch((error: unknown) => {
    // PgBouncer responds with this code to a parameter that it does not know.
    throw failureCode(error) === '08P01' ? new DatabaseSetupError(poolerFault) : error;
  });
  // A pooler that shares connections loses the settings of the session.
  for (const name of ['lock_timeout', 'statement_timeout'] as const) {
    if (settings.get(name) !== String(timeouts[name])) throw new DatabaseSetupError(poolerFault);
  }
  const fault = findServerFault(settings);
  if (fault !== null) throw new DatabaseSetupError(fault);
  if (engine === 'citus' && detectedEngine !== 'citus') throw new DatabaseSetupError(noCitusFault);
  const riskySettings = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(
    (name) => settings.get(name) === 'off',
  );
  return { risks: riskySettings.map((name) => `${name}=off`), engine: engine ?? detectedEngine, identity };
}

/** Returns what identifies the database behind a pooler. The session has no settings, because a pooler may refuse them. */
export const inspectPooler = (url: string): Promise<string> =>
  withClient(connectionOptions(url, setupName), readIdentity);

/** Returns a text that is equal for two addresses of one running database. For a standby, throws the error of a refused write. */
async function readIdentity(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string; isStandby: boolean }>(`
    select pg_is_in_recovery() as "isStandby",
      concat_ws(' ', (select oid from pg_database where datname = current_database()),
        extract(epoch from pg_postmaster_start_time())) as identity`);
  const { identity = '', isStandby = false } = rows[0] ?? {};
  if (isStandby) throw new DatabaseError(noWritesCode, 'the server is a standby');
  return identity;
}

const undeclaredPoolerFault =
  'DATABASE_URL is the address of a connection pooler that does not keep the settings of a session: set DATABASE_POOLER=transaction, and set DATABASE_DIRECT_URL to the address of PostgreSQL itself.';
const pooledDirectUrlFault =
  'DATABASE_DIRECT_URL is the address of a connection pooler too: set it to the address of PostgreSQL itself.';

const noCitusFault =
  'DATABASE_ENGINE=citus is set, but the database does not have the extension citus: create it on the coordinator and its workers, or remove the setting.';

export function findServerFault(settings: ReadonlyMap<string, string>): string | null {
  if (Number(settings.get('server_version_num')) < oldestServer)
    return `This service needs PostgreSQL ${oldestServer / 10_000} or newer; the version of the server in DATABASE_URL is ${settings.get('server_version')}.`;
  const role = settings.get('session_replication_role');
  return role === 'origin'
    ? null
    : `PostgreSQL runs with session_replication_role=${role}, so it does not check foreign keys: reset this setting for the role and database, then start again.`;
}

type MigrationOptions = Partial<LockPatience> & Pick<DatabaseOptions, 'engine'>;

/** Returns the number of applied migrations. `url` must not lead to a pooler. If no migration is missing, the role needs no privileges. */
export async function migrateDatabase(url: string, options: MigrationOptions = {}): Promise<number> {
  const { engine, report = () => undefined, patienceMs = migrationPatienceMs } = options;
  return withClient(migrationConfig(connectionOptions(url, setupName)), async (client) => {
    await client.query(removeTimeouts);
    await requireUtf8(client);
    const onCitus = (engine ?? (await detectEngine(client))) === 'citus';
    if (onCitus) await client.query(sequentialMode);
    const findTablesToDistribute = async () => (onCitus ? await findUndistributedTables(client) : []);
    if ((await findMissingMigrations(client)).length === 0 && (await findTablesToDistribute()).length === 0) {
      await finishValidation(client);
      return 0;
    }
    const patience = { report, patienceMs };
    await lockMigrations(client, patience);
    // Another process may have applied some migrations before it released the lock.
    const missingTimes = await findMissingMigrations(client);
    try {
      const isNewDatabase = missingTimes.length === readMigrationFiles({ migrationsFolder }).length;
      if (!isNewDatabase) {
        await runOnlineSteps(client, migrationsFolder, missingTimes, patience);
        await requireNoService(client, missingTimes);
      }
      // All migrations are one transaction, so an attempt that fails changes nothing.
      await retryForLocks(client, patience, () => migrate(drizzle(client), { migrationsFolder }));
      await validateConstraints(client);
      const tables = await findTablesToDistribute();
      if (tables.length > 0) report(await distributeTables(client, tables));
    } catch (error) {
      if (failureCode(error) === insufficientPrivilege)
        throw new DatabaseSetupError(privilegeFault(missingTimes.length));
      throw error;
    }
    return missingTimes.length;
  });
}

/** Takes the names from pg_settings, because transaction_timeout exists only since PostgreSQL 17. */
const removeTimeouts =
  "select set_config(name, '0', false) from pg_settings where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')";

/** Other encodings cannot store all names, and a database cannot change its encoding. */
async function requireUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    "select current_database() as name, current_setting('server_encoding') as encoding",
  );
  const { name, encoding } = rows[0] ?? { name: '', encoding: '' };
  if (encoding !== 'UTF8')
    throw new DatabaseSetupError(
      `The database ${name} has the encoding ${encoding}, but the service needs UTF8: create another database (create database … encoding 'UTF8' template template0) and name it in DATABASE_URL.`,
    );
}

/** Validates constraints that a process had not validated when it died. Only the owner of the tables may validate them. */
async function finishValidation(client: pg.Client): Promise<void> {
  if (!(await tryMigrationLock(client))) return;
  await validateConstraints(client).catch((error: unknown) => {
    if (failureCode(error) !== insufficientPrivilege) throw error;
  });
}

async function requireNoService(client: pg.Client, missingTimes: readonly number[]): Promise<void> {
  const names = missingTimes.flatMap((time) => exclusiveMigrations[time] ?? []);
  if (names.length === 0) return;
  const { rows } = await client.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1',
    [serviceName],
  );
  const { count } = rows[0] ?? { count: 0 };
  if (count > 0)
    throw new DatabaseSetupError(
      `The previous release cannot write after the migrations ${names.join(', ')}, and a service is connected (${count} connections): stop it first, then try again (docs/operations.md). Nothing that it uses was changed.`,
    );
}

const insufficientPrivilege = '42501';
const privilegeFault = (count: number) =>
  `The database needs ${count} ${count === 1 ? 'migration' : 'migrations'}, and this role may not apply ${count === 1 ? 'it' : 'them'}: migrate as the role that owns the tables, then start again (docs/operations.md).`;

/** Returns the `when` of each missing migration. If a later release has migrated the database, no migration is missing. */
async function findMissingMigrations(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as begun",
  );
  const migrations = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  if (rows[0]?.begun !== true) return migrations;
  const latest = await client.query('select max(created_at) as time from drizzle.__drizzle_migrations');
  const latestTime = Number(latest.rows[0]?.time ?? 0);
  return migrations.filter((time) => time > latestTime);
}

async function tryMigrationLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock]);
  return rows[0]?.mine === true;
}

async function lockMigrations(client: pg.Client, { report, patienceMs }: LockPatience): Promise<void> {
  if (await tryMigrationLock(client)) return;
  report(
    `Another process is migrating the database. Waiting for it for at most ${patienceMs / 1_000} seconds.`,
  );
  // Polls, because a statement that waits for the lock would block CREATE INDEX CONCURRENTLY of the process that holds the lock.
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (await tryMigrationLock(client)) return;
    await setTimeout(lockPollMs);
  }
  throw new DatabaseSetupError(
    `Another process has held the migration lock for over ${patienceMs / 1_000} seconds (advisory lock ${migrationLock} in pg_locks): wait for it or stop it, then start again.`,
  );
}

export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  let isConnected = false;
  try {
    await client.connect();
    isConnected = true;
    return await work(client);
  } catch (error) {
    if (error instanceof DatabaseSetupError) throw error;
    // `toDatabaseError` needs the error that Drizzle wraps. After a lost connection, this is the error of Drizzle's failed ROLLBACK.
    throw toDatabaseError(error instanceof DrizzleQueryError ? error.cause : error);
  } finally {
    const end = client.end().catch(() => undefined);
    // Without a socket, `end` never resolves.
    if (isConnected) await end;
  }
}
