/** Card accounts of the sandbox and their transactions; a page of these is read from the end of the index. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { minorOf, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import type {
  CardAccountRecord,
  CardStore,
  CardTransactionKey,
  StoredCardTransaction,
} from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { among } from '../../statement.ts';
import { cardAccounts, cardTransactions, customers } from '../../tables/sandbox.ts';
import { countsOf, keysetPage, type List, onDays, pagesOf } from './lists.ts';

type Row = typeof cardAccounts.$inferSelect;

function toCardAccount({ creditLimitMinor, ...row }: Row, customerNumber: string): CardAccountRecord {
  return {
    ...row,
    customerNumber,
    creditLimit: creditLimitMinor === null ? null : writtenAmount(creditLimitMinor, row.currency),
  };
}

function toRow(record: CardAccountRecord): typeof cardAccounts.$inferInsert {
  const { customerNumber: _, creditLimit, ...row } = record;
  return { ...row, creditLimitMinor: creditLimit === null ? null : minorOf(creditLimit, row.currency) };
}

type TransactionRow = Omit<StoredCardTransaction, 'sequence'> & { readonly sequence: string };

const bookings: List<CardTransactionKey, TransactionRow, StoredCardTransaction> = {
  select: sql`${cardTransactions.item} as item, ${cardTransactions.sequence}::text as sequence`,
  from: sql`${cardTransactions}`,
  tppId: cardTransactions.tppId,
  owner: cardTransactions.cardAccountId,
  columns: [cardTransactions.bookingDate, cardTransactions.sequence],
  valuesOf: (key) => [key.bookingDate, key.sequence],
  itemOf: ({ item, sequence }) => ({ item, sequence: Number(sequence) }),
};

const stored = { item: cardTransactions.item, sequence: cardTransactions.sequence };

export function createCardStore(session: Session): CardStore {
  const select = (where: SQL | undefined) =>
    session.db
      .select({ card: cardAccounts, customerNumber: customers.customerNumber })
      .from(cardAccounts)
      .innerJoin(
        customers,
        and(eq(customers.tppId, cardAccounts.tppId), eq(customers.customerId, cardAccounts.customerId)),
      )
      .where(where)
      .orderBy(asc(cardAccounts.createdAt), asc(cardAccounts.resourceId));
  const records = (rows: readonly { card: Row; customerNumber: string }[]) =>
    rows.map(({ card, customerNumber }) => toCardAccount(card, customerNumber));
  const named = (tppId: string, resourceId: string) =>
    and(eq(cardAccounts.tppId, tppId), eq(cardAccounts.resourceId, resourceId));
  const ofCard = (tppId: string, resourceId: string) =>
    and(eq(cardTransactions.tppId, tppId), eq(cardTransactions.cardAccountId, resourceId));

  return {
    async insert(rows) {
      await session.db.insert(cardAccounts).values(rows.map(toRow));
    },
    async list(tppId, part) {
      return records(await select(eq(cardAccounts.tppId, tppId)).limit(part.limit).offset(part.offset));
    },
    findMany: async (tppId, resourceIds) =>
      records(await select(and(eq(cardAccounts.tppId, tppId), among(cardAccounts.resourceId, resourceIds)))),
    transactionsOfMany: (...wanted) => pagesOf(session, bookings, ...wanted),
    countTransactions: (...wanted) => countsOf(session, bookings, ...wanted),
    find: async (tppId, resourceId) => records(await select(named(tppId, resourceId)))[0] ?? null,
    hold: async (tppId, resourceId) =>
      records(await select(named(tppId, resourceId)).for('key share'))[0] ?? null,

    lock: async (tppId, resourceIds) =>
      records(
        await select(and(eq(cardAccounts.tppId, tppId), among(cardAccounts.resourceId, resourceIds))).for(
          'no key update',
          { of: cardAccounts },
        ),
      ),

    async setBalances(resourceId, balances) {
      await session.db.update(cardAccounts).set({ balances }).where(named(session.tppId, resourceId));
    },

    async remove(tppId, resourceId) {
      const gone = await session.db
        .delete(cardAccounts)
        .where(named(tppId, resourceId))
        .returning({ resourceId: cardAccounts.resourceId });
      return gone.length > 0;
    },

    async insertTransactions(cardAccountId, items, createdAt) {
      const { tppId } = session;
      const rows = items.map((item) => {
        const { cardTransactionId, bookingDate } = item;
        return { tppId, cardAccountId, cardTransactionId, bookingDate, item, createdAt };
      });
      const made = await session.db
        .insert(cardTransactions)
        // From the last to the first: numbers grow, and the first item of a request is read first.
        .values(rows.reverse())
        .onConflictDoNothing()
        .returning({ id: cardTransactions.cardTransactionId });
      const stored = new Set(made.map(({ id }) => id));
      return items.map(({ cardTransactionId }) => cardTransactionId).filter((id) => !stored.has(id));
    },

    async transaction(tppId, resourceId, cardTransactionId) {
      const [row] = await session.db
        .select(stored)
        .from(cardTransactions)
        .where(and(ofCard(tppId, resourceId), eq(cardTransactions.cardTransactionId, cardTransactionId)));
      return row ?? null;
    },

    async transactions(resourceId, range, page) {
      const { where, orderBy, arrange } = keysetPage(bookings, page);
      // The index alone selects the rows, so that rows skipped by an offset are not read from the table.
      const wanted = session.db
        .select({ bookingDate: cardTransactions.bookingDate, sequence: cardTransactions.sequence })
        .from(cardTransactions)
        .where(and(ofCard(session.tppId, resourceId), onDays(cardTransactions.bookingDate, range), ...where))
        .orderBy(...orderBy)
        .limit(page.limit)
        .offset(page.offset ?? 0)
        .as('wanted');
      const rows = await session.db
        .select(stored)
        .from(wanted)
        .innerJoin(
          cardTransactions,
          and(
            ofCard(session.tppId, resourceId),
            eq(cardTransactions.bookingDate, wanted.bookingDate),
            eq(cardTransactions.sequence, wanted.sequence),
          ),
        )
        .orderBy(...orderBy);
      return arrange(rows);
    },
  };
}
