/** Signing baskets. A unique index ensures that a payment is in at most one open basket, also under concurrent requests. */
import { and, asc, desc, eq, getTableColumns, gt, lt, ne, sql } from 'drizzle-orm';
import type { BasketStore, ListedPayment } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { keyedStatement } from '../../shared-reads.ts';
import { isAnyOf, mapStatementRows, type PlaceholdersOf, prepare, value } from '../../statement.ts';
import { basketPayments, baskets } from '../../tables/authorisations.ts';
import { payments } from '../../tables/payments.ts';
import { newestBaskets } from '../payments/children-of-payments.ts';
import { listStatements, toListed } from '../payments/payment-parts.ts';

const { basketId, tppId, state } = baskets;
const isPaymentOfMember = and(
  eq(payments.tppId, basketPayments.tppId),
  eq(payments.paymentId, basketPayments.paymentId),
);
const basketKey = { tppId, basketId };
const isMember = ($: PlaceholdersOf<typeof basketKey>) =>
  and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.basketId, $.basketId));

const insertBasket = prepare(getTableColumns(baskets), (db, $) => db.insert(baskets).values($));
/** `insert` counts the returned rows, because the row count of Citus includes those that `on conflict` skipped. */
const memberColumns = { paymentId: basketPayments.paymentId };
const insertMembers = prepare(
  { ...basketKey, paymentIds: value<readonly string[]>() },
  (db, $) =>
    db
      .insert(basketPayments)
      .select(
        sql`select ${$.tppId}, ${$.basketId}, (position - 1)::int, id, true
        from unnest(${$.paymentIds}::text[]) with ordinality as member (id, position)`,
      )
      .onConflictDoNothing()
      .returning(memberColumns),
  memberColumns,
);
const selectBasket = prepare(basketKey, (db, $) =>
  db
    .select()
    .from(baskets)
    .where(and(eq(tppId, $.tppId), eq(basketId, $.basketId))),
);

const countBaskets = prepare({ tppId, atMost: value<number>() }, (db, $) => {
  const basketRows = db
    .select({ one: sql`1`.as('one') })
    .from(baskets)
    .where(and(eq(tppId, $.tppId), ne(state, 'DELETED')))
    .orderBy(desc(basketId))
    .limit($.atMost)
    .as('counted');
  return db.select({ count: sql<number>`count(*)::int` }).from(basketRows);
});

const selectMembers = prepare(basketKey, (db, $) =>
  db
    .select(getTableColumns(payments))
    .from(basketPayments)
    .innerJoin(payments, isPaymentOfMember)
    .where(isMember($))
    .orderBy(asc(basketPayments.position)),
);
const lockMembers = prepare(basketKey, (db, $) =>
  db
    .select({ paymentId: payments.paymentId })
    .from(basketPayments)
    .innerJoin(payments, isPaymentOfMember)
    .where(isMember($))
    .orderBy(asc(payments.paymentId))
    .for('update', { of: payments }),
);
const selectMembersOfBaskets = listStatements((columns) => {
  const statement = prepare({ tppId, keys: value<readonly string[]>() }, (db, $) =>
    db
      .select({ ...columns, basketId: basketPayments.basketId })
      .from(basketPayments)
      .innerJoin(payments, isPaymentOfMember)
      .where(and(eq(basketPayments.tppId, $.tppId), isAnyOf(basketPayments.basketId, $.keys)))
      .orderBy(asc(basketPayments.basketId), asc(basketPayments.position)),
  );
  return keyedStatement(
    mapStatementRows(statement, ({ basketId, ...payment }) => ({ basketId, payment: toListed(payment) })),
    ({ basketId }) => basketId,
  );
});

const selectOpenBasket = prepare({ tppId, paymentId: basketPayments.paymentId }, (db, $) =>
  db
    .select({ basketId: basketPayments.basketId })
    .from(basketPayments)
    .where(
      and(
        eq(basketPayments.tppId, $.tppId),
        eq(basketPayments.paymentId, $.paymentId),
        basketPayments.isOpen,
      ),
    ),
);

const closeBasket = prepare({ ...basketKey, state }, (db, $) =>
  db
    .update(baskets)
    .set({ state: $.state })
    .where(and(eq(tppId, $.tppId), eq(basketId, $.basketId), eq(state, 'OPEN'))),
);
const releaseMembers = prepare(basketKey, (db, $) =>
  db.update(basketPayments).set({ isOpen: false }).where(isMember($)),
);

export const createBasketStore = (session: Session): BasketStore => ({
  async insert(basket, paymentIds) {
    await session.run(insertBasket, basket);
    const { tppId, basketId } = basket;
    const insertedMembers = await session.rows(insertMembers, { tppId, basketId, paymentIds });
    return insertedMembers.length === paymentIds.length;
  },

  find: (tppId, basketId) => session.first(selectBasket, { tppId, basketId }),

  async page(ofTpp, { limit, after, before, fromEnd = false }) {
    const rows = await session.db
      .select()
      .from(baskets)
      .where(
        and(
          eq(tppId, ofTpp),
          ne(state, 'DELETED'),
          after === undefined ? undefined : lt(basketId, after),
          before === undefined ? undefined : gt(basketId, before),
        ),
      )
      .orderBy(fromEnd ? asc(basketId) : desc(basketId))
      .limit(limit);
    return fromEnd ? rows.reverse() : rows;
  },

  count: async (tppId, atMost) => (await session.first(countBaskets, { tppId, atMost }))?.count ?? 0,

  async paymentsOfMany(basketIds, withInstructions) {
    const byBasket = new Map<string, ListedPayment[]>(basketIds.map((id) => [id, []]));
    for (const { basketId, payment } of await session.byKeys(
      selectMembersOfBaskets({ withInstructions }),
      basketIds,
    ))
      byBasket.get(basketId)?.push(payment);
    return byBasket;
  },

  paymentsOf: (basketId) => session.rows(selectMembers, { tppId: session.tppId, basketId }),

  async lockPayments(basketId) {
    const key = { tppId: session.tppId, basketId };
    await session.rows(lockMembers, key);
    return session.rows(selectMembers, key);
  },

  async newestBasketsOf(paymentIds) {
    const rows = await session.byKeys(newestBaskets, paymentIds);
    return new Map(rows.map(({ paymentId, basket }) => [paymentId, basket]));
  },

  openBasketIdOf: async (paymentId) =>
    (await session.first(selectOpenBasket, { tppId: session.tppId, paymentId }))?.basketId ?? null,

  async close(basketId, state) {
    const key = { tppId: session.tppId, basketId };
    await session.run(closeBasket, { ...key, state });
    await session.run(releaseMembers, key);
  },
});
