/** Authorisations: rows are locked before they are judged, so that races have one outcome. */

import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type {
  AuthorisationRecord,
  AuthorisationStore,
  TargetName,
} from '../../../operations/authorisations/ports.ts';
import type { Session } from '../../client.ts';
import { insertionInto } from '../../insertion.ts';
import { columnsOf, type Selection } from '../../selection.ts';
import { authorisations } from '../../tables/authorisations.ts';
import { deleteSome } from '../delete-some.ts';
import { sideBySide, written } from '../side-by-side.ts';
import { authorisationColumns } from './authorisation-columns.ts';
import { createLoginQueries } from './logins.ts';

const targetOf = (target: TargetName) =>
  'paymentId' in target
    ? eq(authorisations.paymentId, target.paymentId)
    : eq(authorisations.basketId, target.basketId);

const intoAuthorisations = insertionInto(authorisations, 'recordedAt');
const { names, read } = columnsOf(
  authorisations,
  Object.keys(authorisationColumns) as (keyof typeof authorisationColumns)[],
);

interface OfPayment {
  readonly payment: string;
  readonly authorisation: AuthorisationRecord;
}

/**
 * For each payment its own authorisations and those of its baskets, each by an index. By `offset 0` they are found before
 * they are sorted: PostgreSQL must not look for the newest among those of all payments.
 */
const ofPayments: Selection<OfPayment> = {
  text: `
  select found.*, asked.payment from unnest($1::text[]) as asked (payment) cross join lateral (
    select * from (
      (select ${names('a')} from authorisations a
        where a.payment_id = asked.payment and (a.opened or not a.implicit))
      union all
      (select ${names('a')} from signing_basket_payments m
        join authorisations a on a.basket_id = m.basket_id
        where m.payment_id = asked.payment)
      offset 0
    ) as either order by authorisation_id desc limit $2) found
  order by found.created_at, found.ended_at nulls last, found.authorisation_id`,
  read: (values) => ({ payment: String(values.at(-1)), authorisation: read(values) }),
};

export function createAuthorisationStore(session: Session): AuthorisationStore {
  const { db } = session;
  const rows = (where: SQL | undefined) => db.select(authorisationColumns).from(authorisations).where(where);
  return {
    async insert(authorisation) {
      await session.insert(intoAuthorisations, authorisation);
    },

    async find(tppId, authorisationId) {
      const [row] = await rows(
        and(eq(authorisations.authorisationId, authorisationId), eq(authorisations.tppId, tppId)),
      );
      return row ?? null;
    },

    async findByToken(linkToken) {
      const [row] = await rows(eq(authorisations.linkToken, linkToken));
      return row ?? null;
    },

    async lock(authorisationId) {
      const [row] = await rows(eq(authorisations.authorisationId, authorisationId)).for('update');
      return row ?? null;
    },

    async list(target) {
      const shown = or(eq(authorisations.implicit, false), eq(authorisations.opened, true));
      return rows(and(targetOf(target), shown)).orderBy(asc(authorisations.authorisationId));
    },

    async listMany(paymentIds, atMost) {
      const answer = (rows: readonly OfPayment[]) => {
        const found = new Map<string, AuthorisationRecord[]>();
        for (const { payment, authorisation } of rows)
          found.set(payment, [...(found.get(payment) ?? []), authorisation]);
        return found;
      };
      return sideBySide(db)(written(session, 'authorisations', ofPayments, [paymentIds, atMost], answer));
    },

    async update(authorisationId, change) {
      await db.update(authorisations).set(change).where(eq(authorisations.authorisationId, authorisationId));
    },

    async endOpen(target, kind, reason, at) {
      await db
        .update(authorisations)
        .set({ scaStatus: 'failed', endReason: reason, endedAt: at })
        .where(and(targetOf(target), eq(authorisations.kind, kind), isNull(authorisations.endedAt)));
    },

    async thin(target, keep) {
      await db.execute(sql`
        delete from authorisations where authorisation_id = any(array(
          select authorisation_id from authorisations
          where ${targetOf(target)} and ended_at is not null and wrong_codes = 0
          order by authorisation_id desc offset ${keep}))`);
    },

    async wrongCodesOf(paymentIds) {
      const rows = await db.execute<{ most: number }>(sql`
        select coalesce(max(
          (select coalesce(sum(a.wrong_codes), 0) from authorisations a where a.payment_id = p.id)
          + (select coalesce(sum(a.wrong_codes), 0) from signing_basket_payments b
             join authorisations a on a.basket_id = b.basket_id where b.payment_id = p.id)), 0)::int as most
        from unnest(${sql.param([...paymentIds])}::text[]) as p(id)`);
      return rows[0]?.most ?? 0;
    },

    ...createLoginQueries(db),

    forget(what, before, limit) {
      const kinds =
        what === 'LOGINS' ? sql`kind = 'LOGIN'` : sql`kind in ('PAYMENT', 'CANCELLATION', 'BASKET')`;
      const index = [authorisations.kind, authorisations.recordedAt] as const;
      return deleteSome(db, index, before, limit, sql`${kinds} and ended_at is not null`);
    },
  };
}
