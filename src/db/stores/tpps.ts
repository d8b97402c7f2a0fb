import { eq } from 'drizzle-orm';
import type { TppStore } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { prepare } from '../statement.ts';
import { tpps } from '../tables/payments.ts';

const { tppId, name } = tpps;
const insertTpp = prepare({ tppId, name }, (db, $) => db.insert(tpps).values($).onConflictDoNothing());
const selectName = prepare({ tppId }, (db, $) => db.select({ name }).from(tpps).where(eq(tppId, $.tppId)));
const selectOffset = prepare({ tppId }, (db, $) =>
  db.select({ offset: tpps.clockOffsetMs }).from(tpps).where(eq(tppId, $.tppId)),
);

export const createTppStore = (session: Session): TppStore => ({
  register: async (tppId, name) => (await session.run(insertTpp, { tppId, name })) > 0,
  name: async (tppId) => (await session.first(selectName, { tppId }))?.name ?? tppId,
  clockOffset: async (tppId) => (await session.first(selectOffset, { tppId }))?.offset ?? 0,
});
