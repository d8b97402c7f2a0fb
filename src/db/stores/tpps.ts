import { and, eq, ne, sql } from 'drizzle-orm';
import type { TppStore } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { prepare } from '../statement.ts';
import { tpps } from '../tables/payments.ts';

const insertTpp = prepare({ tppId: tpps.tppId, name: tpps.name }, (db, $) =>
  db.insert(tpps).values($).onConflictDoNothing(),
);
const updateName = prepare({ tppId: tpps.tppId, name: tpps.name }, (db, $) =>
  db
    .update(tpps)
    .set({ name: $.name })
    .where(and(eq(tpps.tppId, $.tppId), ne(tpps.name, $.name))),
);
/** The driver reads `float8` as a number. */
export const offsetAfterMove = sql<number>`coalesce(${tpps.clockTargetMs}, ${tpps.clockOffsetMs})::float8`;
const selectTpp = prepare({ tppId: tpps.tppId }, (db, $) =>
  db
    .select({ name: tpps.name, clockOffset: tpps.clockOffsetMs, offsetAfterMove })
    .from(tpps)
    .where(eq(tpps.tppId, $.tppId)),
);

export const createTppStore = (session: Session): TppStore => ({
  register: async (tppId, name) => (await session.run(insertTpp, { tppId, name })) > 0,
  rename: async (tppId, name) => void (await session.run(updateName, { tppId, name })),
  name: async (tppId) => (await session.first(selectTpp, { tppId }))?.name ?? tppId,
  clockOffset: async (tppId) => (await session.first(selectTpp, { tppId }))?.clockOffset ?? 0,
  offsetAfterMove: async (tppId) => (await session.first(selectTpp, { tppId }))?.offsetAfterMove ?? 0,
});
