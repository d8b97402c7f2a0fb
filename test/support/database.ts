/** A database of its own for a test file: a clone of the migrated template. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { cloneCitus } from './citus.ts';
import { withDatabase } from './with-database.ts';

let kept: postgres.Sql | null = null;

/** One connection of each process creates its databases: connecting takes as long as a clone. */
function maker(): postgres.Sql {
  kept ??= postgres(inject('clusterUrl'), { max: 1, idle_timeout: 5, onnotice: () => undefined });
  return kept;
}

/** Returns its address. */
export async function cloneDatabase(): Promise<string> {
  const name = `bank_${randomUUID().replaceAll('-', '')}`;
  const nodes = inject('citusNodes');
  if (nodes.length > 0) await cloneCitus(nodes, name, inject('cloning'));
  else await maker().unsafe(`create database ${name} ${inject('cloning')}`);
  return withDatabase(inject('clusterUrl'), name);
}
