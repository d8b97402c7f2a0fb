/** The payment store: one statement per call, conditional updates, the history beside every change. */
import { and, asc, eq, gt, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { PaymentStore, StatusChange } from '../../operations/ports.ts';
import type { Executor } from '../client.ts';
import { basketPayments, baskets } from '../tables/authorisations.ts';
import { paymentStatusChanges, payments } from '../tables/payments.ts';
import { toBasket } from './basket-rows.ts';
import { instantText, rowsOf } from './json-rows.ts';
import { pageOfPayments } from './payment-pages.ts';
import { toPayment } from './payment-rows.ts';

export function createPaymentStore(db: Executor): PaymentStore {
  return {
    async insert(payment, reason) {
      const at = new Date(payment.createdAt);
      await Promise.all([
        db.insert(payments).values({ ...payment, createdAt: at, updatedAt: new Date(payment.updatedAt) }),
        db
          .insert(paymentStatusChanges)
          .values({ paymentId: payment.paymentId, sequence: 1, toStatus: payment.status, at, reason }),
      ]);
    },

    async find(tppId, paymentId) {
      const [row] = await db
        .select()
        .from(payments)
        .where(and(eq(payments.paymentId, paymentId), eq(payments.tppId, tppId)));
      return row ? toPayment(row) : null;
    },

    async findMany(tppId, paymentIds) {
      const rows = await db
        .select()
        .from(payments)
        .where(and(inArray(payments.paymentId, [...paymentIds]), eq(payments.tppId, tppId)));
      return rows.map(toPayment);
    },

    async lockDuplicates(tppId, fingerprint, since) {
      const [, found] = await Promise.all([
        // Both go out at once; PostgreSQL runs them in turn, the search with a snapshot taken after the lock is held.
        db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tppId} ${fingerprint}`}, 0))`),
        db
          .select({ paymentId: payments.paymentId })
          .from(payments)
          .where(
            and(
              eq(payments.tppId, tppId),
              eq(payments.fingerprint, fingerprint),
              gt(payments.createdAt, new Date(since)),
              notInArray(payments.status, ['RJCT', 'CANC']),
            ),
          )
          .limit(1),
      ]);
      return found.length > 0;
    },

    async move(move) {
      const at = new Date(move.at);
      const moved = await db
        .update(payments)
        .set({ status: move.to, updatedAt: at })
        .where(and(eq(payments.paymentId, move.paymentId), eq(payments.status, move.from)))
        .returning({ paymentId: payments.paymentId });
      if (moved.length === 0) return false;
      await db.insert(paymentStatusChanges).values({
        paymentId: move.paymentId,
        sequence: sql`(select coalesce(max(sequence), 0) + 1 from payment_status_changes where payment_id = ${move.paymentId})`,
        fromStatus: move.from,
        toStatus: move.to,
        at,
        reason: move.reason,
      });
      return true;
    },

    async moveMany(moves) {
      if (moves.length === 0) return;
      const rows = moves.map((one) => ({ ...one, at: instantText(one.at) }));
      const { rows: counted } = await db.execute(sql`
        with move as materialized (
          select * from ${rowsOf(rows, '"paymentId" text, "from" text, "to" text, at timestamptz, reason text, "fundsAvailable" boolean')}
        ), moved as (
          update payments set status = move."to", updated_at = move.at, funds_available = coalesce(move."fundsAvailable", funds_available)
          from move where payment_id = move."paymentId" and status = move."from"
          returning payment_id
        ), kept as (
          insert into payment_status_changes (payment_id, sequence, from_status, to_status, at, reason)
          select move."paymentId", last.sequence + 1, move."from", move."to", move.at, move.reason
          from move, lateral (select coalesce(max(sequence), 0) as sequence from payment_status_changes where payment_id = move."paymentId") as last
          where move."from" <> move."to"
        )
        select count(*)::int as moved from moved`);
      if (counted[0]?.moved !== moves.length)
        throw new Error('a locked payment was not where it was said to be');
    },

    async lock(paymentId) {
      const [row] = await db.select().from(payments).where(eq(payments.paymentId, paymentId)).for('update');
      return row ? toPayment(row) : null;
    },

    async lockMany(tppId, paymentIds) {
      const rows = await db
        .select()
        .from(payments)
        .where(and(eq(payments.tppId, tppId), inArray(payments.paymentId, [...paymentIds])))
        .orderBy(asc(payments.paymentId))
        .for('update');
      return rows.map(toPayment);
    },

    page: (tppId, filter, page) => pageOfPayments(db, tppId, filter, page),

    async basketsOf(paymentIds) {
      const rows = await db
        .select({ paymentId: basketPayments.paymentId, basket: baskets })
        .from(basketPayments)
        .innerJoin(baskets, eq(baskets.basketId, basketPayments.basketId))
        .where(and(inArray(basketPayments.paymentId, [...paymentIds]), ne(baskets.state, 'DELETED')))
        .orderBy(asc(baskets.basketId));
      return new Map(rows.map(({ paymentId, basket }) => [paymentId, toBasket(basket)]));
    },

    async liveBasket(paymentId) {
      const [row] = await db
        .select({ basketId: basketPayments.basketId })
        .from(basketPayments)
        .where(and(eq(basketPayments.paymentId, paymentId), eq(basketPayments.live, true)));
      return row?.basketId ?? null;
    },

    async amend(paymentId, change) {
      await db.update(payments).set(change).where(eq(payments.paymentId, paymentId));
    },

    async history(paymentIds) {
      const found = new Map<string, StatusChange[]>(paymentIds.map((id) => [id, []]));
      if (paymentIds.length === 0) return found;
      const rows = await db
        .select()
        .from(paymentStatusChanges)
        .where(inArray(paymentStatusChanges.paymentId, [...paymentIds]))
        .orderBy(asc(paymentStatusChanges.paymentId), asc(paymentStatusChanges.sequence));
      for (const row of rows) {
        found
          .get(row.paymentId)
          ?.push({ from: row.fromStatus, to: row.toStatus, at: row.at.getTime(), reason: row.reason });
      }
      return found;
    },
  };
}
