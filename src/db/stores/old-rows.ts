/** Deletes rows that have grown old, a bounded number at a time. */
import { and, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Session } from '../session.ts';
import { prepare, value } from '../statement.ts';

/**
 * Deletes at most `limit` rows from before an instant, the oldest first, those locked by others left out; answers how many.
 * `index`: the columns of an index whose last one says how old a row is. The order makes PostgreSQL read them from there even
 * where it knows nothing of the table yet, and thinks that most rows are old.
 */
export function deletingOld(index: readonly [PgColumn, ...PgColumn[]], also?: SQL) {
  const { table } = index[0];
  const age = index.at(-1) ?? index[0];
  const statement = prepare({ before: age, limit: value<number>() }, (db, $) => {
    const old = db
      .select({ ctid: sql`ctid` })
      .from(table)
      .where(and(lt(age, $.before), also))
      .orderBy(...index)
      .limit($.limit)
      .for('update', { skipLocked: true });
    return db.delete(table).where(sql`ctid = any(array${old})`);
  });
  return (session: Session, before: number, limit: number): Promise<number> =>
    session.run(statement, { before, limit });
}
