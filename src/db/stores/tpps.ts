import { and, eq, ne, sql } from 'drizzle-orm';
import type { TppStore } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { prepare } from '../statement.ts';
import { tpps } from '../tables/payments.ts';

/** The target is null unless a move of the clock runs. The driver reads `float8` as a number. */
export const clockOffsetAfterMove = sql<number>`coalesce(${tpps.clockTargetMs}, ${tpps.clockOffsetMs})::float8`;
const selectTpp = prepare({ tppId: tpps.tppId }, (db, $) =>
  db
    .select({ name: tpps.name, clockOffset: tpps.clockOffsetMs, clockOffsetAfterMove })
    .from(tpps)
    .where(eq(tpps.tppId, $.tppId)),
);

export const createTppStore = (session: Session): TppStore => ({
  async register(tppId, name) {
    const insert = session.db.insert(tpps).values({ tppId, name }).onConflictDoNothing();
    return (await session.rowCount(insert)) > 0;
  },
  async rename(tppId, name) {
    const hasOtherName = and(eq(tpps.tppId, tppId), ne(tpps.name, name));
    await session.db.update(tpps).set({ name }).where(hasOtherName);
  },
  name: async (tppId) => (await session.first(selectTpp, { tppId }))?.name ?? tppId,
  clockOffset: async (tppId) => (await session.first(selectTpp, { tppId }))?.clockOffset ?? 0,
  clockOffsetAfterMove: async (tppId) =>
    (await session.first(selectTpp, { tppId }))?.clockOffsetAfterMove ?? 0,
});
