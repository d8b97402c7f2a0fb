/** Signing baskets. That a payment is in at most one live basket is kept by a unique index, whoever asks at once. */
import { and, asc, eq, getTableColumns, ne } from 'drizzle-orm';
import type { BasketStore, ListedPayment } from '../../../operations/ports/stores.ts';
import { boundedCount } from '../../statements/bounded-count.ts';
import { keysetPage, type Order } from '../../statements/keyset.ts';
import { keyedBy } from '../../statements/selection.ts';
import type { Session } from '../../statements/session.ts';
import { basketPayments, baskets } from '../../tables/authorisations.ts';
import { payments } from '../../tables/payments.ts';
import { ofListed } from '../payments/payment-parts.ts';

const membersOfMany = ofListed(({ names, read }) =>
  keyedBy(
    {
      text: `select ${names('p')}, m.basket_id from signing_basket_payments m join payments p on p.payment_id = m.payment_id
    where m.basket_id = any($1) order by m.basket_id, m.position`,
      read: (values: readonly unknown[]) => ({
        basketId: String(values.at(-1)),
        payment: read(values),
      }),
    },
    ({ basketId }) => basketId,
  ),
);

const byId: Order<string> = { columns: [baskets.basketId], valuesOf: (basketId) => [basketId] };

export function createBasketStore(session: Pick<Session, 'db' | 'byKeys'>): BasketStore {
  const { db } = session;
  const members = (basketId: string) =>
    db
      .select(getTableColumns(payments))
      .from(basketPayments)
      .innerJoin(payments, eq(payments.paymentId, basketPayments.paymentId))
      .where(eq(basketPayments.basketId, basketId))
      .orderBy(asc(basketPayments.position));
  const listed = (tppId: string) => and(eq(baskets.tppId, tppId), ne(baskets.state, 'DELETED'));
  return {
    async insert(basket, paymentIds) {
      await db.insert(baskets).values(basket);
      const rows = paymentIds.map((paymentId, position) => ({
        basketId: basket.basketId,
        position,
        paymentId,
        live: true,
      }));
      const taken = await db
        .insert(basketPayments)
        .values(rows)
        .onConflictDoNothing()
        .returning({ position: basketPayments.position });
      return taken.length === rows.length;
    },

    async find(tppId, basketId) {
      const [row] = await db
        .select()
        .from(baskets)
        .where(and(eq(baskets.basketId, basketId), eq(baskets.tppId, tppId)));
      return row ?? null;
    },

    async page(tppId, page) {
      const { where, orderBy, arrange } = keysetPage(byId, page);
      const rows = await db
        .select()
        .from(baskets)
        .where(and(listed(tppId), ...where))
        .orderBy(...orderBy)
        .limit(page.limit);
      return arrange(rows);
    },

    count: (tppId, atMost) => boundedCount(db, baskets.basketId, listed(tppId), atMost),

    async paymentsOfMany(basketIds, withInstructions) {
      const found = new Map<string, ListedPayment[]>(basketIds.map((id) => [id, []]));
      for (const { basketId, payment } of await session.byKeys(membersOfMany(withInstructions), basketIds))
        found.get(basketId)?.push(payment);
      return found;
    },

    paymentsOf: async (basketId) => members(basketId),

    async lockPayments(basketId) {
      await db
        .select({ paymentId: payments.paymentId })
        .from(basketPayments)
        .innerJoin(payments, eq(payments.paymentId, basketPayments.paymentId))
        .where(eq(basketPayments.basketId, basketId))
        .orderBy(asc(payments.paymentId))
        .for('update', { of: payments });
      return members(basketId);
    },

    async close(basketId, state) {
      await db
        .update(baskets)
        .set({ state })
        .where(and(eq(baskets.basketId, basketId), eq(baskets.state, 'OPEN')));
      await db.update(basketPayments).set({ live: false }).where(eq(basketPayments.basketId, basketId));
    },
  };
}
