/** Citus distributes the rows of TPPs over several PostgreSQL servers (docs/scaling.md). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { packageFolder } from '../package-folder.ts';
import type { Engine } from './connections/settings.ts';
import { distributedTables } from './tables/distributed.ts';

export async function detectEngine(client: pg.Client): Promise<Engine> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0 ? 'citus' : 'postgres';
}

/** In another mode, a statement of a migration might miss what an earlier statement changed on another node. */
export const sequentialMode = "set citus.multi_shard_modify_mode = 'sequential'";

export async function findUndistributedTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    // 'h': distributed by the hash of a column.
    "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'",
  );
  const alreadyDistributed = new Set(rows.map(({ name }) => name));
  return distributedTables.filter((name) => !alreadyDistributed.has(name));
}

/** After a crash, a second call completes the work. Returns a line for the log. */
export async function distributeTables(client: pg.Client, tables: readonly string[]): Promise<string> {
  const statements = readFileSync(join(packageFolder, 'drizzle', 'citus.sql'), 'utf8');
  for (const statement of statements.split('--> statement-breakpoint')) await client.query(statement);
  for (const name of tables)
    await client.query(
      name === 'tpps'
        ? "select create_distributed_table('tpps', 'tpp_id')"
        : `select create_distributed_table('${name}', 'tpp_id', colocate_with => 'tpps')`,
    );
  return `Citus distributes the ${distributedTables.length} tables that have the TPP in every key; ${tables.length} of them were distributed now.`;
}
