/** The bank's queue and results, in set-based statements: one run may have a hundred thousand payments. */
import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import { asInserted } from '../../db/inserts.ts';
import type { Session } from '../../db/session.ts';
import { among, mapRows, prepare, value } from '../../db/statement.ts';
import type { Changed } from '../../db/stores/changes.ts';
import { statusOutbox } from '../../db/stores/notification-outbox.ts';
import { rowsOf } from '../../db/stores/rows-of.ts';
import { bankQueue, batchRuns, paymentEntries, periodicExecutions } from '../../db/tables/bank.ts';
import { pickColumns } from '../../db/tables/columns.ts';
import { payments } from '../../db/tables/payments.ts';
import type { EntryOutcome } from '../../operations/payments/ports.ts';
import {
  type ExecutionOutcome,
  executableProperties,
  type QueuedPayment,
  type SettledMove,
  type WorkStore,
} from '../ports.ts';

const paymentIds = value<readonly string[]>();
const queue = getTableColumns(bankQueue);

const queued = prepare(queue, (db, $) =>
  db
    .insert(bankQueue)
    .values($)
    .onConflictDoUpdate({
      target: [queue.tppId, queue.paymentId],
      set: asInserted(queue, [queue.tppId, queue.paymentId]),
    }),
);

const allQueued = prepare(
  {
    tppId: queue.tppId,
    rows: rowsOf<QueuedPayment>(
      '"paymentId" text, "dueAt" timestamptz, transfers int, "nominalDate" date, "executionDate" date',
    ),
  },
  (db, $) => db.insert(bankQueue).select(sql`select ${$.tppId}, row.* from ${$.rows}`),
);

/** Reads long bulk instructions only as far as their transfers are needed. Locks rows in the order of ids. */
const selectDue = prepare(
  { tppId: queue.tppId, until: queue.dueAt, payments: value<number>(), transfers: value<number>() },
  (db, $) => {
    const first = db
      .select()
      .from(bankQueue)
      .where(and(eq(queue.tppId, $.tppId), lte(queue.dueAt, $.until)))
      .orderBy(queue.dueAt, queue.paymentId)
      .limit($.payments)
      .as('first');
    const runningTotals = db
      .select({
        id: first.paymentId,
        dueAt: first.dueAt,
        transfers: first.transfers,
        nominalDate: first.nominalDate,
        executionDate: first.executionDate,
        soFar:
          sql`sum(${first.transfers}) over (order by ${first.dueAt}, ${first.paymentId} rows unbounded preceding)`.as(
            'so_far',
          ),
      })
      .from(first)
      .as('counted');
    const { dueAt, transfers, nominalDate, executionDate, soFar } = runningTotals;
    return db
      .select({
        ...pickColumns(payments, executableProperties),
        dueAt,
        transfers,
        nominalDate,
        executionDate,
      })
      .from(runningTotals)
      .innerJoin(payments, and(eq(payments.tppId, $.tppId), eq(payments.paymentId, runningTotals.id)))
      .where(sql`${soFar} <= ${$.transfers} or ${soFar} = ${transfers}`)
      .orderBy(asc(payments.paymentId))
      .for('update', { of: payments });
  },
);
const duePayments = mapRows(selectDue, ({ dueAt, transfers, nominalDate, executionDate, ...payment }) => {
  const { paymentId, tppId } = payment;
  return { payment, queued: { paymentId, tppId, dueAt, transfers, nominalDate, executionDate } };
});

const deleteQueued = prepare({ tppId: queue.tppId, paymentIds }, (db, $) =>
  db.delete(bankQueue).where(and(eq(queue.tppId, $.tppId), among(queue.paymentId, $.paymentIds))),
);
const putOff = prepare(
  {
    tppId: queue.tppId,
    rows: rowsOf<QueuedPayment>(
      '"paymentId" text, "dueAt" timestamptz, "nominalDate" date, "executionDate" date',
    ),
  },
  (db, $) =>
    db
      .update(bankQueue)
      .set({
        dueAt: sql`row."dueAt"`,
        nominalDate: sql`row."nominalDate"`,
        executionDate: sql`row."executionDate"`,
      })
      .from($.rows)
      .where(and(eq(queue.tppId, $.tppId), eq(queue.paymentId, sql`row."paymentId"`))),
);

const addRun = prepare(getTableColumns(batchRuns), (db, $) =>
  db
    .insert(batchRuns)
    .values($)
    .onConflictDoUpdate({
      target: [batchRuns.tppId, batchRuns.date, batchRuns.slot],
      set: { payments: sql`${batchRuns.payments} + excluded.payments` },
    }),
);

const outcome = getTableColumns(paymentEntries);
const entries = rowsOf<EntryOutcome>(
  '"paymentId" text, position int, status text, at timestamptz, reason text',
);
const savedEntries = prepare({ tppId: outcome.tppId, entries }, (db, $) =>
  db
    .insert(paymentEntries)
    .select(sql`select ${$.tppId}, "paymentId", position, status, at, reason from ${$.entries}`)
    .onConflictDoUpdate({
      target: [outcome.tppId, outcome.paymentId, outcome.position],
      set: { status: sql`excluded.status`, at: sql`excluded.at`, reason: sql`excluded.reason` },
    }),
);
const executions = rowsOf<ExecutionOutcome>(
  '"paymentId" text, "nominalDate" date, date date, at timestamptz, outcome text, reason text',
);
const { tppId } = periodicExecutions;
const savedExecutions = prepare({ tppId, executions }, (db, $) =>
  db.insert(periodicExecutions).select(sql`select ${$.tppId}, row.* from ${$.executions}`),
);
const executedOf = prepare({ tppId, paymentIds }, (db, $) =>
  db
    .select({ paymentId: periodicExecutions.paymentId, made: sql<number>`count(*)::int` })
    .from(periodicExecutions)
    .where(
      and(
        eq(tppId, $.tppId),
        among(periodicExecutions.paymentId, $.paymentIds),
        eq(periodicExecutions.outcome, 'EXECUTED'),
      ),
    )
    .groupBy(periodicExecutions.paymentId),
);

const moveRows = rowsOf<SettledMove>(
  '"paymentId" text, "from" text, "to" text, at timestamptz, reason text, "fundsAvailable" boolean',
);

const movedStatuses = sql`(select payment_id, "from" as from_status, "to" as to_status
  from moved join move on move."paymentId" = moved.payment_id)`;

/** Moves payments that have the expected status; returns their ids. */
const settledMoves = prepare(
  { tppId, moves: moveRows },
  (_, $) => sql<{ readonly paymentId: string }>`
    with move as materialized (select * from ${$.moves}), moved as (
      update payments set status = move."to", updated_at = move.at,
        funds_available = coalesce(move."fundsAvailable", funds_available)
      from move where tpp_id = ${$.tppId} and payment_id = move."paymentId" and status = move."from"
      returning payment_id
    ), kept as (
      insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
      select ${$.tppId}, "paymentId", "from", "to", at, reason from move where "from" <> "to"
    ), outbox as (
      ${statusOutbox($.tppId, movedStatuses)}
    )
    select payment_id as "paymentId" from moved`,
);

export const createWorkStore = (session: Session, onChange: Changed): WorkStore => ({
  async enqueue(payment) {
    await session.run(queued, payment);
  },

  async enqueueAll(rows) {
    if (rows.length > 0) await session.run(allQueued, { tppId: session.tppId, rows });
  },

  async due(tppId, until, atMost) {
    const dueRows = await session.rows(duePayments, { tppId, until, ...atMost });
    // Payments of the same time keep the order of ids.
    return dueRows.sort((one, other) => one.queued.dueAt - other.queued.dueAt);
  },

  async settle(paymentIds, again) {
    const { tppId } = session;
    if (paymentIds.length > 0) await session.run(deleteQueued, { tppId, paymentIds });
    if (again.length > 0) await session.run(putOff, { tppId, rows: again });
  },

  async countRun(run) {
    await session.run(addRun, run);
  },

  async saveEntries(entries) {
    if (entries.length > 0) await session.run(savedEntries, { tppId: session.tppId, entries });
  },

  async saveExecutions(executions) {
    if (executions.length > 0) await session.run(savedExecutions, { tppId: session.tppId, executions });
  },

  async executedOf(paymentIds) {
    if (paymentIds.length === 0) return new Map();
    const rows = await session.rows(executedOf, { tppId: session.tppId, paymentIds });
    return new Map(rows.map(({ paymentId, made }) => [paymentId, made]));
  },

  async move(all) {
    if (all.length === 0) return;
    const { tppId } = session;
    const movedRows = await session.rows(settledMoves, { tppId, moves: all });
    if (movedRows.length !== all.length) throw new Error('a locked payment was not where it was said to be');
    const statuses = all.flatMap(({ from, to }) => (from === to ? [] : [to]));
    onChange(
      tppId,
      movedRows.map(({ paymentId }) => paymentId),
      statuses,
    );
  },
});
