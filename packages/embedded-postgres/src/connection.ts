import pg from 'pg';
import { codeOf } from './error.ts';

export interface Access {
  readonly port: number;
  readonly password: string;
}

export const databaseUrl = (access: Access, database: string): string =>
  `postgres://postgres:${access.password}@127.0.0.1:${access.port}/${database}`;

/** Creates a missing database, unless another process is faster. Returns the text of the server's postmaster.pid. */
export async function enterDatabase(access: Access, database: string): Promise<string> {
  try {
    return await withClient(access, database, readPostmasterPid);
  } catch (error) {
    if (codeOf(error) !== databaseMissing) throw error;
    await withClient(access, 'postgres', (client) =>
      client.query(`create database ${pg.escapeIdentifier(database)}`),
    ).catch((failure) => {
      if (codeOf(failure) !== databaseExists) throw failure;
    });
    return await withClient(access, database, readPostmasterPid);
  }
}

const databaseMissing = '3D000';
const databaseExists = '42P04';

async function readPostmasterPid(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ record: string }>("select pg_read_file('postmaster.pid') as record");
  return rows[0]?.record ?? '';
}

async function withClient<T>(
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
    // Without these options, the driver would use PG* variables.
    ssl: false,
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    options: '-c search_path=public',
    replication: 'off',
  } as pg.ClientConfig);
  // Without a listener, the end of the server would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
