import { and, eq, getTableColumns, getTableName, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Session } from '../session.ts';
import { distributedTables } from '../tables/distributed.ts';

/** With Citus, the rows of each TPP need a statement of their own, so one call handles at most this number of TPPs. */
const maxTpps = 500;

/**
 * `index` lists the columns of an index, the time last. The query sorts by these columns, so that PostgreSQL uses the index.
 * Returns how many rows were deleted. After `maxTpps` TPPs it returns `limit`, which means that old rows of other TPPs may be left.
 */
export async function deleteOldRows(
  session: Session,
  index: readonly [PgColumn, ...PgColumn[]],
  before: number,
  limit: number,
  condition?: SQL,
): Promise<number> {
  const { db, engine } = session;
  const { table } = index[0];
  const isOld = and(lt(index.at(-1) ?? index[0], before), condition);

  function deleteRows(atMost: number, isOfTpp?: SQL): Promise<number> {
    const oldRows = db
      .select({ ctid: sql`ctid` })
      .from(table)
      .where(and(isOfTpp, isOld))
      .orderBy(...index)
      .limit(atMost)
      .for('update', { skipLocked: true });
    return session.rowCount(db.delete(table).where(and(isOfTpp, sql`ctid = any(array${oldRows})`)));
  }

  if (engine !== 'citus' || !distributedTables.includes(getTableName(table))) return deleteRows(limit);
  const { tppId } = getTableColumns(table) as { readonly tppId: PgColumn };
  const tppRows = await db.selectDistinct({ tppId }).from(table).where(isOld).limit(maxTpps);
  let deletedCount = 0;
  for (const row of tppRows) {
    if (deletedCount >= limit) break;
    deletedCount += await deleteRows(limit - deletedCount, eq(tppId, row.tppId));
  }
  return tppRows.length < maxTpps ? deletedCount : limit;
}
