import { and, asc, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { BasketStore } from '../../../operations/ports/stores.ts';
import { firstRow, type Session } from '../../session.ts';
import { isAnyOf, prepare, value } from '../../statement.ts';
import { basketPayments, baskets } from '../../tables/authorisations.ts';
import { hasValues, pickColumns } from '../../tables/columns.ts';
import { payments } from '../../tables/payments.ts';
import { countUpTo, type Order, readPage } from '../keyset.ts';
import { listColumns, toListed } from '../payments/payment-parts.ts';
import { wantedIds } from '../rows-of.ts';

const isPaymentOfMember = hasValues(payments, pickColumns(basketPayments, ['tppId', 'paymentId']));
const isBasket = (tppId: string, basketId: string) => hasValues(baskets, { tppId, basketId });
const isListed = (tppId: string) => and(eq(baskets.tppId, tppId), ne(baskets.state, 'DELETED'));
// Ids of baskets begin with the time of their creation.
const newestFirst: Order<string> = { columns: [baskets.basketId], valuesOf: (id) => [id] };
const isMemberOf = (tppId: string, basketId: string) => hasValues(basketPayments, { tppId, basketId });

const membersOfBaskets = (withInstructions: boolean) =>
  prepare({ tppId: baskets.tppId, keys: value<readonly string[]>() }, (db, $) =>
    db
      .select({ key: basketPayments.basketId, item: listColumns({ withInstructions }) })
      .from(basketPayments)
      .innerJoin(payments, isPaymentOfMember)
      .where(and(eq(basketPayments.tppId, $.tppId), isAnyOf(basketPayments.basketId, $.keys)))
      .orderBy(asc(basketPayments.basketId), asc(basketPayments.position)),
  );
const membersWithInstructions = membersOfBaskets(true);
const membersWithoutInstructions = membersOfBaskets(false);

/** `offset 0` keeps PostgreSQL from flattening the subquery, so that PostgreSQL reads the baskets of each payment by an index. */
const newestBaskets = prepare({ tppId: baskets.tppId, keys: value<readonly string[]>() }, (db, $) => {
  const ofPayment = db
    .select(getTableColumns(baskets))
    .from(basketPayments)
    .innerJoin(baskets, hasValues(baskets, pickColumns(basketPayments, ['tppId', 'basketId'])))
    .where(
      and(
        hasValues(basketPayments, { tppId: $.tppId, paymentId: sql`wanted.id` }),
        ne(baskets.state, 'DELETED'),
      ),
    )
    .offset(sql`0` as never)
    .as('of_payment');
  const newest = db.select().from(ofPayment).orderBy(desc(ofPayment.basketId)).limit(1).as('newest');
  return db
    .select({ key: sql<string>`wanted.id`, item: newest._.selectedFields })
    .from(wantedIds($.keys))
    .crossJoinLateral(newest);
});

export const createBasketStore = (session: Session): BasketStore => ({
  async insert(basket, paymentIds) {
    const { db } = session;
    await db.insert(baskets).values(basket);
    // The selected values are in the order of the table's columns; `true` is the value of `isOpen`.
    const members = sql`select ${basket.tppId}, ${basket.basketId}, (position - 1)::int, id, true
      from unnest(${sql.param(paymentIds)}::text[]) with ordinality as member (id, position)`;
    const insert = db.insert(basketPayments).select(members).onConflictDoNothing();
    return (await session.rowCount(insert)) === paymentIds.length;
  },

  find: (tppId, id) => firstRow(session.db.select().from(baskets).where(isBasket(tppId, id))),

  page: (tppId, page) =>
    readPage(session.db.select().from(baskets).$dynamic(), isListed(tppId), newestFirst, page),

  count: (tppId, atMost) => countUpTo(session.db, baskets, isListed(tppId), atMost, desc(baskets.basketId)),

  async paymentsOfMany(basketIds, withInstructions) {
    const members = withInstructions ? membersWithInstructions : membersWithoutInstructions;
    const byBasket = await session.byKeys(members, basketIds);
    return new Map([...byBasket].map(([id, rows]) => [id, rows.map(toListed)]));
  },

  paymentsOf: (id) => paymentsOf(session, id),

  async lockPayments(id) {
    await session.db
      .select({ paymentId: payments.paymentId })
      .from(basketPayments)
      .innerJoin(payments, isPaymentOfMember)
      .where(isMemberOf(session.tppId, id))
      .orderBy(asc(payments.paymentId))
      .for('update', { of: payments });
    return paymentsOf(session, id);
  },

  async newestBasketsOf(paymentIds) {
    const byPayment = await session.byKeys(newestBaskets, paymentIds);
    return new Map([...byPayment].flatMap(([id, [newest]]) => (newest ? [[id, newest]] : [])));
  },

  async openBasketIdOf(paymentId) {
    const isOfPayment = hasValues(basketPayments, { tppId: session.tppId, paymentId });
    const openBasket = session.db
      .select({ basketId: basketPayments.basketId })
      .from(basketPayments)
      .where(and(isOfPayment, basketPayments.isOpen));
    return (await firstRow(openBasket))?.basketId ?? null;
  },

  async close(id, newState) {
    const { db, tppId } = session;
    await db
      .update(baskets)
      .set({ state: newState })
      .where(and(isBasket(tppId, id), eq(baskets.state, 'OPEN')));
    await db.update(basketPayments).set({ isOpen: false }).where(isMemberOf(tppId, id));
  },
});

const paymentsOf = ({ db, tppId }: Session, id: string) =>
  db
    .select(getTableColumns(payments))
    .from(basketPayments)
    .innerJoin(payments, isPaymentOfMember)
    .where(isMemberOf(tppId, id))
    .orderBy(asc(basketPayments.position));
