/** Authorisations. A write locks an authorisation before it decides, so that a race has one outcome. */
import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { WithSubquery } from 'drizzle-orm/subquery';
import type {
  AuthorisationRecord,
  AuthorisationStore,
  LoginKey,
  TargetName,
} from '../../../operations/authorisations/ports.ts';
import { insertInto } from '../../inserts.ts';
import type { Session } from '../../session.ts';
import { type Builder, cachedByShape, type PlaceholdersOf, prepare, value } from '../../statement.ts';
import { authorisations, basketPayments, psuSessions } from '../../tables/authorisations.ts';
import { tpps } from '../../tables/payments.ts';
import { rowUpdater } from '../changes.ts';
import { scaOutbox } from '../notification-outbox.ts';
import { oldRowDeleter } from '../old-rows.ts';
import { authorisationsOfPayments } from '../payments/children-of-payments.ts';
import { sessionColumns, upsertSession } from './psu-sessions.ts';

const { recordedAt, ...columns } = getTableColumns(authorisations);
export const authorisationColumns = columns;

const { authorisationId, tppId, kind, linkToken, endedAt, expiresAt } = columns;
const insertAuthorisation = insertInto(authorisations, 'recordedAt');
const updateAuthorisation = rowUpdater(authorisations, tppId, authorisationId);

const withSessionPrefix = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`session.${name}`, value]));
/** The columns that the outbox of notifications needs. `opened`: the value of the column `opened` after the change. */
const outboxColumns = (opened: SQL | PgColumn = columns.opened) =>
  sql`payment_id, authorisation_id, kind, implicit, ${opened}::boolean as opened`;

interface UpdateShape {
  /** Names of the columns that change. */
  readonly names: readonly string[];
  readonly withSession: boolean;
}

/** Changes an authorisation. It may also write the session of the PSU, and adds a changed scaStatus to the outbox. */
const updateWithSessionOrOutbox = cachedByShape(({ names, withSession }: UpdateShape) => {
  const changedColumns = Object.entries(columns).filter(([name]) => names.includes(name));
  const sessionParameters = withSession ? withSessionPrefix(sessionColumns) : {};
  const keyParameters = { tppId, key: authorisationId };
  const parameters = { ...keyParameters, ...sessionParameters, ...Object.fromEntries(changedColumns) };
  return prepare(parameters, (db, $) => {
    const placeholders: Record<string, SQL> = $;
    const isAuthorisation = and(eq(tppId, $.tppId), eq(authorisationId, $.key));
    const clauses: WithSubquery[] = [];
    if (withSession) {
      const values = Object.keys(sessionColumns).map((name) => [name, placeholders[`session.${name}`]]);
      const upsert = upsertSession(db, Object.fromEntries(values)).returning({ psuId: psuSessions.psuId });
      clauses.push(db.$with('session').as(upsert));
    }
    if (placeholders.scaStatus) {
      const changedRow = sql`(select ${outboxColumns(placeholders.opened)} from ${authorisations} where ${isAuthorisation} and ${columns.scaStatus} <> ${placeholders.scaStatus})`;
      clauses.push(db.$with('outbox', {}).as(scaOutbox($.tppId, changedRow, placeholders.scaStatus)));
    }
    return db
      .with(...clauses)
      .update(authorisations)
      .set(Object.fromEntries(changedColumns.map(([name]) => [name, placeholders[name]])))
      .where(isAuthorisation);
  });
});

const selectAuthorisation = prepare({ tppId, authorisationId }, (db, $) =>
  db
    .select(columns)
    .from(authorisations)
    .where(and(eq(tppId, $.tppId), eq(authorisationId, $.authorisationId))),
);
/** Names the TPP explicitly, because Citus does not infer it. */
const openBasketId = ($: { readonly tppId: SQL }) => sql<string | null>`(
  select ${basketPayments.basketId} from ${basketPayments}
  where ${and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.paymentId, columns.paymentId), basketPayments.isOpen)}
)`;
const selectByToken = prepare({ tppId, linkToken }, (db, $) =>
  db
    .select({
      ...columns,
      openBasketId: openBasketId($),
      tppName: tpps.name,
      clockOffset: tpps.clockOffsetMs,
    })
    .from(authorisations)
    .innerJoin(tpps, eq(tpps.tppId, tppId))
    .where(and(eq(tppId, $.tppId), eq(linkToken, $.linkToken))),
);
const lockAuthorisation = prepare({ tppId, authorisationId }, (db, $) =>
  db
    .select({ ...columns, openBasketId: openBasketId($) })
    .from(authorisations)
    .where(and(eq(tppId, $.tppId), eq(authorisationId, $.authorisationId)))
    .for('update'),
);

/** Adds the scaStatus `failed` to the outbox for the authorisations that fulfil the condition. */
const outboxOfFailed = (db: Builder, tppId: SQL, condition: SQL | undefined) => {
  const failedRows = sql`(select ${outboxColumns()} from ${authorisations} where ${condition})`;
  return db.$with('outbox', {}).as(scaOutbox(tppId, failedRows, sql`'failed'`));
};

const isVisible = sql`(not ${columns.implicit} or ${columns.opened})`;
const statementsOfTarget = (targetId: PgColumn) => ({
  selectVisible: prepare({ tppId, targetId }, (db, $) =>
    db
      .select(columns)
      .from(authorisations)
      .where(and(eq(tppId, $.tppId), eq(targetId, $.targetId), isVisible))
      .orderBy(asc(authorisationId)),
  ),
  withdraw: prepare({ tppId, targetId, kind, endedAt }, (db, $) => {
    const isOpen = and(eq(tppId, $.tppId), eq(targetId, $.targetId), eq(kind, $.kind), isNull(endedAt));
    return db
      .with(outboxOfFailed(db, $.tppId, isOpen))
      .update(authorisations)
      .set({ scaStatus: 'failed', endReason: 'WITHDRAWN', endedAt: $.endedAt })
      .where(isOpen);
  }),
  /** Ends the open authorisations of the kind. Then deletes ended ones of the target without wrong codes, except the newest `keep`. */
  supersede: prepare({ tppId, targetId, kind, endedAt, keep: value<number>() }, (db, $) => {
    const ofTarget = and(eq(tppId, $.tppId), eq(targetId, $.targetId));
    const isOpen = and(ofTarget, eq(kind, $.kind), isNull(endedAt));
    const endedRows = db
      .$with('ended')
      .as(
        db
          .update(authorisations)
          .set({ scaStatus: 'failed', endReason: 'SUPERSEDED', endedAt: $.endedAt })
          .where(isOpen)
          .returning({ wrongCodes: columns.wrongCodes }),
      );
    // This select does not see the rows that `endedRows` ends, so their number is subtracted from `keep`.
    const surplusIds = db
      .select({ authorisationId })
      .from(authorisations)
      .where(and(ofTarget, isNotNull(endedAt), eq(columns.wrongCodes, 0)))
      .orderBy(desc(authorisationId))
      .offset(
        sql`(
        select greatest(0, ${$.keep}::int - count(*) filter (where ${endedRows.wrongCodes} = 0)) from ${endedRows}
      )` as never,
      );
    return db
      .with(outboxOfFailed(db, $.tppId, isOpen), endedRows)
      .delete(authorisations)
      .where(and(ofTarget, sql`${authorisationId} = any(array${surplusIds})`));
  }),
});
const paymentStatements = statementsOfTarget(columns.paymentId);
const basketStatements = statementsOfTarget(columns.basketId);
const statementsFor = (target: TargetName) =>
  'paymentId' in target
    ? { ...paymentStatements, targetId: target.paymentId }
    : { ...basketStatements, targetId: target.basketId };

/** The condition of the index on open log-ins. */
const isOpenLogin = sql`${kind} = 'LOGIN' and ${endedAt} is null`;

const loginKeyColumns = {
  tppId,
  psuId: columns.psuId,
  identityNumber: columns.identityNumber,
  sessionId: columns.sessionId,
  corporateId: columns.corporateId,
  redirectUri: columns.redirectUri,
  redirectPreferred: columns.redirectPreferred,
  brand: columns.brand,
  authMethodPreferred: columns.authMethodPreferred,
  language: columns.language,
} satisfies Record<keyof LoginKey, PgColumn>;
type LoginKeyName = keyof typeof loginKeyColumns;
const loginKeyNames = Object.keys(loginKeyColumns) as LoginKeyName[];

const renewalParameters = { ...loginKeyColumns, now: expiresAt, expiresAt };

/** Renews an unopened log-in. `givenNames`: the properties of its key that are not null. */
const renewLoginWith = cachedByShape((givenNames: readonly LoginKeyName[]) => {
  const renew = (db: Builder, $: PlaceholdersOf<typeof renewalParameters>) => {
    const hasKeyValue = (name: LoginKeyName) =>
      givenNames.includes(name) ? eq(loginKeyColumns[name], $[name]) : isNull(loginKeyColumns[name]);
    const unopenedLogin = db
      .select({ authorisationId })
      .from(authorisations)
      .where(
        and(isOpenLogin, ...loginKeyNames.map(hasKeyValue), eq(columns.opened, false), gt(expiresAt, $.now)),
      )
      .limit(1)
      .for('update', { skipLocked: true });
    return db
      .update(authorisations)
      .set({ expiresAt: $.expiresAt })
      .where(and(eq(tppId, $.tppId), sql`${authorisationId} = ${unopenedLogin}`))
      .returning(columns);
  };
  return prepare(renewalParameters, renew, columns);
});

/** Inserts only if the TPP has fewer open log-ins than `atMost`. */
const insertLoginIfFew = prepare({ ...columns, atMost: value<number>() }, (db, { atMost, ...$ }) => {
  const openLogins = db
    .select({ one: sql`1`.as('one') })
    .from(authorisations)
    .where(and(isOpenLogin, eq(tppId, $.tppId)))
    .limit(atMost)
    .as('some');
  const values = Object.entries(getTableColumns(authorisations)).map(([name, column]) =>
    name === 'recordedAt' ? sql`now()` : sql`${$[name as keyof typeof $]}::${sql.raw(column.getSQLType())}`,
  );
  const hasFew = db.select({ hasFew: sql`count(*) < ${atMost}` }).from(openLogins);
  return db.insert(authorisations).select(sql`select ${sql.join(values, sql`, `)} where ${hasFew}`);
});

/** The highest number of wrong codes of a payment, over its authorisations and those of its baskets. */
const selectMostWrongCodes = prepare({ tppId, paymentIds: value<readonly string[]>() }, (db, $) => {
  const wrongCodes = { sum: sql`coalesce(sum(${columns.wrongCodes}), 0)` };
  const ofPayment = db
    .select(wrongCodes)
    .from(authorisations)
    .where(and(eq(tppId, $.tppId), eq(columns.paymentId, sql`wanted.id`)));
  const ofItsBaskets = db
    .select(wrongCodes)
    .from(basketPayments)
    .innerJoin(
      authorisations,
      and(eq(tppId, basketPayments.tppId), eq(columns.basketId, basketPayments.basketId)),
    )
    .where(and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.paymentId, sql`wanted.id`)));
  return db
    .select({ most: sql<number>`coalesce(max(${ofPayment} + ${ofItsBaskets}), 0)::int` })
    .from(sql`unnest(${$.paymentIds}::text[]) as wanted (id)`);
});

const deleteOld = {
  LOGINS: oldRowDeleter([kind, recordedAt], sql`${kind} = 'LOGIN' and ${endedAt} is not null`),
  OTHERS: oldRowDeleter(
    [kind, recordedAt],
    sql`${kind} in ('PAYMENT', 'CANCELLATION', 'BASKET') and ${endedAt} is not null`,
  ),
};

export const createAuthorisationStore = (session: Session): AuthorisationStore => ({
  insert: (authorisation) => session.insert(insertAuthorisation, authorisation),
  find: (tppId, authorisationId) => session.first(selectAuthorisation, { tppId, authorisationId }),
  findByToken: (tppId, linkToken) => session.first(selectByToken, { tppId, linkToken }),
  lock: (authorisationId) => session.first(lockAuthorisation, { tppId: session.tppId, authorisationId }),

  async list(target) {
    const { selectVisible, targetId } = statementsFor(target);
    return session.rows(selectVisible, { tppId: session.tppId, targetId });
  },

  async listMany(paymentIds, atMost) {
    const byPayment = new Map<string, AuthorisationRecord[]>();
    const rows = await session.rows(authorisationsOfPayments, { tppId: session.tppId, paymentIds, atMost });
    for (const { paymentId, authorisation } of rows)
      byPayment.set(paymentId, [...(byPayment.get(paymentId) ?? []), authorisation]);
    return byPayment;
  },

  async update(authorisationId, change, psuSession) {
    if (psuSession === undefined && change.scaStatus === undefined)
      return updateAuthorisation(session, authorisationId, change);
    const shape = { names: Object.keys(change), withSession: psuSession !== undefined };
    const keyValues = { tppId: session.tppId, key: authorisationId };
    const values = { ...change, ...withSessionPrefix({ ...psuSession }), ...keyValues };
    await session.run(updateWithSessionOrOutbox(shape), values);
  },

  async withdraw(target, kind, endedAt) {
    const { withdraw, targetId } = statementsFor(target);
    await session.run(withdraw, { tppId: session.tppId, targetId, kind, endedAt });
  },

  async supersede(target, kind, endedAt, keep) {
    const { supersede, targetId } = statementsFor(target);
    await session.run(supersede, { tppId: session.tppId, targetId, kind, endedAt, keep });
  },

  mostWrongCodesOf: async (paymentIds) =>
    (await session.first(selectMostWrongCodes, { tppId: session.tppId, paymentIds }))?.most ?? 0,

  renewLogin(key, now, expiresAt) {
    const givenNames = loginKeyNames.filter((name) => key[name] !== null);
    return session.first(renewLoginWith(givenNames), { ...key, now, expiresAt });
  },

  insertLogin: async (login, atMost) => (await session.run(insertLoginIfFew, { ...login, atMost })) > 0,
  deleteOld: (what, before, limit) => deleteOld[what](session, before, limit),
});
