import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { headProperties } from '../../../operations/payments/ports.ts';
import type { PaymentStore } from '../../../operations/ports/stores.ts';
import { insertInto } from '../../inserts.ts';
import type { Session } from '../../session.ts';
import { prepare } from '../../statement.ts';
import { hasValues, pickColumns } from '../../tables/columns.ts';
import { paymentStatusChanges, payments } from '../../tables/payments.ts';
import { type ChangeListener, statusOutbox } from '../notification-outbox.ts';
import { wantedIds } from '../rows-of.ts';

const insertPayment = insertInto(payments);

const paymentKey = pickColumns(payments, ['tppId', 'paymentId']);
const selectPayment = prepare(paymentKey, (db, $) =>
  db.select().from(payments).where(hasValues(payments, $)),
);
const selectHead = prepare(paymentKey, (db, $) =>
  db.select(pickColumns(payments, headProperties)).from(payments).where(hasValues(payments, $)),
);
const lockPayment = prepare(paymentKey, (db, $) =>
  db.select().from(payments).where(hasValues(payments, $)).for('update'),
);
/**
 * `moved` is empty if another transaction has changed the status first. `outbox` notifies the TPP. Findings that are null change nothing.
 * If a request waited for a move of the clock, `at` may be before the last change. `greatest` keeps the history in order.
 */
const movePayment = prepare(
  {
    ...pickColumns(payments, ['tppId', 'paymentId', 'fundsAvailable', 'debtorName', 'payer']),
    from: payments.status,
    to: payments.status,
    at: payments.updatedAt,
    reason: paymentStatusChanges.reason,
  },
  (_, $) => sql`
    with moved as (
      update payments set status = ${$.to}, updated_at = greatest(updated_at, ${$.at}),
        funds_available = coalesce(${$.fundsAvailable}::boolean, funds_available),
        debtor_name = coalesce(${$.debtorName}::text, debtor_name),
        payer = coalesce(${$.payer}::jsonb, payer)
      where tpp_id = ${$.tppId} and payment_id = ${$.paymentId} and status = ${$.from}
      returning tpp_id, payment_id, updated_at
    ), outbox as (
      ${statusOutbox($.tppId, sql`(select payment_id, ${$.from}::text as from_status, ${$.to}::text as to_status from moved)`)}
    )
    insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
    select tpp_id, payment_id, ${$.from}, ${$.to}, updated_at, ${$.reason} from moved`,
);

async function hasDuplicate({ db }: Session, tppId: string, fingerprint: string, since: number) {
  // Two conditions, because each fits one of two partial indexes.
  const existsIn = (indexCondition: 'latest_alike' | 'not latest_alike') => sql`
    exists (select from payments where tpp_id = ${tppId} and fingerprint = ${fingerprint} and ${sql.raw(indexCondition)}
      and created_at > ${sql.param(since, payments.createdAt)} and status not in ('RJCT', 'CANC'))`;
  const [row] = await db.execute<{ exists: boolean }>(
    sql`select ${existsIn('latest_alike')} or ${existsIn('not latest_alike')} as exists`,
  );
  return row?.exists === true;
}

export const createPaymentStore = (session: Session, onChange: ChangeListener): PaymentStore => ({
  async insert(payment) {
    await session.insert(insertPayment, { latestAlike: true, ...payment });
    onChange(payment.tppId, [payment.paymentId], [payment.status]);
  },

  find: (tppId, paymentId) => session.first(selectPayment, { tppId, paymentId }),
  head: (paymentId) => session.first(selectHead, { tppId: session.tppId, paymentId }),
  lock: (paymentId) => session.first(lockPayment, { tppId: session.tppId, paymentId }),

  /** Joins with `unnest`, because for `= any(list)` PostgreSQL may read all payments of the TPP. */
  lockMany: (tppId, paymentIds) =>
    session.db
      .select(getTableColumns(payments))
      .from(wantedIds(paymentIds))
      .innerJoin(payments, eq(payments.paymentId, sql`wanted.id`))
      .where(eq(payments.tppId, tppId))
      .orderBy(asc(payments.paymentId))
      .for('update', { of: payments }),

  async releaseFingerprint(tppId, fingerprint) {
    // The same condition as that of the unique index, so that PostgreSQL uses this index.
    const isLatest = and(hasValues(payments, { tppId, fingerprint }), payments.latestAlike);
    const release = () =>
      session.rowCount(session.db.update(payments).set({ latestAlike: false }).where(isLatest));
    const hasLatest = async () =>
      (await session.db.select({ paymentId: payments.paymentId }).from(payments).where(isLatest).limit(1))
        .length > 0;
    // Repeats, because a `release` that waited for a lock does not see a payment that the holder of the lock has inserted.
    while ((await release()) === 0 && (await hasLatest()));
  },

  hasDuplicate: (...args) => hasDuplicate(session, ...args),

  async move(move, findings = {}) {
    const noFindings = { fundsAvailable: null, debtorName: null, payer: null };
    const values = { tppId: session.tppId, ...move, ...noFindings, ...findings };
    if ((await session.run(movePayment, values)) === 0) return false;
    onChange(session.tppId, [move.paymentId], [move.to]);
    return true;
  },

  async amend(id, findings) {
    const isPayment = hasValues(payments, { tppId: session.tppId, paymentId: id });
    await session.db.update(payments).set(findings).where(isPayment);
  },
});
