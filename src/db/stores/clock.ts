/** Sandbox clocks. The row of the TPP serves as the lock: the process that holds it works through the events in order. */

import { and, asc, eq, getTableColumns, gt, isNull, lte, sql } from 'drizzle-orm';
import { sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { instantText } from '../../domain/values/iso-date.ts';
import type { ClockEvent, ClockStore } from '../../operations/ports/bank-work.ts';
import type { Executor } from '../connections/client.ts';
import { deleteSome } from '../statements/delete-some.ts';
import { rowsOf } from '../statements/rows-of.ts';
import { authorisations, psuSessions } from '../tables/authorisations.ts';
import { clockEvents } from '../tables/bank.ts';
import { tpps } from '../tables/payments.ts';
import { authorisationColumns } from './authorisations/authorisations.ts';
import { upcomingEvents } from './sandbox/upcoming-events.ts';

const { sequence: _, tppId: __, recordedAt: ___, ...happenedColumns } = getTableColumns(clockEvents);

export function createClockStore(db: Executor): ClockStore {
  return {
    async lock(tppId, wait) {
      const [row] = await db
        .select({ offsetMs: tpps.clockOffsetMs, targetMs: tpps.clockTargetMs })
        .from(tpps)
        .where(eq(tpps.tppId, tppId))
        .for('no key update', wait ? {} : { skipLocked: true });
      return row ?? null;
    },

    async set(tppId, { offsetMs, targetMs }) {
      await db
        .update(tpps)
        .set({ clockOffsetMs: offsetMs, clockTargetMs: targetMs })
        .where(eq(tpps.tppId, tppId));
    },

    async dueTpps(now, sandbox, limit) {
      const time = sql`${instantText(now)}::timestamptz + ${sandbox ? sql`t.clock_offset_ms` : sql`0`} * interval '1 millisecond'`;
      const rows = await db.execute<{ tpp_id: string }>(sql`
        select t.tpp_id from tpps t
        where (${sandbox} and t.clock_target_ms is not null)
          or exists (select 1 from bank_queue q where q.tpp_id = t.tpp_id and q.due_at <= ${time})
          or exists (select 1 from authorisations a where a.tpp_id = t.tpp_id and a.ended_at is null and a.expires_at <= ${time})
        order by random() limit ${limit}`);
      return rows.map((row) => row.tpp_id);
    },

    async backlog(now, sandbox, atMost) {
      const offset = sandbox ? sql`t.clock_offset_ms * interval '1 millisecond'` : sql`interval '0'`;
      const rows = await db.execute<{ count: number; since: number | null }>(sql`
        select count(*)::int as count, (extract(epoch from min(due)) * 1000)::float8 as since from (
          select q.due_at - ${offset} as due from tpps t, lateral (
            select due_at from bank_queue
            where tpp_id = t.tpp_id and due_at <= ${instantText(now)}::timestamptz + ${offset}
            order by due_at limit ${atMost}
          ) q limit ${atMost}
        ) as late`);
      return rows[0] ?? { count: 0, since: null };
    },

    async next(tppId, until) {
      const rows = await db.execute<{ work: number | null; expiry: number | null }>(sql`
        select
          (select (extract(epoch from min(due_at)) * 1000)::float8 from bank_queue where tpp_id = ${tppId}) as work,
          (select (extract(epoch from min(expires_at)) * 1000)::float8 from authorisations where tpp_id = ${tppId} and ended_at is null) as expiry`);
      const [{ work, expiry } = { work: null, expiry: null }] = rows;
      const at = Math.min(work ?? Number.POSITIVE_INFINITY, expiry ?? Number.POSITIVE_INFINITY);
      return at <= until ? { at, kind: at === expiry ? 'EXPIRY' : 'WORK' } : null;
    },

    async expired(tppId, before, limit) {
      return db
        .select(authorisationColumns)
        .from(authorisations)
        .where(
          and(
            eq(authorisations.tppId, tppId),
            isNull(authorisations.endedAt),
            lte(authorisations.expiresAt, before),
          ),
        )
        .orderBy(asc(authorisations.expiresAt), asc(authorisations.authorisationId))
        .limit(limit);
    },

    upcoming: (tppId, limit) => upcomingEvents(db, tppId, limit),

    async record(tppId, events) {
      if (events.length === 0) return;
      const rows = events.map((event) => ({ ...event, at: instantText(event.at) }));
      await db.execute(sql`
        insert into clock_events (tpp_id, at, kind, payment_id, authorisation_id, status, text)
        select ${tppId}, at, kind, "paymentId", "authorisationId", status, text
        from ${rowsOf(rows, 'at timestamptz, kind text, "paymentId" text, "authorisationId" text, status text, text text')}`);
    },

    async lastEvent(tppId) {
      const [row] = await db
        .select({ last: sql<string | null>`max(${clockEvents.sequence})` })
        .from(clockEvents)
        .where(eq(clockEvents.tppId, tppId));
      return Number(row?.last ?? 0);
    },

    async events(tppId, { after, from, until, limit }) {
      const happened = await db
        .select({ ...happenedColumns, psuId: sql<null>`null` })
        .from(clockEvents)
        .where(and(eq(clockEvents.tppId, tppId), gt(clockEvents.sequence, after), lte(clockEvents.at, until)))
        .orderBy(asc(clockEvents.sequence))
        .limit(limit);
      return merged(happened, await endedSessions(db, tppId, from, until, limit));
    },

    forget: (before, limit) => deleteSome(db, [clockEvents.recordedAt], before, limit),
  };
}

/** Nothing is recorded when a session ends, so ended sessions are found by the time of their log-in. */
async function endedSessions(
  db: Executor,
  tppId: string,
  from: number,
  until: number,
  limit: number,
): Promise<ClockEvent[]> {
  const rows = await db
    .select()
    .from(psuSessions)
    .where(
      and(
        eq(psuSessions.tppId, tppId),
        gt(psuSessions.authenticatedAt, from - sessionLifetimeMs),
        lte(psuSessions.authenticatedAt, until - sessionLifetimeMs),
      ),
    )
    .orderBy(asc(psuSessions.authenticatedAt))
    .limit(limit);
  return rows.map(({ psuId, authenticatedAt }) => ({
    at: authenticatedAt + sessionLifetimeMs,
    kind: 'SESSION_ENDED',
    paymentId: null,
    authorisationId: null,
    psuId,
    status: null,
    text: 'the log-in of the PSU is 180 days old; payments need a new one',
  }));
}

/** Two lists, each in its own order, as one in the order of time. */
function merged(first: readonly ClockEvent[], second: readonly ClockEvent[]): readonly ClockEvent[] {
  const all = [...first, ...second];
  return second.length === 0 ? all : all.sort((one, other) => one.at - other.at);
}
