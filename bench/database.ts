/** A migrated database for one benchmark: on the server of BENCH_DATABASE_URL, else on an embedded one that ends with it. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import postgres from 'postgres';
import { type OpenDatabase, openDatabase } from '../src/db/client.ts';
import { migrateDatabase } from '../src/db/prepare.ts';

export async function benchDatabase(
  poolSize = 4,
): Promise<{ readonly database: OpenDatabase; readonly sql: postgres.Sql; close(): Promise<void> }> {
  const server = await benchServer();
  const { url } = server;
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(url, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  await migrateDatabase(address.toString());
  const database = openDatabase({ url: address.toString(), poolSize });
  const sql = postgres(address.toString(), { max: 2, onnotice: () => undefined });
  return {
    database,
    sql,
    async close() {
      await database.close();
      await sql.end();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
      await server.close();
    },
  };
}

/** The server of BENCH_DATABASE_URL, else an embedded one. */
export async function benchServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const given = process.env.BENCH_DATABASE_URL;
  return given ? { url: given, close: async () => undefined } : ownServer();
}

async function ownServer(): ReturnType<typeof benchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'psd2 bank bench '));
  // As root the server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  return {
    url: server.url,
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
