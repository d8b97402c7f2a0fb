/** Sandbox clocks. The transaction that locks the row of a TPP works through the events of this TPP in order. */
import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import type { ClockEvent, ClockStore, NextEvent } from '../../operations/ports/clock.ts';
import type { Session } from '../session.ts';
import { cachedByShape, prepare, value } from '../statement.ts';
import { authorisations, psuSessions } from '../tables/authorisations.ts';
import { bankQueue, clockEvents } from '../tables/bank.ts';
import { tpps } from '../tables/payments.ts';
import { authorisationColumns } from './authorisations/authorisations.ts';
import { deleteOldRows } from './old-rows.ts';
import { rowsOf } from './rows-of.ts';

const { tppId, clockOffsetMs, clockTargetMs, clockExecutionsLeft } = tpps;
const { sequence, tppId: _, recordedAt, ...eventColumns } = getTableColumns(clockEvents);
const { dueAt, nominalDate } = bankQueue;
const { expiresAt, endedAt, authorisationId } = authorisations;
const integer = value<number>();

const lockStatement = (config: { skipLocked?: true }) =>
  prepare({ tppId }, (db, $) =>
    db
      .select({ offsetMs: clockOffsetMs, targetOffsetMs: clockTargetMs, executionsLeft: clockExecutionsLeft })
      .from(tpps)
      .where(eq(tppId, $.tppId))
      .for('no key update', config),
  );
const lockClock = lockStatement({});
const tryLockClock = lockStatement({ skipLocked: true });
const updateClock = prepare(
  { tppId, clockOffsetMs, clockTargetMs, clockExecutionsLeft },
  (db, { tppId: $tppId, ...$ }) => db.update(tpps).set($).where(eq(tppId, $tppId)),
);

const clockOffset = (sandbox: boolean) =>
  sandbox ? sql`${clockOffsetMs} * interval '1 millisecond'` : sql`interval '0'`;

const epochMilliseconds = <Read>(instant: SQLWrapper) =>
  sql<Read>`(extract(epoch from ${instant}) * 1000)::float8`;

const selectDueTpps = cachedByShape((sandbox: boolean) =>
  prepare({ now: dueAt, limit: integer }, (db, $) => {
    const time = sql`${$.now}::timestamptz + ${clockOffset(sandbox)}`;
    const work = db
      .select({ dueAt })
      .from(bankQueue)
      .where(and(eq(bankQueue.tppId, tppId), lte(dueAt, time)));
    const expiries = db
      .select({ expiresAt })
      .from(authorisations)
      .where(and(eq(authorisations.tppId, tppId), isNull(endedAt), lte(expiresAt, time)));
    return db
      .select({ tppId })
      .from(tpps)
      .where(or(sandbox ? isNotNull(clockTargetMs) : undefined, exists(work), exists(expiries)))
      .orderBy(sql`random()`)
      .limit($.limit);
  }),
);

/** Counts due work of all TPPs up to `atMost`, and reads since when it is due in real time. */
const selectBacklog = cachedByShape((sandbox: boolean) =>
  prepare({ now: dueAt, atMost: integer }, (db, $) => {
    const dueOfTpp = db
      .select({ dueAt })
      .from(bankQueue)
      .where(
        and(eq(bankQueue.tppId, tppId), lte(dueAt, sql`${$.now}::timestamptz + ${clockOffset(sandbox)}`)),
      )
      .orderBy(dueAt)
      .limit($.atMost)
      .as('due_of_tpp');
    const dueWork = db
      .select({ due: sql`${dueOfTpp.dueAt} - ${clockOffset(sandbox)}`.as('due') })
      .from(tpps)
      .crossJoinLateral(dueOfTpp)
      .limit($.atMost)
      .as('due_work');
    return db
      .select({
        count: sql<number>`count(*)::int`,
        since: epochMilliseconds<number | null>(sql`min(${dueWork.due})`),
      })
      .from(dueWork);
  }),
);

const selectEarliest = prepare({ tppId }, (db, $) => {
  const work = db
    .select({
      at: epochMilliseconds<number | null>(sql`min(${dueAt})`),
      kind: sql<NextEvent['kind']>`'WORK'`,
    })
    .from(bankQueue)
    .where(eq(bankQueue.tppId, $.tppId));
  const expiry = db
    .select({
      at: epochMilliseconds<number | null>(sql`min(${expiresAt})`),
      kind: sql<NextEvent['kind']>`'EXPIRY'`,
    })
    .from(authorisations)
    .where(and(eq(authorisations.tppId, $.tppId), isNull(endedAt)));
  return unionAll(expiry, work);
});

const selectUpcoming = prepare({ tppId, limit: integer }, (db, $) => {
  const work = db
    .select({
      at: epochMilliseconds<number>(dueAt).as('at'),
      paymentId: sql<string | null>`${bankQueue.paymentId}`.as('payment_id'),
      authorisationId: sql<string | null>`null`.as('authorisation_id'),
      periodic: sql<boolean>`${nominalDate} is not null`.as('periodic'),
    })
    .from(bankQueue)
    .where(eq(bankQueue.tppId, $.tppId))
    .orderBy(dueAt, bankQueue.paymentId)
    .limit($.limit);
  const expiries = db
    .select({
      at: epochMilliseconds<number>(expiresAt).as('at'),
      paymentId: sql<string | null>`${authorisations.paymentId}`.as('payment_id'),
      authorisationId: sql<string | null>`${authorisationId}`.as('authorisation_id'),
      periodic: sql<boolean>`false`.as('periodic'),
    })
    .from(authorisations)
    .where(and(eq(authorisations.tppId, $.tppId), isNull(endedAt)))
    .orderBy(expiresAt)
    .limit($.limit);
  return unionAll(work, expiries).orderBy(sql`at, payment_id`).limit($.limit);
});

const selectExpired = prepare({ tppId, before: expiresAt, limit: integer }, (db, $) =>
  db
    .select(authorisationColumns)
    .from(authorisations)
    .where(and(eq(authorisations.tppId, $.tppId), isNull(endedAt), lte(expiresAt, $.before)))
    .orderBy(asc(expiresAt), asc(authorisationId))
    .limit($.limit),
);
const selectLastSequence = prepare({ tppId }, (db, $) =>
  db
    .select({ last: sql<string | null>`max(${sequence})` })
    .from(clockEvents)
    .where(eq(clockEvents.tppId, $.tppId)),
);
const selectEvents = prepare({ tppId, after: sequence, until: eventColumns.at, limit: integer }, (db, $) =>
  db
    .select({ ...eventColumns, psuId: sql<null>`null` })
    .from(clockEvents)
    .where(and(eq(clockEvents.tppId, $.tppId), gt(sequence, $.after), lte(eventColumns.at, $.until)))
    .orderBy(asc(sequence))
    .limit($.limit),
);
/** The end of a session is not recorded. It is computed from the time of the log-in. */
const { psuId, authenticatedAt } = psuSessions;
const selectLogIns = prepare(
  { tppId, from: authenticatedAt, until: authenticatedAt, limit: integer },
  (db, $) =>
    db
      .select({ psuId, authenticatedAt })
      .from(psuSessions)
      .where(and(eq(psuSessions.tppId, $.tppId), gt(authenticatedAt, $.from), lte(authenticatedAt, $.until)))
      .orderBy(asc(authenticatedAt))
      .limit($.limit),
);
const eventRows = rowsOf<ClockEvent>(
  'at timestamptz, kind text, "paymentId" text, "authorisationId" text, status text, text text',
);

const insertEvents = prepare(
  { tppId, events: eventRows },
  (_, $) => sql`
    insert into clock_events (tpp_id, at, kind, payment_id, authorisation_id, status, text)
    select ${$.tppId}, at, kind, "paymentId", "authorisationId", status, text from ${$.events}`,
);

export const createClockStore = (session: Session): ClockStore => ({
  lock: (tppId, { wait }) => session.first(wait ? lockClock : tryLockClock, { tppId }),

  async set(tppId, { offsetMs, targetOffsetMs, executionsLeft }) {
    await session.run(updateClock, {
      tppId,
      clockOffsetMs: offsetMs,
      clockTargetMs: targetOffsetMs,
      clockExecutionsLeft: executionsLeft,
    });
  },

  async dueTpps(now, sandbox, limit) {
    const rows = await session.rows(selectDueTpps(sandbox), { now, limit });
    return rows.map(({ tppId }) => tppId);
  },

  backlog: async (now, sandbox, atMost) =>
    (await session.first(selectBacklog(sandbox), { now, atMost })) ?? { count: 0, since: null },

  async next(tppId, until) {
    let earliest: NextEvent | null = null;
    // The statement returns the expiry first, so at the same instant the expiry wins.
    for (const { at, kind } of await session.rows(selectEarliest, { tppId }))
      if (at !== null && at <= until && (earliest === null || at < earliest.at)) earliest = { at, kind };
    return earliest;
  },

  expired: (tppId, before, limit) => session.rows(selectExpired, { tppId, before, limit }),

  async upcoming(tppId, limit) {
    const rows = await session.rows(selectUpcoming, { tppId, limit });
    return rows.map(({ periodic, ...event }) => ({
      ...event,
      psuId: null,
      status: null,
      ...(event.authorisationId === null ? paymentEvent(periodic) : expiryEvent),
    }));
  },

  async record(tppId, events) {
    if (events.length > 0) await session.run(insertEvents, { tppId, events });
  },

  lastEventNumber: async (tppId) => Number((await session.first(selectLastSequence, { tppId }))?.last ?? 0),

  async events(tppId, { after, from, until, limit }) {
    const recordedEvents = await session.rows(selectEvents, { tppId, after, until, limit });
    const logIns = await session.rows(selectLogIns, {
      tppId,
      from: from - sessionLifetimeMs,
      until: until - sessionLifetimeMs,
      limit,
    });
    return mergeByTime(recordedEvents, logIns.map(endOfSession));
  },

  deleteOld: (before, limit) => deleteOldRows(session, [recordedAt], before, limit),
});

const paymentEvent = (isPeriodic: boolean) =>
  isPeriodic
    ? ({ kind: 'PERIODIC_EXECUTION', text: 'the bank makes the next execution' } as const)
    : ({ kind: 'BATCH_RUN', text: 'the bank processes the payment' } as const);
const expiryEvent = { kind: 'AUTHORISATION_EXPIRED', text: 'the time to approve runs out' } as const;

const endOfSession = (logIn: { readonly psuId: string; readonly authenticatedAt: number }): ClockEvent => ({
  at: logIn.authenticatedAt + sessionLifetimeMs,
  kind: 'SESSION_ENDED',
  paymentId: null,
  authorisationId: null,
  psuId: logIn.psuId,
  status: null,
  text: 'the log-in of the PSU is 180 days old; new payments need a new log-in',
});

function mergeByTime(first: readonly ClockEvent[], second: readonly ClockEvent[]): readonly ClockEvent[] {
  const all = [...first, ...second];
  return second.length === 0 ? all : all.sort((one, other) => one.at - other.at);
}
