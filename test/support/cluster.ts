/** One PostgreSQL for a run of the tests, with a migrated template that every test file clones. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/prepare.ts';
import { makeKeys } from './keys.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the cluster's maintenance database. */
    clusterUrl: string;
    /** The migrated database to clone. */
    templateName: string;
  }
}

/** Starts the cluster (or takes TEST_DATABASE_URL, a server where databases may be made) and makes the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const keys = makeKeys();
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : mkdtempSync(join(tmpdir(), 'psd2 bank tests '));
  // As root the server runs as another user, who must be able to enter the folder.
  if (folder) chmodSync(folder, 0o755);
  const server = folder ? await startEmbeddedPostgres({ dataDir: folder, durable: false }) : null;
  const clusterUrl = given ?? server?.url ?? '';
  // Two runs may share a server.
  const templateName = `bank_template_${process.pid}_${Date.now()}`;
  const sql = postgres(clusterUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${templateName}`);
  // No database of a run lives long enough to be cleaned, and there are hundreds to look through.
  if (server) {
    await sql.unsafe('alter system set autovacuum = off');
    await sql`select pg_reload_conf()`;
  }
  await sql.end();
  await migrateDatabase(withDatabase(clusterUrl, templateName));
  project.provide('clusterUrl', clusterUrl);
  project.provide('templateName', templateName);
  project.provide('keys', await keys);
  return async () => {
    await server?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.toString();
}
