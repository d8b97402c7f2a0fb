/** Each statement writes many rows, because one run may have a hundred thousand payments. */
import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import { excludedValues } from '../../db/inserts.ts';
import { firstRow, type Session } from '../../db/session.ts';
import { isAnyOf, prepare, value } from '../../db/statement.ts';
import { type ChangeListener, statusOutbox } from '../../db/stores/notification-outbox.ts';
import { rowsOf } from '../../db/stores/rows-of.ts';
import { bankQueue, paymentEntries, periodicExecutions } from '../../db/tables/bank.ts';
import { hasValues, pickColumns } from '../../db/tables/columns.ts';
import { payments } from '../../db/tables/payments.ts';
import type { EntryOutcome } from '../../operations/payments/ports.ts';
import {
  type BankQueueStore,
  type ExecutionOutcome,
  executableProperties,
  type MoveWithFunds,
  type QueuedPayment,
} from '../ports.ts';

const queueColumns = getTableColumns(bankQueue);

const queueRows = rowsOf<QueuedPayment>(
  '"paymentId" text, "dueAt" timestamptz, "transferCount" int, "nominalDate" date, "executionDate" date',
);
// `rowsOf` names its table `row`.
const upsertQueued = prepare({ tppId: queueColumns.tppId, rows: queueRows }, (db, $) =>
  db
    .insert(bankQueue)
    .select(sql`select ${$.tppId}, row.* from ${$.rows}`)
    .onConflictDoUpdate({
      target: [queueColumns.tppId, queueColumns.paymentId],
      set: excludedValues(queueColumns, [queueColumns.tppId, queueColumns.paymentId]),
    }),
);

/** Locks the earliest due payments within the limits, or only the first if it alone exceeds `maxTransfers`. Locks in the order of ids. */
const selectAndLockDue = prepare(
  {
    tppId: queueColumns.tppId,
    until: queueColumns.dueAt,
    maxPayments: value<number>(),
    maxTransfers: value<number>(),
  },
  (db, $) => {
    const earliest = db
      .select()
      .from(bankQueue)
      .where(and(eq(queueColumns.tppId, $.tppId), lte(queueColumns.dueAt, $.until)))
      .orderBy(queueColumns.dueAt, queueColumns.paymentId)
      .limit($.maxPayments)
      .as('earliest');
    const runningTotals = db
      .select({
        ...earliest._.selectedFields,
        runningTotal:
          sql`sum(${earliest.transferCount}) over (order by ${earliest.dueAt}, ${earliest.paymentId} rows unbounded preceding)`.as(
            'running_total',
          ),
      })
      .from(earliest)
      .as('running_totals');
    const { runningTotal, ...queueRow } = runningTotals._.selectedFields;
    return (
      db
        .select({ payment: pickColumns(payments, executableProperties), queueRow })
        .from(runningTotals)
        .innerJoin(payments, hasValues(payments, { tppId: $.tppId, paymentId: queueRow.paymentId }))
        // Only the first payment has a running total equal to its own number of transfers, so the second condition selects it.
        .where(sql`${runningTotal} <= ${$.maxTransfers} or ${runningTotal} = ${queueRow.transferCount}`)
        .orderBy(asc(payments.paymentId))
        .for('update', { of: payments })
    );
  },
);

const entryColumns = getTableColumns(paymentEntries);
const entryRows = rowsOf<EntryOutcome>(
  '"paymentId" text, position int, status text, at timestamptz, reason text',
);
const upsertEntries = prepare({ tppId: entryColumns.tppId, entries: entryRows }, (db, $) =>
  db
    .insert(paymentEntries)
    .select(sql`select ${$.tppId}, "paymentId", position, status, at, reason from ${$.entries}`)
    .onConflictDoUpdate({
      target: [entryColumns.tppId, entryColumns.paymentId, entryColumns.position],
      set: { status: sql`excluded.status`, at: sql`excluded.at`, reason: sql`excluded.reason` },
    }),
);
const executionRows = rowsOf<ExecutionOutcome>(
  '"paymentId" text, "nominalDate" date, date date, at timestamptz, outcome text, reason text',
);
const insertExecutions = prepare({ tppId: periodicExecutions.tppId, executions: executionRows }, (db, $) =>
  db.insert(periodicExecutions).select(sql`select ${$.tppId}, row.* from ${$.executions}`),
);

const moveRows = rowsOf<MoveWithFunds>(
  '"paymentId" text, "from" text, "to" text, at timestamptz, reason text, "fundsAvailable" boolean',
);

/** Reads `move` and `moved`, which are parts of `movePayments`. */
const movedStatuses = sql`(select payment_id, "from" as from_status, "to" as to_status
  from moved join move on move."paymentId" = moved.payment_id)`;

/** The time of a move is never before the last change, so the history is in order. A move to the same status adds no history. */
const movePayments = prepare(
  { tppId: payments.tppId, moves: moveRows },
  (_, $) => sql<{ readonly paymentId: string }>`
    with move as materialized (select * from ${$.moves}), moved as (
      update payments set status = move."to", updated_at = greatest(updated_at, move.at),
        funds_available = coalesce(move."fundsAvailable", funds_available)
      from move where tpp_id = ${$.tppId} and payment_id = move."paymentId" and status = move."from"
      returning payment_id, updated_at
    ), history as (
      insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
      select ${$.tppId}, payment_id, "from", "to", updated_at, reason
      from moved join move on move."paymentId" = moved.payment_id where "from" <> "to"
    ), outbox as (
      ${statusOutbox($.tppId, movedStatuses)}
    )
    select payment_id as "paymentId" from moved`,
);

export const createBankQueueStore = (session: Session, onChange: ChangeListener): BankQueueStore => ({
  async enqueue(queuedPayments) {
    const [first] = queuedPayments;
    if (first !== undefined) await session.run(upsertQueued, { tppId: first.tppId, rows: queuedPayments });
  },

  async dequeue(paymentIds) {
    if (paymentIds.length === 0) return;
    const isOfTpp = eq(queueColumns.tppId, session.tppId);
    await session.db.delete(bankQueue).where(and(isOfTpp, isAnyOf(queueColumns.paymentId, paymentIds)));
  },

  async lockDue(tppId, until, limits) {
    const rows = await session.rows(selectAndLockDue, { tppId, until, ...limits });
    // Payments that are due at the same time stay in the order of ids, because the sort is stable.
    return rows.sort((left, right) => left.queueRow.dueAt - right.queueRow.dueAt);
  },

  async saveEntries(entries) {
    if (entries.length > 0) await session.run(upsertEntries, { tppId: session.tppId, entries });
  },

  async saveExecutions(executions) {
    if (executions.length > 0) await session.run(insertExecutions, { tppId: session.tppId, executions });
  },

  async executionOutcome(paymentId, nominalDate) {
    const execution = session.db
      .select({ outcome: periodicExecutions.outcome })
      .from(periodicExecutions)
      .where(hasValues(periodicExecutions, { tppId: session.tppId, paymentId, nominalDate }));
    return (await firstRow(execution))?.outcome ?? null;
  },

  async move(moves) {
    if (moves.length === 0) return;
    const { tppId } = session;
    const movedRows = await session.rows(movePayments, { tppId, moves });
    if (movedRows.length !== moves.length)
      throw new Error('a locked payment does not have the expected status');
    const statuses = moves.filter(({ from, to }) => from !== to).map(({ to }) => to);
    const movedIds = movedRows.map(({ paymentId }) => paymentId);
    onChange(tppId, movedIds, statuses);
  },
});
