/**
 * The launcher's own, short connections: is the server ready, is it the one of this folder, is the database there.
 * Passwords go to 127.0.0.1 only, and the exchange proves to each side that the other one knows it.
 */
import postgres from 'postgres';
import { codeOf } from './error.ts';

export interface Access {
  readonly port: number;
  readonly password: string;
}

export const databaseUrl = (access: Access, database: string): string =>
  `postgres://postgres:${access.password}@127.0.0.1:${access.port}/${database}`;

/** Makes the database where it is missing, and returns the postmaster.pid of the server that answered. */
export async function enterDatabase(access: Access, database: string): Promise<string> {
  try {
    return await query(access, database, readRecord);
  } catch (error) {
    if (codeOf(error) !== databaseMissing) throw error;
    await query(access, 'postgres', (sql) => sql`create database ${sql(database)}`).catch((failure) => {
      // Another client was faster.
      if (codeOf(failure) !== databaseExists) throw failure;
    });
    return await query(access, database, readRecord);
  }
}

const databaseMissing = '3D000';
const databaseExists = '42P04';

async function readRecord(sql: postgres.Sql): Promise<string> {
  const rows = await sql<{ record: string }[]>`select pg_read_file('postmaster.pid') as record`;
  return rows[0]?.record ?? '';
}

async function query<T>(
  access: Access,
  database: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres({
    host: '127.0.0.1',
    port: access.port,
    database,
    username: 'postgres',
    password: access.password,
    max: 1,
    ssl: false,
    fetch_types: false,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: { application_name: 'psd2-bank-launcher' },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
