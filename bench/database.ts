/** A migrated database for one benchmark: on the server of BENCH_DATABASE_URL, else on an embedded one that ends with it. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import postgres from 'postgres';
import { type OpenDatabase, openDatabase } from '../src/db/connections/client.ts';
import { migrateDatabase } from '../src/db/prepare.ts';

export async function benchDatabase(
  poolSize = 4,
): Promise<{ readonly database: OpenDatabase; readonly sql: postgres.Sql; close(): Promise<void> }> {
  const server = process.env.BENCH_DATABASE_URL ? null : await ownServer();
  const url = process.env.BENCH_DATABASE_URL ?? server?.url ?? '';
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
      await server?.stop();
    },
  };
}

async function ownServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'psd2 bank bench '));
  // As root the server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
