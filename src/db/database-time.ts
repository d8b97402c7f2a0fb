import { sql } from 'drizzle-orm';
import type { Work } from './connections/client.ts';

const timeStatement = sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;

/** Epoch milliseconds. */
export async function databaseTime({ session }: Pick<Work, 'session'>): Promise<number> {
  const [row] = await session.db.execute<{ now: number }>(timeStatement);
  if (row === undefined) throw new Error('PostgreSQL has not answered with its time');
  return Math.round(row.now);
}
