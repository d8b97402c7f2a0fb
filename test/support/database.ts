/** A database of its own for a test file: a clone of the migrated template. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { withDatabase } from './cluster.ts';

/** Answers its address. */
export async function cloneDatabase(): Promise<string> {
  const clusterUrl = inject('clusterUrl');
  const name = `bank_${randomUUID().replaceAll('-', '')}`;
  const sql = postgres(clusterUrl, { max: 1, onnotice: () => undefined });
  // Cloning locks the template; files that start together take turns.
  await sql`select pg_advisory_lock(hashtext(${inject('templateName')}))`;
  await sql.unsafe(`create database ${name} template ${inject('templateName')}`);
  await sql.end();
  return withDatabase(clusterUrl, name);
}
