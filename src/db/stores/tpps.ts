import { eq } from 'drizzle-orm';
import type { TppStore } from '../../operations/ports/stores.ts';
import type { Session } from '../session.ts';
import { prepare } from '../statement.ts';
import { tpps } from '../tables/payments.ts';

const { tppId, name } = tpps;
const registration = prepare({ tppId, name }, (db, $) => db.insert(tpps).values($).onConflictDoNothing());
const nameOf = prepare({ tppId }, (db, $) => db.select({ name }).from(tpps).where(eq(tppId, $.tppId)));
const offsetOf = prepare({ tppId }, (db, $) =>
  db.select({ offset: tpps.clockOffsetMs }).from(tpps).where(eq(tppId, $.tppId)),
);

export const createTppStore = (session: Session): TppStore => ({
  register: async (tppId, name) => (await session.run(registration, { tppId, name })) > 0,
  name: async (tppId) => (await session.first(nameOf, { tppId }))?.name ?? tppId,
  clockOffset: async (tppId) => (await session.first(offsetOf, { tppId }))?.offset ?? 0,
});
