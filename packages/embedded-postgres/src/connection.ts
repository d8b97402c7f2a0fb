/**
 * The launcher's own, short connections: is the server ready, is it the one of this folder, is the database there.
 * Passwords go to 127.0.0.1 only, and the exchange proves to each side that the other one knows it.
 */
import pg from 'pg';
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
    await query(access, 'postgres', (client) =>
      client.query(`create database ${pg.escapeIdentifier(database)}`),
    ).catch((failure) => {
      // Another client was faster.
      if (codeOf(failure) !== databaseExists) throw failure;
    });
    return await query(access, database, readRecord);
  }
}

const databaseMissing = '3D000';
const databaseExists = '42P04';

async function readRecord(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ record: string }>("select pg_read_file('postmaster.pid') as record");
  return rows[0]?.record ?? '';
}

/** What the driver would else take from PG* variables of the environment. */
const unmoved = {
  ssl: false,
  sslnegotiation: 'postgres',
  client_encoding: 'UTF8',
  options: '-c search_path=public',
  replication: 'off',
} as const;

async function query<T>(
  access: Access,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: access.port,
    database,
    user: 'postgres',
    password: access.password,
    connectionTimeoutMillis: 5_000,
    application_name: 'embedded-postgres',
    ...unmoved,
  });
  // A server that ends meanwhile tells the query; the event alone would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
