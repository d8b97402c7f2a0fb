/** The bank's queue and the outcomes of its work, in set-based statements: a run may have a hundred thousand payments. */
import { and, asc, eq, getTableColumns, gte, lt, lte, sql } from 'drizzle-orm';
import { executableProperties } from '../../operations/payments/ports.ts';
import type {
  EntryOutcome,
  ExecutionOutcome,
  QueuedPayment,
  WorkStore,
} from '../../operations/ports/bank-work.ts';
import { asInserted } from '../inserts.ts';
import type { Session } from '../session.ts';
import { among, mapRows, prepare, value } from '../statement.ts';
import { bankQueue, batchRuns, paymentEntries, periodicExecutions } from '../tables/bank.ts';
import { pickColumns } from '../tables/columns.ts';
import { payments } from '../tables/payments.ts';
import { indexed, rowsOf, wantedRanges } from './rows-of.ts';

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

/** Long instructions of bulk payments are read only as far as their transfers are wanted. Locks are taken in the order of ids. */
const due = prepare(
  { tppId: queue.tppId, until: queue.dueAt, payments: value<number>(), transfers: value<number>() },
  (db, $) => {
    const first = db
      .select()
      .from(bankQueue)
      .where(and(eq(queue.tppId, $.tppId), lte(queue.dueAt, $.until)))
      .orderBy(queue.dueAt, queue.paymentId)
      .limit($.payments)
      .as('first');
    const counted = db
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
    const { dueAt, transfers, nominalDate, executionDate, soFar } = counted;
    return db
      .select({
        ...pickColumns(payments, executableProperties),
        dueAt,
        transfers,
        nominalDate,
        executionDate,
      })
      .from(counted)
      .innerJoin(payments, and(eq(payments.tppId, $.tppId), eq(payments.paymentId, counted.id)))
      .where(sql`${soFar} <= ${$.transfers} or ${soFar} = ${transfers}`)
      .orderBy(asc(payments.paymentId))
      .for('update', { of: payments });
  },
);
const duePayments = mapRows(due, ({ dueAt, transfers, nominalDate, executionDate, ...payment }) => {
  const { paymentId, tppId } = payment;
  return { payment, queued: { paymentId, tppId, dueAt, transfers, nominalDate, executionDate } };
});

const done = prepare({ tppId: queue.tppId, paymentIds }, (db, $) =>
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

const counted = prepare(getTableColumns(batchRuns), (db, $) =>
  db
    .insert(batchRuns)
    .values($)
    .onConflictDoUpdate({
      target: [batchRuns.tppId, batchRuns.date, batchRuns.slot],
      set: { payments: sql`${batchRuns.payments} + excluded.payments` },
    }),
);

const { tppId: _, ...entry } = getTableColumns(paymentEntries);
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
const entriesOf = prepare({ tppId: outcome.tppId, paymentIds }, (db, $) =>
  db
    .select(entry)
    .from(paymentEntries)
    .where(and(eq(outcome.tppId, $.tppId), among(outcome.paymentId, $.paymentIds)))
    .orderBy(asc(outcome.paymentId), asc(outcome.position)),
);
const outcomesOf = prepare({ tppId: outcome.tppId, ranges: wantedRanges }, (db, $) =>
  db
    .select({ index: sql<number>`wanted.index`, ...entry })
    .from($.ranges)
    .innerJoin(
      paymentEntries,
      and(
        eq(outcome.tppId, $.tppId),
        eq(outcome.paymentId, sql`wanted."paymentId"`),
        gte(outcome.position, sql`wanted."offset"`),
        lt(outcome.position, sql`wanted."offset" + wanted."limit"`),
      ),
    ),
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

export const createWorkStore = (session: Session): WorkStore => ({
  async enqueue(payment) {
    await session.run(queued, payment);
  },

  async due(tppId, until, atMost) {
    const found = await session.rows(duePayments, { tppId, until, ...atMost });
    // Payments of one time stay in the order of their ids.
    return found.sort((one, other) => one.queued.dueAt - other.queued.dueAt);
  },

  async settle(paymentIds, again) {
    const { tppId } = session;
    if (paymentIds.length > 0) await session.run(done, { tppId, paymentIds });
    if (again.length > 0) await session.run(putOff, { tppId, rows: again });
  },

  async countRun(run) {
    await session.run(counted, run);
  },

  async saveEntries(entries) {
    if (entries.length > 0) await session.run(savedEntries, { tppId: session.tppId, entries });
  },

  async entriesOf(paymentIds) {
    const found = new Map<string, EntryOutcome[]>(paymentIds.map((id) => [id, []]));
    if (paymentIds.length === 0) return found;
    const rows = await session.rows(entriesOf, { tppId: session.tppId, paymentIds });
    for (const row of rows) found.get(row.paymentId)?.push(row);
    return found;
  },

  async outcomesOf(ranges) {
    const outcomes = ranges.map((): EntryOutcome[] => []);
    const wanted = { tppId: session.tppId, ranges: indexed(ranges) };
    for (const { index, ...entry } of await session.rows(outcomesOf, wanted)) outcomes[index]?.push(entry);
    return outcomes;
  },

  async saveExecutions(executions) {
    if (executions.length > 0) await session.run(savedExecutions, { tppId: session.tppId, executions });
  },

  async executedOf(paymentIds) {
    if (paymentIds.length === 0) return new Map();
    const rows = await session.rows(executedOf, { tppId: session.tppId, paymentIds });
    return new Map(rows.map(({ paymentId, made }) => [paymentId, made]));
  },
});
