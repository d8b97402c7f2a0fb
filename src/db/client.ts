/**
 * The connection to PostgreSQL: pool, time-outs, migrations. Nothing here knows a table.
 * Start at `openDatabase`.
 */
import { fileURLToPath } from 'node:url';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { applyFunctions } from './functions.ts';

export type Database = PostgresJsDatabase<Record<string, never>>;
/** A database or a transaction in it. */
export type Executor = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct'
>;

export interface OpenDatabase {
  readonly db: Database;
  readonly sql: postgres.Sql;
  /** Resolves when a query answers; rejects when the database cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../drizzle', import.meta.url));
/** The number under which replicas take turns to migrate. */
const migrationLock = 7_215_001;

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName?: string;
}

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const sql = postgres(options.url, {
    max: options.poolSize,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 1_800,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName ?? 'psd2-bank',
      statement_timeout: 8_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      TimeZone: 'UTC',
    },
  });
  return {
    db: drizzle(sql),
    sql,
    ping: async () => {
      await sql`select 1`;
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

/** Brings the schema up to date; replicas that start together take turns. */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(sql), { migrationsFolder });
    await applyFunctions(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
