/** Authorisations: rows are locked before they are judged, so that races have one outcome. */
import { and, asc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type {
  AuthorisationRecord,
  AuthorisationStore,
  TargetName,
} from '../../../operations/authorisations/ports.ts';
import type { Executor, Session } from '../../connections/client.ts';
import { deleteSome } from '../../statements/delete-some.ts';
import { insertionInto } from '../../statements/insertion.ts';
import { columnsOf, type Selection } from '../../statements/selection.ts';
import { sideBySide, written } from '../../statements/side-by-side.ts';
import { authorisations } from '../../tables/authorisations.ts';

/** The columns of authorisations that the operations know. */

const { recordedAt: _, ...known } = getTableColumns(authorisations);
export const authorisationColumns = known;

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

/** Log-ins that a challenge has opened: found again by whom they are for, and counted by TPP. */

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
