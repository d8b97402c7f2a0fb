import { sql } from 'drizzle-orm';
import type { TppDatabase } from './connections/client.ts';

const timeStatement = sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;

/** Epoch milliseconds. */
export async function readDatabaseTime({ session }: Pick<TppDatabase, 'session'>): Promise<number> {
  const [row] = await session.db.execute<{ now: number }>(timeStatement);
  if (row === undefined) throw new Error('PostgreSQL has not answered with its time');
  return Math.round(row.now);
}
