/**
 * The store of orders to a core system. A claim skips orders that another process is claiming. It sets `sendAt` to the time when
 * the claim ends, so the orders become due again if the process dies.
 */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Session } from '../../../db/session.ts';
import { prepare } from '../../../db/statement.ts';
import { instantText } from '../../../domain/values/iso-date.ts';
import type { OrderStore } from '../orders/ports.ts';
import { bankOrders as orders } from './tables.ts';

export const orderChannel = 'bank_orders';

const { sequence, ...columns } = getTableColumns(orders);
const insert = prepare(columns, (db, $) => db.insert(orders).values($));
const notify = prepare({}, (db) =>
  db.select({ sent: sql`pg_notify(${sql.raw(`'${orderChannel}'`)}, '')` }).from(sql`(values (1)) as one`),
);

export function createOrderStore(session: Session): OrderStore {
  const ofPayment = (paymentId: string) =>
    and(eq(orders.tppId, session.tppId), eq(orders.paymentId, paymentId));
  return {
    async add(order) {
      await session.run(insert, order);
      await session.run(notify, {});
    },

    async withdraw(paymentId) {
      const rows = await session.db
        .update(orders)
        .set({ state: 'WITHDRAWN' })
        .where(and(ofPayment(paymentId), eq(orders.state, 'WAITING'), eq(orders.tries, 0)))
        .returning({ orderId: orders.orderId });
      return rows.length;
    },

    ofPayment: (paymentId) =>
      session.db.select(columns).from(orders).where(ofPayment(paymentId)).orderBy(asc(sequence)),

    async find(orderId) {
      const [row] = await session.db.select(columns).from(orders).where(eq(orders.orderId, orderId));
      return row ?? null;
    },

    claimDue: ({ now, until }, limit) =>
      session.db
        .update(orders)
        .set({ sendAt: until, tries: sql`${orders.tries} + 1` })
        .where(
          // Drizzle has no SKIP LOCKED inside a condition.
          sql`${orders.orderId} in (
            select order_id from bank_orders as due where state = 'WAITING' and send_at <= ${instantText(now)}::timestamptz
              and not exists (select from bank_orders as earlier
                where earlier.payment_id = due.payment_id and earlier.sequence < due.sequence and earlier.state = 'WAITING')
            order by send_at, sequence limit ${limit} for update skip locked)`,
        )
        .returning(columns),

    async update(orderId, change) {
      await session.db.update(orders).set(change).where(eq(orders.orderId, orderId));
    },

    async updateWaiting(orderId, change) {
      const rows = await session.db
        .update(orders)
        .set(change)
        .where(and(eq(orders.orderId, orderId), eq(orders.state, 'WAITING')))
        .returning({ orderId: orders.orderId });
      return rows.length > 0;
    },

    async backlog(atMost) {
      const rows = await session.db
        .select({ createdAt: orders.createdAt })
        .from(orders)
        .where(eq(orders.state, 'WAITING'))
        .orderBy(asc(sequence))
        .limit(atMost);
      return { count: rows.length, since: rows[0]?.createdAt ?? null };
    },
  };
}
