/** The bank's queue and the outcomes of its work, in set-based statements: a run may have a hundred thousand payments. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { instantText } from '../../domain/values/iso-date.ts';
import { executableProperties } from '../../operations/payments/ports.ts';
import type { DuePayment, EntryOutcome, QueuedPayment, WorkStore } from '../../operations/ports/bank-work.ts';
import type { Executor, Session } from '../connections/client.ts';
import { among } from '../statements/among.ts';
import { rowsOf, wantedRanges } from '../statements/rows-of.ts';
import { columnsOf, type Selection } from '../statements/selection.ts';
import { built, sideBySide } from '../statements/side-by-side.ts';
import { bankQueue, batchRuns, paymentEntries, periodicExecutions } from '../tables/bank.ts';
import { payments } from '../tables/payments.ts';

const executable = columnsOf(payments, executableProperties);
const waiting = columnsOf(bankQueue, ['dueAt', 'transfers', 'nominalDate', 'executionDate']);

/** Long instructions of bulk payments are read only as far as their transfers are wanted. Locks are taken in the order of ids. */
const duePayments: Selection<DuePayment> = {
  text: `select ${executable.names('p')}, ${waiting.names('q')} from (
      select *, sum(transfers) over (order by due_at, payment_id rows unbounded preceding) as so_far from (
        select * from bank_queue where tpp_id = $1 and due_at <= $2 order by due_at, payment_id limit $3) as first
    ) as q join payments p on p.payment_id = q.payment_id
    where q.so_far <= $4 or q.so_far = q.transfers
    order by p.payment_id for update of p`,
  read: (values) => {
    const payment = executable.read(values);
    const queued = waiting.read(values.slice(executableProperties.length));
    const { paymentId, tppId } = payment;
    return { payment, queued: { paymentId, tppId, ...queued } };
  },
};

export function createWorkStore(session: Session): WorkStore {
  const { db } = session;
  return {
    async enqueue(payment) {
      await db
        .insert(bankQueue)
        .values(payment)
        .onConflictDoUpdate({ target: bankQueue.paymentId, set: payment });
    },

    async due(tppId, until, atMost) {
      const found = await session.rows(duePayments, [
        tppId,
        new Date(until),
        atMost.payments,
        atMost.transfers,
      ]);
      // Payments of one time stay in the order of their ids.
      return found.sort((one, other) => one.queued.dueAt - other.queued.dueAt);
    },

    async settle(done, again) {
      if (done.length > 0)
        await db.execute(sql`
          delete from ${bankQueue} using unnest(${sql.param([...done])}::text[]) as done (id)
          where ${bankQueue.paymentId} = done.id`);
      if (again.length > 0) await putOff(db, again);
    },

    async countRun(run) {
      await db
        .insert(batchRuns)
        .values(run)
        .onConflictDoUpdate({
          target: [batchRuns.tppId, batchRuns.date, batchRuns.slot],
          set: { payments: sql`${batchRuns.payments} + excluded.payments` },
        });
    },

    async saveEntries(entries) {
      if (entries.length === 0) return;
      const rows = entries.map((entry) => ({ ...entry, at: instantText(entry.at) }));
      await db.execute(sql`
        insert into ${paymentEntries} (payment_id, position, status, at, reason)
        select "paymentId", position, status, at, reason
        from ${rowsOf(rows, '"paymentId" text, position int, status text, at timestamptz, reason text')}
        on conflict (payment_id, position) do update
        set status = excluded.status, at = excluded.at, reason = excluded.reason`);
    },

    async entriesOf(paymentIds) {
      const found = new Map<string, EntryOutcome[]>(paymentIds.map((id) => [id, []]));
      if (paymentIds.length === 0) return found;
      const rows = await db
        .select()
        .from(paymentEntries)
        .where(among(paymentEntries.paymentId, paymentIds))
        .orderBy(asc(paymentEntries.paymentId), asc(paymentEntries.position));
      for (const row of rows) found.get(row.paymentId)?.push(row);
      return found;
    },

    async outcomesOf(ranges) {
      const statement = sql`
        select wanted.index, entry.payment_id as "paymentId", entry.position, entry.status, entry.reason,
          (extract(epoch from entry.at) * 1000)::float8 as at
        from ${wantedRanges(ranges)}
        join ${paymentEntries} entry on entry.payment_id = wanted."paymentId"
          and entry.position >= wanted."offset" and entry.position < wanted."offset" + wanted."limit"`;
      return sideBySide(db)(
        built(db, 'outcomes', statement, (rows) => {
          const outcomes = ranges.map((): EntryOutcome[] => []);
          for (const { index, ...entry } of rows as unknown as readonly (EntryOutcome & { index: number })[])
            outcomes[index]?.push(entry);
          return outcomes;
        }),
      );
    },

    async saveExecutions(executions) {
      if (executions.length === 0) return;
      await db.insert(periodicExecutions).values([...executions]);
    },

    async executedOf(paymentIds) {
      if (paymentIds.length === 0) return new Map();
      const rows = await db
        .select({ paymentId: periodicExecutions.paymentId, made: sql<number>`count(*)::int` })
        .from(periodicExecutions)
        .where(
          and(among(periodicExecutions.paymentId, paymentIds), eq(periodicExecutions.outcome, 'EXECUTED')),
        )
        .groupBy(periodicExecutions.paymentId);
      return new Map(rows.map(({ paymentId, made }) => [paymentId, made]));
    },
  };
}

async function putOff(db: Executor, again: readonly QueuedPayment[]): Promise<void> {
  const rows = again.map((one) => ({ ...one, dueAt: instantText(one.dueAt) }));
  await db.execute(sql`
    update ${bankQueue} set due_at = row."dueAt", nominal_date = row."nominalDate", execution_date = row."executionDate"
    from ${rowsOf(rows, '"paymentId" text, "dueAt" timestamptz, "nominalDate" date, "executionDate" date')}
    where ${bankQueue.paymentId} = row."paymentId"`);
}
