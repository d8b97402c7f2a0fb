/** Locks authorisations before judging them, so that races have one outcome. */
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
import { updating } from '../changes.ts';
import { scaOutbox } from '../notification-outbox.ts';
import { deletingOld } from '../old-rows.ts';
import { authorisationsOfPayments } from '../payments/of-payments.ts';
import { authenticated, sessionColumns } from './psu-sessions.ts';

const { recordedAt, ...columns } = getTableColumns(authorisations);
export const authorisationColumns = columns;

const { authorisationId, tppId, kind, linkToken, endedAt, expiresAt } = columns;
const intoAuthorisations = insertInto(authorisations, 'recordedAt');
const update = updating(authorisations, tppId, authorisationId);

const namedOfSession = Object.fromEntries(
  Object.entries(sessionColumns).map(([name, column]) => [`session.${name}`, column]),
);
/** What the outbox of notifications needs of an authorisation; the change may open it. */
const outboxColumns = (opened: SQL | PgColumn = columns.opened) =>
  sql`payment_id, authorisation_id, kind, implicit, ${opened}::boolean as opened`;

interface ChangeForm {
  /** Names of the columns that change. */
  readonly names: readonly string[];
  readonly withSession: boolean;
}

/** A change of the authorisation, with the session of its PSU; a new scaStatus goes into the outbox as well. */
const updateWithMore = cachedByShape(({ names, withSession }: ChangeForm) => {
  const changedColumns = Object.entries(columns).filter(([name]) => names.includes(name));
  const keyColumns = { tppId, key: authorisationId };
  const sessionParameters = withSession ? namedOfSession : {};
  const parameters = { ...keyColumns, ...sessionParameters, ...Object.fromEntries(changedColumns) };
  return prepare(parameters, (db, $) => {
    const at: Record<string, SQL> = $;
    const isOne = and(eq(tppId, $.tppId), eq(authorisationId, $.key));
    const clauses: WithSubquery[] = [];
    if (withSession) {
      const ofSession = Object.keys(sessionColumns).map((name) => [name, at[`session.${name}`]]);
      const upsert = authenticated(db, Object.fromEntries(ofSession)).returning({ psuId: psuSessions.psuId });
      clauses.push(db.$with('session').as(upsert));
    }
    if (at.scaStatus) {
      const changedOne = sql`(select ${outboxColumns(at.opened)} from ${authorisations} where ${isOne} and ${columns.scaStatus} <> ${at.scaStatus})`;
      clauses.push(db.$with('outbox', {}).as(scaOutbox($.tppId, changedOne, at.scaStatus)));
    }
    return db
      .with(...clauses)
      .update(authorisations)
      .set(Object.fromEntries(changedColumns.map(([name]) => [name, at[name]])))
      .where(isOne);
  });
});

const selectOne = prepare({ tppId, authorisationId }, (db, $) =>
  db
    .select(columns)
    .from(authorisations)
    .where(and(eq(tppId, $.tppId), eq(authorisationId, $.authorisationId))),
);
/** Names the TPP explicitly, because Citus does not infer it. */
const liveBasketId = ($: { readonly tppId: SQL }) => sql<string | null>`(
  select ${basketPayments.basketId} from ${basketPayments}
  where ${and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.paymentId, columns.paymentId), basketPayments.live)}
)`;
const byToken = prepare({ tppId, linkToken }, (db, $) =>
  db
    .select({
      ...columns,
      liveBasketId: liveBasketId($),
      tppName: tpps.name,
      clockOffset: tpps.clockOffsetMs,
    })
    .from(authorisations)
    .innerJoin(tpps, eq(tpps.tppId, tppId))
    .where(and(eq(tppId, $.tppId), eq(linkToken, $.linkToken))),
);
const lockOne = prepare({ tppId, authorisationId }, (db, $) =>
  db
    .select({ ...columns, liveBasketId: liveBasketId($) })
    .from(authorisations)
    .where(and(eq(tppId, $.tppId), eq(authorisationId, $.authorisationId)))
    .for('update'),
);

/** A start replaces the open authorisation, so that no payment has two of a kind. */
const outboxOfFailed = (db: Builder, tppId: SQL, open: SQL | undefined) =>
  db
    .$with('outbox', {})
    .as(
      scaOutbox(tppId, sql`(select ${outboxColumns()} from ${authorisations} where ${open})`, sql`'failed'`),
    );

const about = (target: PgColumn) => ({
  shown: prepare({ tppId, target }, (db, $) =>
    db
      .select(columns)
      .from(authorisations)
      .where(
        and(eq(tppId, $.tppId), eq(target, $.target), sql`(not ${columns.implicit} or ${columns.opened})`),
      )
      .orderBy(asc(authorisationId)),
  ),
  withdrawn: prepare({ tppId, target, kind, endedAt }, (db, $) => {
    const open = and(eq(tppId, $.tppId), eq(target, $.target), eq(kind, $.kind), isNull(endedAt));
    return db
      .with(outboxOfFailed(db, $.tppId, open))
      .update(authorisations)
      .set({ scaStatus: 'failed', endReason: 'WITHDRAWN', endedAt: $.endedAt })
      .where(open);
  }),
  /** Also counts the authorisations that this statement ends. */
  superseded: prepare({ tppId, target, kind, endedAt, keep: value<number>() }, (db, $) => {
    const ofTarget = and(eq(tppId, $.tppId), eq(target, $.target));
    const open = and(ofTarget, eq(kind, $.kind), isNull(endedAt));
    const endedRows = db
      .$with('ended')
      .as(
        db
          .update(authorisations)
          .set({ scaStatus: 'failed', endReason: 'SUPERSEDED', endedAt: $.endedAt })
          .where(open)
          .returning({ wrongCodes: columns.wrongCodes }),
      );
    const beyond = db
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
      .with(outboxOfFailed(db, $.tppId, open), endedRows)
      .delete(authorisations)
      .where(and(ofTarget, sql`${authorisationId} = any(array${beyond})`));
  }),
});
const aboutPayment = about(columns.paymentId);
const aboutBasket = about(columns.basketId);
const of = (target: TargetName) =>
  'paymentId' in target
    ? { ...aboutPayment, target: target.paymentId }
    : { ...aboutBasket, target: target.basketId };

/** Same condition as in the index. */
const open = sql`${kind} = 'LOGIN' and ${endedAt} is null`;

const keyColumns = {
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
type KeyName = keyof typeof keyColumns;
const keyNames = Object.keys(keyColumns) as KeyName[];

const renewal = { ...keyColumns, now: expiresAt, expiresAt };

/** Sets the given key properties; the others are null. */
const renewed = cachedByShape((names: readonly KeyName[]) => {
  const renew = (db: Builder, $: PlaceholdersOf<typeof renewal>) => {
    const same = (name: KeyName) =>
      names.includes(name) ? eq(keyColumns[name], $[name]) : isNull(keyColumns[name]);
    const unopened = db
      .select({ authorisationId })
      .from(authorisations)
      .where(and(open, ...keyNames.map(same), eq(columns.opened, false), gt(expiresAt, $.now)))
      .limit(1)
      .for('update', { skipLocked: true });
    return db
      .update(authorisations)
      .set({ expiresAt: $.expiresAt })
      .where(and(eq(tppId, $.tppId), sql`${authorisationId} = ${unopened}`))
      .returning(columns);
  };
  return prepare(renewal, renew, columns);
});

/** Inserts only if the TPP has fewer open log-ins than `atMost`. */
const loginInsertion = prepare({ ...columns, atMost: value<number>() }, (db, { atMost, ...$ }) => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(authorisations)
    .where(and(open, eq(tppId, $.tppId)))
    .limit(atMost)
    .as('some');
  const values = Object.entries(getTableColumns(authorisations)).map(([name, column]) =>
    name === 'recordedAt' ? sql`now()` : sql`${$[name as keyof typeof $]}::${sql.raw(column.getSQLType())}`,
  );
  const few = db.select({ few: sql`count(*) < ${atMost}` }).from(some);
  return db.insert(authorisations).select(sql`select ${sql.join(values, sql`, `)} where ${few}`);
});

/** Includes authorisations of the payments' baskets. */
const mostWrongCodes = prepare({ tppId, paymentIds: value<readonly string[]>() }, (db, $) => {
  const codes = { codes: sql`coalesce(sum(${columns.wrongCodes}), 0)` };
  const own = db
    .select(codes)
    .from(authorisations)
    .where(and(eq(tppId, $.tppId), eq(columns.paymentId, sql`p.id`)));
  const ofBaskets = db
    .select(codes)
    .from(basketPayments)
    .innerJoin(
      authorisations,
      and(eq(tppId, basketPayments.tppId), eq(columns.basketId, basketPayments.basketId)),
    )
    .where(and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.paymentId, sql`p.id`)));
  return db
    .select({ most: sql<number>`coalesce(max(${own} + ${ofBaskets}), 0)::int` })
    .from(sql`unnest(${$.paymentIds}::text[]) as p (id)`);
});

const deleteOld = {
  LOGINS: deletingOld([kind, recordedAt], sql`${kind} = 'LOGIN' and ${endedAt} is not null`),
  OTHERS: deletingOld(
    [kind, recordedAt],
    sql`${kind} in ('PAYMENT', 'CANCELLATION', 'BASKET') and ${endedAt} is not null`,
  ),
};

export const createAuthorisationStore = (session: Session): AuthorisationStore => ({
  insert: (authorisation) => session.insert(intoAuthorisations, authorisation),
  find: (tppId, authorisationId) => session.first(selectOne, { tppId, authorisationId }),
  findByToken: (tppId, linkToken) => session.first(byToken, { tppId, linkToken }),
  lock: (authorisationId) => session.first(lockOne, { tppId: session.tppId, authorisationId }),

  async list(name) {
    const { shown, target } = of(name);
    return session.rows(shown, { tppId: session.tppId, target });
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
      return update(session, authorisationId, change);
    const ofSession = Object.entries(psuSession ?? {}).map(([name, value]) => [`session.${name}`, value]);
    const values = {
      ...change,
      ...Object.fromEntries(ofSession),
      tppId: session.tppId,
      key: authorisationId,
    };
    const form = { names: Object.keys(change), withSession: psuSession !== undefined };
    await session.run(updateWithMore(form), values);
  },

  async withdraw(name, kind, endedAt) {
    const { withdrawn, target } = of(name);
    await session.run(withdrawn, { tppId: session.tppId, target, kind, endedAt });
  },

  async supersede(name, kind, endedAt, keep) {
    const { superseded, target } = of(name);
    await session.run(superseded, { tppId: session.tppId, target, kind, endedAt, keep });
  },

  wrongCodesOf: async (paymentIds) =>
    (await session.first(mostWrongCodes, { tppId: session.tppId, paymentIds }))?.most ?? 0,

  renewLogin(key, now, expiresAt) {
    const there = keyNames.filter((name) => key[name] !== null);
    return session.first(renewed(there), { ...key, now, expiresAt });
  },

  insertLogin: async (login, atMost) => (await session.run(loginInsertion, { ...login, atMost })) > 0,
  forget: (what, before, limit) => deleteOld[what](session, before, limit),
});
