/** A process claims orders before it sends them: `sendAt` becomes the end of the claim. If the process dies, the orders are due then. */
import { and, asc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { firstRow, type Session } from '../../../db/session.ts';
import { isAnyOf, prepare } from '../../../db/statement.ts';
import { hasValues } from '../../../db/tables/columns.ts';
import { instantText } from '../../../domain/values/iso-date.ts';
import type { ClaimableTpps, OrderState, OrderStore } from '../orders/ports.ts';
import { bankOrders as orders } from './tables.ts';

export const orderChannel = 'bank_orders';

const { sequence, ...columns } = getTableColumns(orders);
const insert = prepare(columns, (db, $) => db.insert(orders).values($));
// Drizzle needs a `from`, so the statement reads a table of one row.
const notify = prepare({}, (db) =>
  db.select({ sent: sql`pg_notify(${sql.raw(`'${orderChannel}'`)}, '')` }).from(sql`(values (1)) as one`),
);

/**
 * One due order of each TPP, of up to `limit` TPPs. Each step of the recursion finds the next TPP in the index. PostgreSQL takes no further
 * step when the outer query has `limit` rows.
 * An order waits for the earlier orders of its payment, and a cancellation also for the stuck credit transfer that it cancels.
 */
const firstDueOrders = (now: number, limit: number, { after, skippedTppIds }: ClaimableTpps) => sql`
  with recursive waiting as (
    select min(tpp_id) as tpp_id from bank_orders where state = 'WAITING' and tpp_id > ${after}
    union all
    select (select min(tpp_id) from bank_orders where state = 'WAITING' and tpp_id > waiting.tpp_id)
    from waiting where waiting.tpp_id is not null)
  select order_id from waiting cross join lateral (
    select order_id from bank_orders as due
    where due.tpp_id = waiting.tpp_id and state = 'WAITING' and send_at <= ${instantText(now)}::timestamptz
      and sequence = (select min(sequence) from bank_orders where tpp_id = due.tpp_id and payment_id = due.payment_id
        and (state = 'WAITING' or (state = 'STUCK' and order_id = due.cancels)))
    order by nominal_date nulls first, send_at, sequence limit 1 for update skip locked) as first_of_tpp
  where not (${isAnyOf(sql`waiting.tpp_id`, skippedTppIds)})
  limit ${limit}`;

/** The state is part of the statement's text, so that PostgreSQL uses the index of the orders in this state. */
const isInState = (state: OrderState) => sql`${orders.state} = ${sql.raw(`'${state}'`)}`;

export function createOrderStore(session: Session): OrderStore {
  const isOfPayment = (paymentId: string) => hasValues(orders, { tppId: session.tppId, paymentId });
  return {
    async add(order) {
      await session.run(insert, order);
      await session.run(notify, {});
    },

    async withdrawUnsentTransfers(paymentId) {
      const isNotAtCore = hasValues(orders, { kind: 'CREDIT_TRANSFER', state: 'WAITING', tries: 0 });
      await session.db
        .update(orders)
        .set({ state: 'WITHDRAWN' })
        .where(and(isOfPayment(paymentId), isNotAtCore));
    },

    ofPayment: (paymentId) =>
      session.db.select(columns).from(orders).where(isOfPayment(paymentId)).orderBy(asc(sequence)),

    find: (orderId) => firstRow(session.db.select(columns).from(orders).where(eq(orders.orderId, orderId))),

    claimDue({ now, until }, limit, tpps) {
      const claim = session.db
        .update(orders)
        .set({ sendAt: until, tries: sql`${orders.tries} + 1` })
        // `array(…)` makes the subquery run once. Without `array`, it might run for each row, and claim `limit` more rows each time.
        .where(sql`${orders.orderId} = any(array(${firstDueOrders(now, limit, tpps)}))`)
        .returning(columns);
      const claimed = session.db.$with('claimed').as(claim);
      return session.db.with(claimed).select().from(claimed).orderBy(asc(claimed.tppId));
    },

    async endClaim({ orderId, tries }, change) {
      // Each claim increments `tries`, so with another value the order belongs to a later claim.
      await session.db
        .update(orders)
        .set(change)
        .where(hasValues(orders, { orderId, tries, state: 'WAITING' }));
    },

    async update(orderId, change) {
      await session.db.update(orders).set(change).where(eq(orders.orderId, orderId));
    },

    async updateWaiting(orderId, change) {
      const isWaiting = hasValues(orders, { orderId, state: 'WAITING' });
      return (await session.rowCount(session.db.update(orders).set(change).where(isWaiting))) > 0;
    },

    async backlog(state, atMost) {
      const rows = await session.db
        .select({ createdAt: orders.createdAt })
        .from(orders)
        .where(isInState(state))
        .orderBy(asc(sequence))
        .limit(atMost);
      return { count: rows.length, since: rows[0]?.createdAt ?? null };
    },

    async countUnreported(date, atMost) {
      const isCreditTransfer = hasValues(orders, { kind: 'CREDIT_TRANSFER' });
      const rows = await session.db
        .select({ orderId: orders.orderId })
        .from(orders)
        .where(and(isInState('SENT'), isCreditTransfer, lt(orders.executionDate, date)))
        .limit(atMost);
      return rows.length;
    },
  };
}
