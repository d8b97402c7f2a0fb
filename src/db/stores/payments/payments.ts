/** Payments. A change of status is conditional and writes the history. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { headProperties } from '../../../operations/payments/ports.ts';
import type { PaymentStore } from '../../../operations/ports/stores.ts';
import { insertInto } from '../../inserts.ts';
import type { Session } from '../../session.ts';
import { type PlaceholdersOf, prepare, value } from '../../statement.ts';
import { pickColumns } from '../../tables/columns.ts';
import { paymentStatusChanges, payments } from '../../tables/payments.ts';
import { type ChangeListener, statusOutbox } from '../notification-outbox.ts';

const { paymentId, tppId, status, fingerprint, latestAlike, updatedAt, fundsAvailable, debtorName, payer } =
  payments;
const insertPayment = insertInto(payments);

const paymentKey = { tppId, paymentId };
const hasId = ($: PlaceholdersOf<typeof paymentKey>) => and(eq(tppId, $.tppId), eq(paymentId, $.paymentId));

const selectPayment = prepare(paymentKey, (db, $) => db.select().from(payments).where(hasId($)));
const selectHead = prepare(paymentKey, (db, $) =>
  db.select(pickColumns(payments, headProperties)).from(payments).where(hasId($)),
);
const lockPayment = prepare(paymentKey, (db, $) => db.select().from(payments).where(hasId($)).for('update'));
/** A join, because PostgreSQL may read all payments of the TPP for `= any(list)`. */
const lockPayments = prepare({ tppId, paymentIds: value<readonly string[]>() }, (db, $) =>
  db
    .select(getTableColumns(payments))
    .from(sql`unnest(${$.paymentIds}::text[]) as wanted (id)`)
    .innerJoin(payments, eq(paymentId, sql`wanted.id`))
    .where(eq(tppId, $.tppId))
    .orderBy(asc(paymentId))
    .for('update', { of: payments }),
);

/** Matches the condition of the unique index, so that PostgreSQL uses it. */
const isLatest = sql`${latestAlike}`;
const clearLatest = prepare({ tppId, fingerprint }, (db, $) =>
  db
    .update(payments)
    .set({ latestAlike: false })
    .where(and(eq(tppId, $.tppId), eq(fingerprint, $.fingerprint), isLatest)),
);

/** Changes the status of a payment if it is in the status `from`, and writes the history and the outbox. */
const movePayment = prepare(
  {
    tppId,
    paymentId,
    fundsAvailable,
    debtorName,
    payer,
    from: status,
    to: status,
    at: updatedAt,
    reason: paymentStatusChanges.reason,
  },
  (_, $) => sql`
    with moved as (
      update payments set status = ${$.to}, updated_at = ${$.at},
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

const duplicateParameters = { tppId, fingerprint, since: payments.createdAt };

/** Each index condition selects one of two indexes. */
const existsIn = (
  $: PlaceholdersOf<typeof duplicateParameters>,
  indexCondition: 'latest_alike' | 'not latest_alike',
) => sql`
  exists (select from payments where tpp_id = ${$.tppId} and fingerprint = ${$.fingerprint} and ${sql.raw(indexCondition)}
    and created_at > ${$.since} and status not in ('RJCT', 'CANC'))`;

const selectDuplicate = prepare(
  duplicateParameters,
  (_, $) =>
    sql<{
      readonly exists: boolean;
    }>`select ${existsIn($, 'latest_alike')} or ${existsIn($, 'not latest_alike')} as exists`,
);

const hasDuplicate = async (session: Session, tppId: string, fingerprint: string, since: number) =>
  (await session.first(selectDuplicate, { tppId, fingerprint, since }))?.exists === true;

export const createPaymentStore = (session: Session, onChange: ChangeListener): PaymentStore => ({
  async insert(payment) {
    await session.insert(insertPayment, { latestAlike: true, ...payment });
    onChange(payment.tppId, [payment.paymentId], [payment.status]);
  },

  find: (tppId, paymentId) => session.first(selectPayment, { tppId, paymentId }),
  head: (paymentId) => session.first(selectHead, { tppId: session.tppId, paymentId }),
  lock: (paymentId) => session.first(lockPayment, { tppId: session.tppId, paymentId }),
  lockMany: (tppId, paymentIds) => session.rows(lockPayments, { tppId, paymentIds }),

  async releaseFingerprint(tppId, fingerprint, since) {
    await session.run(clearLatest, { tppId, fingerprint });
    return hasDuplicate(session, tppId, fingerprint, since);
  },

  hasDuplicate: (tppId, fingerprint, since) => hasDuplicate(session, tppId, fingerprint, since),

  async move(move, details = {}) {
    const { tppId } = session;
    const { fundsAvailable = null, debtorName = null, payer = null } = details;
    const values = { tppId, ...move, fundsAvailable, debtorName, payer };
    if ((await session.run(movePayment, values)) === 0) return false;
    onChange(tppId, [move.paymentId], [move.to]);
    return true;
  },

  async amend(id, findings) {
    const isPayment = and(eq(tppId, session.tppId), eq(paymentId, id));
    await session.db.update(payments).set(findings).where(isPayment);
  },
});
