/** Sandbox accounts and their entries. Only ledger.ts changes balances. */
import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { EntryDetails } from '../../../domain/bank/posting.ts';
import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import { minorOf, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import type { AccountRecord, AccountStore, EntryKey } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { accounts, customers, ledgerEntries } from '../../tables/sandbox.ts';
import { hasAnyKey } from '../account-keys.ts';
import { keysetPage } from '../keyset.ts';
import { countRows, creationPage } from './creation-pages.ts';
import { countsOf, isInRange, type List, pagesOf } from './lists.ts';

type AccountRow = typeof accounts.$inferSelect;

function toRecord({ account, customerNumber }: AccountQueryRow): AccountRecord {
  const { balanceMinor, creditLineMinor, ...row } = account;
  return {
    ...row,
    customerNumber,
    balance: writtenAmount(balanceMinor, row.currency),
    creditLine: writtenAmount(creditLineMinor, row.currency),
  };
}

function toRow(record: AccountRecord): typeof accounts.$inferInsert {
  const { customerNumber: _, balance: __, creditLine, ...row } = record;
  return { ...row, creditLineMinor: minorOf(creditLine, record.currency) };
}

type EntryRow = Omit<AccountEntry, 'amount' | keyof EntryDetails> & {
  readonly minor: string;
  readonly details: EntryDetails;
};

const entryList: List<EntryKey, EntryRow, AccountEntry> = {
  select: sql`${ledgerEntries.postingId} as "postingId", ${ledgerEntries.position} as position,
    ${ledgerEntries.paymentId} as "paymentId", ${ledgerEntries.bookingDate}::text as "bookingDate",
    ${ledgerEntries.currency} as currency, ${ledgerEntries.amountMinor}::text as minor, ${ledgerEntries.details} as details`,
  from: sql`(select * from ${ledgerEntries} where payment_id is not null) as ${ledgerEntries}`,
  tppId: ledgerEntries.tppId,
  owner: ledgerEntries.accountId,
  columns: [ledgerEntries.bookingDate, ledgerEntries.postingId, ledgerEntries.position],
  valuesOf: (key) => [key.bookingDate, key.postingId, key.position],
  itemOf: ({ minor, details, ...row }) => ({
    ...row,
    ...details,
    amount: writtenAmount(BigInt(minor), row.currency),
  }),
};

const isOfTpp = (tppId: string, condition?: SQL) => and(eq(accounts.tppId, tppId), condition);
const withId = (tppId: string, resourceId: string) => isOfTpp(tppId, eq(accounts.resourceId, resourceId));
const withIds = (tppId: string, resourceIds: readonly string[]) =>
  isOfTpp(tppId, isAnyOf(accounts.resourceId, resourceIds));

export function createAccountStore(session: Session): AccountStore {
  return {
    async insert(rows) {
      const insertedRows = await session.db
        .insert(accounts)
        .values(rows.map(toRow))
        .onConflictDoNothing()
        .returning({ resourceId: accounts.resourceId });
      return insertedRows.length === rows.length;
    },
    list: (...args) => listAccounts(session, ...args),
    count: (...args) => countRows(session, accounts, ...args),
    findMany: (tppId, resourceIds) => selectAccounts(session, withIds(tppId, resourceIds)),
    entriesOfMany: (...args) => pagesOf(session, entryList, ...args),
    countEntries: (...args) => countsOf(session, entryList, ...args),
    find: async (tppId, resourceId) => (await selectAccounts(session, withId(tppId, resourceId)))[0] ?? null,
    findByKeys: (tppId, keys) => selectAccounts(session, isOfTpp(tppId, hasAnyKey(keys))),
    async setBalanceType(resourceId, balanceType) {
      await session.db.update(accounts).set({ balanceType }).where(withId(session.tppId, resourceId));
    },
    async remove(resourceIds) {
      if (resourceIds.length > 0)
        await session.db.delete(accounts).where(withIds(session.tppId, resourceIds));
    },
    entries: (...args) => listEntries(session, ...args),
    entry: (...key) => findEntry(session, ...key),
  };
}

async function listAccounts(
  session: Session,
  ...[tppId, page]: Parameters<AccountStore['list']>
): Promise<readonly AccountRecord[]> {
  const { where, orderBy, inOrder } = creationPage(accounts.createdAt, accounts.resourceId, page);
  const rows = await accountQuery(session, isOfTpp(tppId, and(...where)))
    .orderBy(...orderBy)
    .limit(page.limit)
    .offset(page.offset ?? 0);
  return inOrder(rows).map(toRecord);
}

const selectAccounts = async (session: Session, where: SQL | undefined): Promise<readonly AccountRecord[]> =>
  (await accountQuery(session, where)).map(toRecord);

interface AccountQueryRow {
  readonly account: AccountRow;
  readonly customerNumber: string | null;
}

const accountQuery = ({ db }: Session, where: SQL | undefined) =>
  db
    .select({ account: accounts, customerNumber: customers.customerNumber })
    .from(accounts)
    .leftJoin(
      customers,
      and(eq(customers.tppId, accounts.tppId), eq(customers.customerId, accounts.customerId)),
    )
    .where(where);

const selectEntries = ({ db, tppId }: Session, ...conditions: readonly (SQL | undefined)[]) =>
  db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.tppId, tppId), isNotNull(ledgerEntries.paymentId), ...conditions));

async function listEntries(
  session: Session,
  ...[resourceId, range, page]: Parameters<AccountStore['entries']>
): Promise<readonly AccountEntry[]> {
  const { where, orderBy, inOrder } = keysetPage(entryList, page);
  const { accountId, bookingDate } = ledgerEntries;
  const rows = await selectEntries(
    session,
    eq(accountId, resourceId),
    isInRange(bookingDate, range),
    ...where,
  )
    .orderBy(...orderBy)
    .limit(page.limit)
    .offset(page.offset ?? 0);
  return inOrder(rows).map(toAccountEntry);
}

async function findEntry(
  session: Session,
  postingId: string,
  position: number,
): Promise<AccountEntry | null> {
  // The ledger also has entries of deleted accounts.
  const existingAccount = session.db
    .select({ one: sql`1` })
    .from(accounts)
    .where(isOfTpp(session.tppId, eq(accounts.resourceId, ledgerEntries.accountId)));
  const [row] = await selectEntries(
    session,
    eq(ledgerEntries.postingId, postingId),
    eq(ledgerEntries.position, position),
    exists(existingAccount),
  );
  return row ? toAccountEntry(row) : null;
}

function toAccountEntry(row: typeof ledgerEntries.$inferSelect): AccountEntry {
  const { postingId, position, paymentId, bookingDate, currency, amountMinor, details } = row;
  if (paymentId === null) throw new Error(`the entry of the posting ${postingId} has no payment id`);
  const amount = writtenAmount(amountMinor, currency);
  return { postingId, position, paymentId, bookingDate, currency, amount, ...details };
}
