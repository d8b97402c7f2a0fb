import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { sandboxMinorUnits, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import type {
  CardAccountRecord,
  CardStore,
  CardTransactionKey,
  StoredCardTransaction,
} from '../../../operations/sandbox/ports.ts';
import { firstRow, type Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { hasValues } from '../../tables/columns.ts';
import { cardAccounts, cardTransactions, customers } from '../../tables/sandbox.ts';
import { countUpTo, readPage } from '../keyset.ts';
import { byCreation, countRows } from './creation-pages.ts';
import { isCustomerOf } from './customers.ts';
import { countsOf, type OwnedList, pagesOf } from './lists.ts';

function toRow(record: CardAccountRecord): typeof cardAccounts.$inferInsert {
  const { customerNumber: _, creditLimit, ...row } = record;
  return {
    ...row,
    creditLimitMinor: creditLimit === null ? null : sandboxMinorUnits(creditLimit, row.currency),
  };
}

/** `sequence` is text, because `db.execute` does not convert a bigint to a number. */
type TransactionRow = Omit<StoredCardTransaction, 'sequence'> & { readonly sequence: string };

const transactionList: OwnedList<CardTransactionKey, TransactionRow, StoredCardTransaction> = {
  select: sql`${cardTransactions.item} as item, ${cardTransactions.sequence}::text as sequence`,
  from: sql`${cardTransactions}`,
  tppId: cardTransactions.tppId,
  owner: cardTransactions.cardAccountId,
  columns: [cardTransactions.bookingDate, cardTransactions.sequence],
  valuesOf: (key) => [key.bookingDate, key.sequence],
  itemOf: ({ item, sequence }) => ({ item, sequence: Number(sequence) }),
};

const isOfTpp = (tppId: string, condition?: SQL) => and(eq(cardAccounts.tppId, tppId), condition);
const withId = (tppId: string, resourceId: string) => hasValues(cardAccounts, { tppId, resourceId });
const withIds = (tppId: string, resourceIds: readonly string[]) =>
  isOfTpp(tppId, isAnyOf(cardAccounts.resourceId, resourceIds));

export function createCardStore(session: Session): CardStore {
  const select = (where: SQL | undefined) => selectCards(session).where(where);
  return {
    async insert(rows) {
      await session.db.insert(cardAccounts).values(rows.map(toRow));
    },
    async list(tppId, page) {
      const order = byCreation(cardAccounts.createdAt, cardAccounts.resourceId);
      return toRecords(await readPage(selectCards(session).$dynamic(), isOfTpp(tppId), order, page));
    },
    count: (...args) => countRows(session, cardAccounts, ...args),
    countWithPan: (tppId, maskedPan, atMost) =>
      countUpTo(session.db, cardAccounts, hasValues(cardAccounts, { tppId, maskedPan }), atMost),
    findMany: async (tppId, resourceIds) => toRecords(await select(withIds(tppId, resourceIds))),
    find: async (tppId, resourceId) => toRecords(await select(withId(tppId, resourceId)))[0] ?? null,
    // The customer needs no lock: its deletion also deletes the card account, so it waits for the lock of the card account.
    lockAgainstDeletion: async (tppId, resourceId) =>
      toRecords(await select(withId(tppId, resourceId)).for('key share', { of: cardAccounts }))[0] ?? null,
    lock: async (tppId, resourceIds) =>
      toRecords(
        await select(withIds(tppId, resourceIds))
          .orderBy(asc(cardAccounts.resourceId))
          .for('no key update', { of: cardAccounts }),
      ),
    async setBalances(resourceId, balances) {
      await session.db.update(cardAccounts).set({ balances }).where(withId(session.tppId, resourceId));
    },
    remove: async (tppId, resourceId) =>
      (await session.rowCount(session.db.delete(cardAccounts).where(withId(tppId, resourceId)))) > 0,
    insertTransactions: (...args) => insertTransactions(session, ...args),
    transaction: (tppId, cardAccountId, cardTransactionId) =>
      firstRow(
        session.db
          .select({ item: cardTransactions.item, sequence: cardTransactions.sequence })
          .from(cardTransactions)
          .where(hasValues(cardTransactions, { tppId, cardAccountId, cardTransactionId })),
      ),
    transactions: (...args) => pagesOf(session, transactionList, ...args),
    countTransactions: (...args) => countsOf(session, transactionList, ...args),
  };
}

const selectCards = ({ db }: Session) =>
  db
    .select({ card: cardAccounts, customerNumber: customers.customerNumber })
    .from(cardAccounts)
    .innerJoin(customers, isCustomerOf(cardAccounts));

const toRecords = (rows: Awaited<ReturnType<typeof selectCards>>): CardAccountRecord[] =>
  rows.map(({ card: { creditLimitMinor, ...row }, customerNumber }) => ({
    ...row,
    customerNumber,
    creditLimit: creditLimitMinor === null ? null : writtenAmount(creditLimitMinor, row.currency),
  }));

/** Returns the ids of the items that already existed. */
async function insertTransactions(
  { db, tppId }: Session,
  ...[cardAccountId, items, createdAt]: Parameters<CardStore['insertTransactions']>
): Promise<readonly string[]> {
  const rows = items.map((item) => {
    const { cardTransactionId, bookingDate } = item;
    return { tppId, cardAccountId, cardTransactionId, bookingDate, item, createdAt };
  });
  const insertedRows = await db
    .insert(cardTransactions)
    // Lists show the greatest sequence first, and the first item is to be shown first.
    .values(rows.reverse())
    .onConflictDoNothing()
    .returning({ id: cardTransactions.cardTransactionId });
  const insertedIds = new Set(insertedRows.map(({ id }) => id));
  return items.map(({ cardTransactionId }) => cardTransactionId).filter((id) => !insertedIds.has(id));
}
