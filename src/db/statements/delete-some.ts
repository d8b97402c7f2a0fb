/** Deletes rows that have grown old, a bounded number at a time. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { instantText } from '../../domain/values/iso-date.ts';
import type { Executor } from '../connections/client.ts';

/**
 * Deletes at most `limit` rows from before an instant, the oldest first, those locked by others left out; answers how many.
 * `index`: the columns of an index whose last one says how old a row is. The order makes PostgreSQL read them from there even
 * where it knows nothing of the table yet, and thinks that most rows are old.
 */
export async function deleteSome(
  db: Pick<Executor, 'execute'>,
  index: readonly [PgColumn, ...PgColumn[]],
  before: number,
  limit: number,
  and?: SQL,
): Promise<number> {
  const { table } = index[0];
  const [gone] = await db.execute<{ count: number }>(sql`
    with gone as (delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${index.at(-1)} < ${instantText(before)}::timestamptz ${and && sql`and ${and}`}
      order by ${sql.join([...index], sql`, `)} limit ${limit} for update skip locked)) returning 1)
    select count(*)::int as count from gone`);
  return gone?.count ?? 0;
}
