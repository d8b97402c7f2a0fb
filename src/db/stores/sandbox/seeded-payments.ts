/** Stores and removes the payments of a seed. There may be a thousand, so one statement writes all rows of a table. */
import { and, eq } from 'drizzle-orm';
import type { SeededPaymentStore } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { basketPayments, baskets } from '../../tables/authorisations.ts';
import { hasValues, pickColumns } from '../../tables/columns.ts';
import { paymentStatusChanges, payments, seededPayments } from '../../tables/payments.ts';
import type { ChangeListener } from '../notification-outbox.ts';

export const createSeededPaymentStore = (session: Session, onChange: ChangeListener): SeededPaymentStore => ({
  async insert(records, moves) {
    if (records.length === 0) return;
    const { db, tppId } = session;
    // A unique index allows one `latestAlike` payment for each fingerprint. The map has the last record with the fingerprint.
    const latestByFingerprint = new Map(
      records.map(({ fingerprint, paymentId }) => [fingerprint, paymentId]),
    );
    await db
      .update(payments)
      .set({ latestAlike: false })
      .where(
        and(
          eq(payments.tppId, tppId),
          payments.latestAlike,
          isAnyOf(payments.fingerprint, [...latestByFingerprint.keys()]),
        ),
      );
    const rows = records.map((payment) => ({
      ...payment,
      latestAlike: latestByFingerprint.get(payment.fingerprint) === payment.paymentId,
    }));
    await db.insert(payments).values(rows);
    const history = moves.map(({ from, to, ...move }) => ({
      tppId,
      fromStatus: from,
      toStatus: to,
      ...move,
    }));
    if (history.length > 0) await db.insert(paymentStatusChanges).values(history);
    const paymentIds = records.map(({ paymentId }) => paymentId);
    await db.insert(seededPayments).values(paymentIds.map((paymentId) => ({ tppId, paymentId })));
    // No new statuses, because the metric of status changes does not count those of a seed.
    onChange(tppId, paymentIds, []);
  },

  async remove(tppId) {
    const { db } = session;
    const seededRows = await db
      .select({ paymentId: payments.paymentId })
      .from(payments)
      .innerJoin(seededPayments, hasValues(seededPayments, pickColumns(payments, ['tppId', 'paymentId'])))
      .where(eq(payments.tppId, tppId))
      .orderBy(payments.paymentId)
      .for('update', { of: payments });
    const paymentIds = seededRows.map(({ paymentId }) => paymentId);
    if (paymentIds.length === 0) return;
    // A PSU approves a basket as a whole, so a basket with one of these payments is deleted too.
    const basketRows = await db
      .select({ basketId: basketPayments.basketId })
      .from(basketPayments)
      .where(and(eq(basketPayments.tppId, tppId), isAnyOf(basketPayments.paymentId, paymentIds)));
    const basketIds = basketRows.map(({ basketId }) => basketId);
    await db.delete(baskets).where(and(eq(baskets.tppId, tppId), isAnyOf(baskets.basketId, basketIds)));
    await db.delete(payments).where(and(eq(payments.tppId, tppId), isAnyOf(payments.paymentId, paymentIds)));
  },
});
