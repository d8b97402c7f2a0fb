/** Deletes old rows, a bounded number at a time. */
import { and, eq, getTableColumns, getTableName, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Session } from '../session.ts';
import { type Builder, prepare, value } from '../statement.ts';
import { isDistributed } from '../tables/distributed.ts';

const limit = value<number>();
/** Limit of TPPs per call with Citus, where each TPP has its own statement. */
const tppsAtMost = 500;

/**
 * Deletes at most `limit` rows from before an instant, oldest first, and skips locked rows. Returns the number, or
 * `limit` if rows of further TPPs may be left. `index`: columns of an index, the last one the age. The order makes
 * PostgreSQL use that index even before it has statistics.
 */
export function deletingOld(index: readonly [PgColumn, ...PgColumn[]], also?: SQL) {
  const { table } = index[0];
  const age = index.at(-1) ?? index[0];
  const { tppId } = getTableColumns(table) as { readonly tppId: PgColumn };
  const deletion = (db: Builder, $: { before: SQL; limit: Placeholder }, ofTpp?: SQL) => {
    const old = db
      .select({ ctid: sql`ctid` })
      .from(table)
      .where(and(ofTpp, lt(age, $.before), also))
      .orderBy(...index)
      .limit($.limit)
      .for('update', { skipLocked: true });
    return db.delete(table).where(and(ofTpp, sql`ctid = any(array${old})`));
  };
  const ofAll = prepare({ before: age, limit }, deletion);
  if (!isDistributed(getTableName(table)))
    return (session: Session, before: number, limit: number) => session.run(ofAll, { before, limit });
  const owners = prepare({ before: age, limit }, (db, $) =>
    db
      .selectDistinct({ tppId })
      .from(table)
      .where(and(lt(age, $.before), also))
      .limit($.limit),
  );
  const ofOne = prepare({ tppId, before: age, limit }, (db, { tppId: $tppId, ...$ }) =>
    deletion(db, $, eq(tppId, $tppId)),
  );

  /** Each statement runs on the node of one TPP. */
  async function byTpp(session: Session, before: number, limit: number): Promise<number> {
    const ownerRows = await session.rows(owners, { before, limit: tppsAtMost });
    let deletedCount = 0;
    for (const { tppId } of ownerRows) {
      if (deletedCount >= limit) break;
      deletedCount += await session.run(ofOne, { tppId, before, limit: limit - deletedCount });
    }
    return ownerRows.length < tppsAtMost ? deletedCount : limit;
  }

  return (session: Session, before: number, limit: number) =>
    session.engine === 'citus' ? byTpp(session, before, limit) : session.run(ofAll, { before, limit });
}
