/** The clocks of the TPPs and their events. Only a transaction that has locked the row of a TPP handles the due events of this TPP. */
import {
  and,
  asc,
  count,
  eq,
  exists,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import type { ClockEvent, ClockStore } from '../../operations/ports/clock.ts';
import { firstRow, type Session } from '../session.ts';
import { authorisations, psuSessions } from '../tables/authorisations.ts';
import { bankQueue, clockEvents } from '../tables/bank.ts';
import { tpps } from '../tables/payments.ts';
import { authorisationColumns } from './authorisations/authorisations.ts';
import { deleteOldRows } from './old-rows.ts';

const { sequence, tppId: _, recordedAt, ...eventColumns } = getTableColumns(clockEvents);

const isOpenAuthorisationOf = (tppId: string | PgColumn) =>
  and(eq(authorisations.tppId, tppId), isNull(authorisations.endedAt));

/** Only clocks of a sandbox may be ahead of real time. */
const clockOffset = (sandbox: boolean) =>
  sandbox ? sql`${tpps.clockOffsetMs} * interval '1 millisecond'` : sql`interval '0'`;
/** The time by the clock of a TPP, for a query that reads the row of this TPP in `tpps`. `now` is real time. */
const tppTime = (now: number, sandbox: boolean) =>
  sql`${sql.param(now, bankQueue.dueAt)}::timestamptz + ${clockOffset(sandbox)}`;

const selectClock = ({ db }: Session, tppId: string) =>
  db
    .select({
      offsetMs: tpps.clockOffsetMs,
      targetOffsetMs: tpps.clockTargetMs,
      executionsLeft: tpps.clockExecutionsLeft,
    })
    .from(tpps)
    .where(eq(tpps.tppId, tppId));

export const createClockStore = (session: Session): ClockStore => ({
  find: (tppId) => firstRow(selectClock(session, tppId)),
  lock: (tppId, { wait }) =>
    firstRow(selectClock(session, tppId).for('no key update', wait ? {} : { skipLocked: true })),

  async set(tppId, { offsetMs, targetOffsetMs, executionsLeft }) {
    await session.db
      .update(tpps)
      .set({ clockOffsetMs: offsetMs, clockTargetMs: targetOffsetMs, clockExecutionsLeft: executionsLeft })
      .where(eq(tpps.tppId, tppId));
  },

  dueTpps: (...args) => findDueTpps(session, ...args),
  backlog: (...args) => readBacklog(session, ...args),

  expiredAuthorisations: (tppId, before, limit) =>
    session.db
      .select(authorisationColumns)
      .from(authorisations)
      .where(and(isOpenAuthorisationOf(tppId), lte(authorisations.expiresAt, before)))
      .orderBy(asc(authorisations.expiresAt), asc(authorisations.authorisationId))
      .limit(limit),

  upcoming: (...args) => readUpcomingEvents(session, ...args),

  async record(tppId, events) {
    if (events.length > 0)
      await session.db.insert(clockEvents).values(events.map((event) => ({ tppId, ...event })));
  },

  async lastEventNumber(tppId) {
    const [row] = await session.db
      .select({ last: max(sequence) })
      .from(clockEvents)
      .where(eq(clockEvents.tppId, tppId));
    return row?.last ?? 0;
  },

  async events(tppId, { afterNumber, from, until, limit }) {
    const { at } = eventColumns;
    const recordedEvents = await session.db
      .select({ ...eventColumns, psuId: sql<null>`null` })
      .from(clockEvents)
      .where(and(eq(clockEvents.tppId, tppId), gt(sequence, afterNumber), lte(at, until)))
      .orderBy(asc(sequence))
      .limit(limit);
    const endedSessions = await readSessionEnds(session, tppId, { from, until, limit });
    return endedSessions.length === 0
      ? recordedEvents
      : [...recordedEvents, ...endedSessions].sort((a, b) => a.at - b.at);
  },

  deleteOld: (before, limit) => deleteOldRows(session, [recordedAt], before, limit),
});

async function findDueTpps({ db }: Session, now: number, sandbox: boolean, limit: number) {
  const time = tppTime(now, sandbox);
  const duePayments = db
    .select({ dueAt: bankQueue.dueAt })
    .from(bankQueue)
    .where(and(eq(bankQueue.tppId, tpps.tppId), lte(bankQueue.dueAt, time)));
  const dueExpiries = db
    .select({ expiresAt: authorisations.expiresAt })
    .from(authorisations)
    .where(and(isOpenAuthorisationOf(tpps.tppId), lte(authorisations.expiresAt, time)));
  const rows = await db
    .select({ tppId: tpps.tppId })
    .from(tpps)
    .where(or(sandbox ? isNotNull(tpps.clockTargetMs) : undefined, exists(duePayments), exists(dueExpiries)))
    // In random order, so that processes begin with different TPPs.
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.map((row) => row.tppId);
}

/**
 * Counts the due payments of all TPPs. `since`: when the first became due, in real time. `dueAt` is by the clock of the TPP, so the
 * query subtracts the offset of this clock.
 */
async function readBacklog({ db }: Session, now: number, sandbox: boolean, atMost: number) {
  const dueOfTpp = db
    .select({ dueAt: bankQueue.dueAt })
    .from(bankQueue)
    .where(and(eq(bankQueue.tppId, tpps.tppId), lte(bankQueue.dueAt, tppTime(now, sandbox))))
    .orderBy(bankQueue.dueAt)
    .limit(atMost)
    .as('due_of_tpp');
  const dueWork = db
    .select({ due: sql`${dueOfTpp.dueAt} - ${clockOffset(sandbox)}`.as('due') })
    .from(tpps)
    .crossJoinLateral(dueOfTpp)
    .limit(atMost)
    .as('due_work');
  const [row] = await db
    .select({ count: count(), since: min(dueWork.due).mapWith(bankQueue.dueAt) })
    .from(dueWork);
  return row ?? { count: 0, since: null };
}

async function readUpcomingEvents({ db }: Session, tppId: string, limit: number) {
  const payments = db
    .select({
      at: bankQueue.dueAt,
      paymentId: sql<string | null>`${bankQueue.paymentId}`.as('payment_id'),
      authorisationId: sql<string | null>`null`.as('authorisation_id'),
      periodic: sql<boolean>`${bankQueue.nominalDate} is not null`.as('periodic'),
    })
    .from(bankQueue)
    .where(eq(bankQueue.tppId, tppId))
    .orderBy(bankQueue.dueAt, bankQueue.paymentId)
    .limit(limit);
  const expiries = db
    .select({
      at: authorisations.expiresAt,
      paymentId: sql<string | null>`${authorisations.paymentId}`.as('payment_id'),
      authorisationId: sql<string | null>`${authorisations.authorisationId}`.as('authorisation_id'),
      periodic: sql<boolean>`false`.as('periodic'),
    })
    .from(authorisations)
    .where(isOpenAuthorisationOf(tppId))
    .orderBy(authorisations.expiresAt)
    .limit(limit);
  // At the same instant an expiry comes first: PostgreSQL sorts null last, and only an expiry has an authorisation.
  const rows = await unionAll(payments, expiries)
    .orderBy(sql`due_at, authorisation_id, payment_id`)
    .limit(limit);
  return rows.map(({ periodic, ...event }) => ({
    ...event,
    psuId: null,
    status: null,
    ...(event.authorisationId === null ? paymentEventOf(periodic) : expiryEvent),
  }));
}

const paymentEventOf = (isPeriodic: boolean) =>
  isPeriodic
    ? ({ kind: 'PERIODIC_EXECUTION', text: 'the bank makes the next execution' } as const)
    : ({ kind: 'BATCH_RUN', text: 'the bank processes the payment' } as const);
const expiryEvent = { kind: 'AUTHORISATION_EXPIRED', text: 'the time to approve runs out' } as const;

async function readSessionEnds(
  { db }: Session,
  tppId: string,
  { from, until, limit }: { readonly from: number; readonly until: number; readonly limit: number },
): Promise<readonly ClockEvent[]> {
  const { psuId, authenticatedAt } = psuSessions;
  const logIns = await db
    .select({ psuId, authenticatedAt })
    .from(psuSessions)
    .where(
      and(
        eq(psuSessions.tppId, tppId),
        gt(authenticatedAt, from - sessionLifetimeMs),
        lte(authenticatedAt, until - sessionLifetimeMs),
      ),
    )
    .orderBy(asc(authenticatedAt))
    .limit(limit);
  return logIns.map((logIn) => ({
    at: logIn.authenticatedAt + sessionLifetimeMs,
    kind: 'SESSION_ENDED',
    paymentId: null,
    authorisationId: null,
    psuId: logIn.psuId,
    status: null,
    text: 'the log-in of the PSU is 180 days old; new payments need a new log-in',
  }));
}
