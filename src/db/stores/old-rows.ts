/** Deletes old rows, a limited number at a time. */
import { and, eq, getTableColumns, getTableName, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Session } from '../session.ts';
import { type Builder, prepare, value } from '../statement.ts';
import { isDistributed } from '../tables/distributed.ts';

const integer = value<number>();
/** Limit of TPPs per call with Citus, where each TPP has its own statement. */
const maxTpps = 500;

/**
 * Returns a function that deletes at most `limit` rows from before `before`, and skips locked rows. The function returns the
 * number of deleted rows, or `limit` if rows of further TPPs may be left. `index`: the columns of an index, with the time of the
 * row as the last. The order makes PostgreSQL use that index even before it has statistics.
 */
export function oldRowDeleter(index: readonly [PgColumn, ...PgColumn[]], condition?: SQL) {
  const { table } = index[0];
  const timeColumn = index.at(-1) ?? index[0];
  const { tppId } = getTableColumns(table) as { readonly tppId: PgColumn };
  const buildDeletion = (db: Builder, $: { before: SQL; limit: Placeholder }, isOfTpp?: SQL) => {
    const oldRows = db
      .select({ ctid: sql`ctid` })
      .from(table)
      .where(and(isOfTpp, lt(timeColumn, $.before), condition))
      .orderBy(...index)
      .limit($.limit)
      .for('update', { skipLocked: true });
    return db.delete(table).where(and(isOfTpp, sql`ctid = any(array${oldRows})`));
  };
  const deleteForAllTpps = prepare({ before: timeColumn, limit: integer }, buildDeletion);
  if (!isDistributed(getTableName(table)))
    return (session: Session, before: number, limit: number) =>
      session.run(deleteForAllTpps, { before, limit });
  const selectTpps = prepare({ before: timeColumn, limit: integer }, (db, $) =>
    db
      .selectDistinct({ tppId })
      .from(table)
      .where(and(lt(timeColumn, $.before), condition))
      .limit($.limit),
  );
  const deleteForTpp = prepare({ tppId, before: timeColumn, limit: integer }, (db, { tppId: $tppId, ...$ }) =>
    buildDeletion(db, $, eq(tppId, $tppId)),
  );

  /** Each deletion runs on the node of one TPP. */
  async function deleteByTpp(session: Session, before: number, limit: number): Promise<number> {
    const tppRows = await session.rows(selectTpps, { before, limit: maxTpps });
    let deletedCount = 0;
    for (const { tppId } of tppRows) {
      if (deletedCount >= limit) break;
      deletedCount += await session.run(deleteForTpp, { tppId, before, limit: limit - deletedCount });
    }
    return tppRows.length < maxTpps ? deletedCount : limit;
  }

  return (session: Session, before: number, limit: number) =>
    session.engine === 'citus'
      ? deleteByTpp(session, before, limit)
      : session.run(deleteForAllTpps, { before, limit });
}
