/** Log-ins that a challenge has opened: found again by whom they are for, and counted by TPP. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { AuthorisationStore } from '../../../operations/authorisations/ports.ts';
import type { Executor } from '../../client.ts';
import { authorisations } from '../../tables/authorisations.ts';
import { authorisationColumns } from './authorisation-columns.ts';

/** An open log-in, in the words of the index on them. */
const open = sql`${authorisations.kind} = 'LOGIN' and ${authorisations.endedAt} is null`;

export function createLoginQueries(db: Executor): Pick<AuthorisationStore, 'renewLogin' | 'openLogins'> {
  return {
    async renewLogin(key, now, expiresAt) {
      const same = (Object.keys(key) as (keyof typeof key)[]).map((name) =>
        key[name] === null ? isNull(authorisations[name]) : eq(authorisations[name], key[name]),
      );
      const unopened = db
        .select({ id: authorisations.authorisationId })
        .from(authorisations)
        .where(and(open, ...same, eq(authorisations.opened, false), gt(authorisations.expiresAt, now)))
        .limit(1)
        .for('update', { skipLocked: true });
      const [row] = await db
        .update(authorisations)
        .set({ expiresAt })
        .where(sql`${authorisations.authorisationId} = (${unopened})`)
        .returning(authorisationColumns);
      return row ?? null;
    },

    async openLogins(tppId, atMost) {
      const some = db
        .select({ one: sql`1` })
        .from(authorisations)
        .where(and(open, eq(authorisations.tppId, tppId)))
        .limit(atMost)
        .as('some');
      const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
      return row?.count ?? 0;
    },
  };
}
