import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { WithSubquery } from 'drizzle-orm/subquery';
import type {
  AuthorisationRecord,
  AuthorisationStore,
  TargetId,
} from '../../../operations/authorisations/ports.ts';
import { insertInto } from '../../inserts.ts';
import { firstRow, type Session } from '../../session.ts';
import { itemsByKey } from '../../shared-reads.ts';
import { prepare } from '../../statement.ts';
import { authorisations, basketPayments, psuSessions } from '../../tables/authorisations.ts';
import { hasValues, pickColumns } from '../../tables/columns.ts';
import { tpps } from '../../tables/payments.ts';
import { scaOutbox } from '../notification-outbox.ts';
import { deleteOldRows } from '../old-rows.ts';
import { wantedIds } from '../rows-of.ts';
import { clockOffsetAfterMove } from '../tpps.ts';
import { upsertSession } from './psu-sessions.ts';

const { recordedAt, ...columns } = getTableColumns(authorisations);
export const authorisationColumns = columns;
const insertAuthorisation = insertInto(authorisations, 'recordedAt');

const isVisible = sql`(not ${columns.implicit} or ${columns.opened})`;
const authorisationKey = { tppId: columns.tppId, authorisationId: columns.authorisationId };
const selectAuthorisation = prepare(authorisationKey, (db, $) =>
  db.select(columns).from(authorisations).where(hasValues(authorisations, $)),
);
/** The open basket with the payment of the authorisation. Names the TPP, because Citus does not infer it from the statement around. */
const openBasketId = ($: { readonly tppId: SQL }) => sql<string | null>`(
  select ${basketPayments.basketId} from ${basketPayments}
  where ${and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.paymentId, columns.paymentId), basketPayments.isOpen)}
)`;
const selectByToken = prepare({ tppId: columns.tppId, linkToken: columns.linkToken }, (db, $) =>
  db
    .select({
      ...columns,
      openBasketId: openBasketId($),
      tppName: tpps.name,
      clockOffset: tpps.clockOffsetMs,
      clockOffsetAfterMove,
    })
    .from(authorisations)
    .innerJoin(tpps, eq(tpps.tppId, columns.tppId))
    .where(hasValues(authorisations, $)),
);
const lockAuthorisation = prepare(authorisationKey, (db, $) =>
  db
    .select({ ...columns, openBasketId: openBasketId($) })
    .from(authorisations)
    .where(hasValues(authorisations, $))
    .for('update'),
);

/** The payment in the row of `wantedIds`. */
const wantedPayment = (tppId: string) => ({ tppId, paymentId: sql`wanted.id` });
const isOfBasket = hasValues(authorisations, pickColumns(basketPayments, ['tppId', 'basketId']));

/**
 * A `with` part for a statement that sets `scaStatus`. It notifies the TPP of the authorisations for which `isChanged` is true.
 * `opened`: the new value, if the statement also sets this column.
 */
function outboxOf(
  { db, tppId }: Session,
  isChanged: SQL | undefined,
  scaStatus: AuthorisationRecord['scaStatus'],
  opened?: boolean,
) {
  const changedRows = sql`(select payment_id, authorisation_id, kind, implicit, ${opened ?? columns.opened}::boolean as opened
    from ${authorisations} where ${isChanged})`;
  // `{}`: this part returns no columns.
  return db.$with('outbox', {}).as(scaOutbox(sql`${tppId}`, changedRows, sql`${scaStatus}`));
}

const isOfTarget = (session: Session, target: TargetId) =>
  hasValues(authorisations, { tppId: session.tppId, ...target });

/** A request that is refused because its PSU has to log in gets an unopened log-in with equal values in these columns, or a new one. */
const loginKeys = [
  'tppId',
  'psuId',
  'identityNumber',
  'sessionId',
  'corporateId',
  'redirectUri',
  'redirectPreferred',
  'brand',
  'authMethodPreferred',
  'language',
] as const;
const isOpenLogin = sql`${columns.kind} = 'LOGIN' and ${columns.endedAt} is null`;

export const createAuthorisationStore = (session: Session): AuthorisationStore => ({
  insert: (authorisation) => session.insert(insertAuthorisation, authorisation),
  find: (tppId, authorisationId) => session.first(selectAuthorisation, { tppId, authorisationId }),
  findByToken: (tppId, linkToken) => session.first(selectByToken, { tppId, linkToken }),
  lock: (authorisationId) => session.first(lockAuthorisation, { tppId: session.tppId, authorisationId }),

  list: (target) =>
    session.db
      .select(columns)
      .from(authorisations)
      .where(and(isOfTarget(session, target), isVisible))
      .orderBy(asc(columns.authorisationId)),

  listMany: async (paymentIds, atMost) =>
    itemsByKey(paymentIds, await newestOfPayments(session, paymentIds, atMost)),

  update: (...args) => updateAuthorisation(session, ...args),

  async endOpen(target, ofKind, endReason, at) {
    const isOpen = and(isOfTarget(session, target), eq(columns.kind, ofKind), isNull(columns.endedAt));
    await session.db
      .with(outboxOf(session, isOpen, 'failed'))
      .update(authorisations)
      .set({ scaStatus: 'failed', endReason, endedAt: at })
      .where(isOpen);
  },

  supersede: (...args) => supersede(session, ...args),
  highestWrongCodeCountOf: (paymentIds) => highestWrongCodeCountOf(session, paymentIds),

  renewLogin(login, now) {
    const isSameLogin = loginKeys.map((name) =>
      login[name] === null ? isNull(columns[name]) : eq(columns[name], login[name]),
    );
    const unopenedLogin = session.db
      .select({ authorisationId: columns.authorisationId })
      .from(authorisations)
      .where(and(isOpenLogin, ...isSameLogin, eq(columns.opened, false), gt(columns.expiresAt, now)))
      .limit(1)
      .for('update', { skipLocked: true });
    return firstRow(
      session.db
        .update(authorisations)
        .set({ expiresAt: login.expiresAt })
        .where(and(eq(columns.tppId, login.tppId), sql`${columns.authorisationId} = ${unopenedLogin}`))
        .returning(columns),
    );
  },

  insertLogin: (...args) => insertLoginIfFew(session, ...args),
  deleteOld(what, before, limit) {
    const hasEnded = sql`${isOfKind[what]} and ${columns.endedAt} is not null`;
    return deleteOldRows(session, [columns.kind, recordedAt], before, limit, hasEnded);
  },
});

function newestOfPayments({ db, tppId }: Session, paymentIds: readonly string[], atMost: number) {
  const ofPayment = db
    .select(columns)
    .from(authorisations)
    .where(and(hasValues(authorisations, wantedPayment(tppId)), isVisible));
  const ofItsBaskets = db
    .select(columns)
    .from(basketPayments)
    .innerJoin(authorisations, isOfBasket)
    .where(hasValues(basketPayments, wantedPayment(tppId)));
  const all = unionAll(ofPayment, ofItsBaskets)
    // `offset 0` makes PostgreSQL read the authorisations of each payment by an index. Drizzle would omit the number 0.
    .offset(sql`0` as never)
    .as('all_of_payment');
  const newest = db.select().from(all).orderBy(desc(all.authorisationId)).limit(atMost).as('newest');
  return db
    .select({ key: sql<string>`wanted.id`, item: newest._.selectedFields })
    .from(wantedIds(paymentIds))
    .crossJoinLateral(newest)
    .orderBy(newest.createdAt, sql`${newest.endedAt} nulls last`, newest.authorisationId);
}

const isOfKind = {
  LOGINS: sql`${columns.kind} = 'LOGIN'`,
  OTHERS: sql`${columns.kind} in ('PAYMENT', 'CANCELLATION', 'BASKET')`,
};

async function updateAuthorisation(
  session: Session,
  ...[id, change, psuSession]: Parameters<AuthorisationStore['update']>
): Promise<void> {
  const { db } = session;
  const isAuthorisation = hasValues(authorisations, { tppId: session.tppId, authorisationId: id });
  const clauses: WithSubquery[] = [];
  if (psuSession !== undefined) {
    const upsert = upsertSession(db, psuSession).returning({ psuId: psuSessions.psuId });
    clauses.push(db.$with('session').as(upsert));
  }
  const { scaStatus, opened } = change;
  if (scaStatus !== undefined) {
    const hasOtherStatus = and(isAuthorisation, ne(columns.scaStatus, scaStatus));
    clauses.push(outboxOf(session, hasOtherStatus, scaStatus, opened));
  }
  await db
    .with(...clauses)
    .update(authorisations)
    .set(change)
    .where(isAuthorisation);
}

async function supersede(
  session: Session,
  ...[target, ofKind, at, endedAtMost]: Parameters<AuthorisationStore['supersede']>
): Promise<void> {
  const { db } = session;
  const ofTarget = isOfTarget(session, target);
  const isOpen = and(ofTarget, eq(columns.kind, ofKind), isNull(columns.endedAt));
  const superseded = db
    .$with('superseded')
    .as(
      db
        .update(authorisations)
        .set({ scaStatus: 'failed', endReason: 'SUPERSEDED', endedAt: at })
        .where(isOpen)
        .returning({ wrongCodes: columns.wrongCodes }),
    );
  // Selects the rows to delete. Of the ended rows without wrong codes, the newest `endedAtMost` stay. The rows of `superseded` are the
  // newest. They are still open for this select, so it subtracts their number from `endedAtMost`.
  const surplusIds = db
    .select({ authorisationId: columns.authorisationId })
    .from(authorisations)
    .where(and(ofTarget, isNotNull(columns.endedAt), eq(columns.wrongCodes, 0)))
    .orderBy(desc(columns.authorisationId))
    .offset(
      sql`(
      select greatest(0, ${endedAtMost}::int - count(*) filter (where ${superseded.wrongCodes} = 0)) from ${superseded}
    )` as never,
    );
  await db
    .with(outboxOf(session, isOpen, 'failed'), superseded)
    .delete(authorisations)
    .where(and(ofTarget, sql`${columns.authorisationId} = any(array${surplusIds})`));
}

async function highestWrongCodeCountOf({ db, tppId }: Session, paymentIds: readonly string[]) {
  const wrongCodes = sql`coalesce(sum(${columns.wrongCodes}), 0)`;
  const ofPayment = db
    .select({ wrongCodes })
    .from(authorisations)
    .where(hasValues(authorisations, wantedPayment(tppId)));
  const ofItsBaskets = db
    .select({ wrongCodes })
    .from(basketPayments)
    .innerJoin(authorisations, isOfBasket)
    .where(hasValues(basketPayments, wantedPayment(tppId)));
  const [row] = await db
    .select({ most: sql<number>`coalesce(max(${ofPayment} + ${ofItsBaskets}), 0)::int` })
    .from(wantedIds(paymentIds));
  return row?.most ?? 0;
}

async function insertLoginIfFew(session: Session, login: AuthorisationRecord, atMost: number) {
  const { db } = session;
  const openLoginsUpToLimit = db
    .select({ one: sql`1`.as('one') })
    .from(authorisations)
    .where(and(isOpenLogin, eq(columns.tppId, login.tppId)))
    .limit(atMost)
    .as('some');
  const hasFew = db.select({ hasFew: sql`count(*) < ${atMost}` }).from(openLoginsUpToLimit);
  const values = Object.entries(getTableColumns(authorisations)).map(([name, column]) =>
    name === 'recordedAt'
      ? sql`now()`
      : sql`${sql.param(login[name as keyof typeof columns], column)}::${sql.raw(column.getSQLType())}`,
  );
  const insert = db.insert(authorisations).select(sql`select ${sql.join(values, sql`, `)} where ${hasFew}`);
  return (await session.rowCount(insert)) > 0;
}
