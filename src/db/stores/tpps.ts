/** TPPs that have called, with the offset of their sandbox clocks. */
import { eq } from 'drizzle-orm';
import type { TppStore } from '../../operations/ports/stores.ts';
import type { Executor } from '../connections/client.ts';
import { tpps } from '../tables/payments.ts';

export function createTppStore(db: Executor): TppStore {
  return {
    async register(tppId, name) {
      const made = await db
        .insert(tpps)
        .values({ tppId, name })
        .onConflictDoNothing()
        .returning({ tppId: tpps.tppId });
      return made.length > 0;
    },
    async name(tppId) {
      const [row] = await db.select({ name: tpps.name }).from(tpps).where(eq(tpps.tppId, tppId));
      return row?.name ?? tppId;
    },
    async clockOffset(tppId) {
      const [row] = await db.select({ offset: tpps.clockOffsetMs }).from(tpps).where(eq(tpps.tppId, tppId));
      return row?.offset ?? 0;
    },
  };
}
