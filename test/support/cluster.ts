/** One PostgreSQL for a run of the tests, with a migrated template that every test file clones. */
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/prepare.ts';
import { closeTemplate, makeCitus, takeNodes } from './citus.ts';
import { makeKeys } from './keys.ts';
import { onCitus } from './left-out.ts';
import { takeFolder } from './memory.ts';
import { withDatabase } from './with-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the cluster's maintenance database. */
    clusterUrl: string;
    /** The clause that clones the migrated database, after the name of the new one. */
    cloning: string;
    /** The nodes of Citus; empty without it. */
    citusNodes: readonly string[];
  }
}

/**
 * Starts the cluster (or takes TEST_DATABASE_URL, a server where databases may be created) and creates the template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (onCitus) return setupCitus(project);
  const keys = makeKeys();
  const given = process.env.TEST_DATABASE_URL;
  const { folder, remove } = takeFolder();
  const server = given
    ? null
    : await startEmbeddedPostgres({ dataDir: join(folder, 'the data'), durable: false });
  const clusterUrl = given ?? server?.url ?? '';
  // Two runs may share a server.
  const templateName = `bank_template_${process.pid}_${Date.now()}`;
  const sql = postgres(clusterUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${templateName}`);
  // No database of a run lives long enough to need autovacuum, which would scan hundreds of them.
  if (server) {
    await sql.unsafe('alter system set autovacuum = off');
    await sql`select pg_reload_conf()`;
  }
  await sql.end();
  await migrateDatabase(withDatabase(clusterUrl, templateName));
  project.provide('clusterUrl', clusterUrl);
  // Copied as files, not through the log: a fifth of the work. Servers before 15 have no other way.
  project.provide('cloning', `template ${templateName}${server ? ' strategy file_copy' : ''}`);
  project.provide('citusNodes', []);
  project.provide('keys', await keys);
  return async () => {
    await server?.stop();
    remove();
  };
}

async function setupCitus(project: TestProject): Promise<() => Promise<void>> {
  const keys = makeKeys();
  const { folder, remove } = takeFolder();
  const { nodes, stop } = await takeNodes(folder);
  const templateName = `bank_template_${process.pid}_${Date.now()}`;
  await makeTemplate(nodes, templateName).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  project.provide('clusterUrl', nodes.at(-1) ?? '');
  project.provide('cloning', `template ${templateName} strategy file_copy`);
  project.provide('citusNodes', nodes);
  project.provide('keys', await keys);
  return async () => {
    await stop();
    remove();
  };
}

async function makeTemplate(nodes: readonly string[], name: string): Promise<void> {
  const coordinator = await makeCitus(nodes, name);
  await migrateDatabase(coordinator, { engine: 'citus', report: console.log });
  await closeTemplate(nodes, name);
}
