import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { EntryDetails } from '../../../domain/bank/posting.ts';
import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import { sandboxMinorUnits, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import type { AccountRecord, AccountStore, EntryKey } from '../../../operations/sandbox/ports.ts';
import { firstRow, type Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { hasValues } from '../../tables/columns.ts';
import { accounts, customers, ledgerEntries } from '../../tables/sandbox.ts';
import { hasAnyKey } from '../account-keys.ts';
import { readPage } from '../keyset.ts';
import { byCreation, countRows } from './creation-pages.ts';
import { isCustomerOf } from './customers.ts';
import { countsOf, type OwnedList, pagesOf } from './lists.ts';

type JoinedAccount = Awaited<ReturnType<typeof accountQuery>>[number];

function toRecord({ account, customerNumber }: JoinedAccount): AccountRecord {
  const { balanceMinor, creditLineMinor, ...row } = account;
  return {
    ...row,
    customerNumber,
    balance: writtenAmount(balanceMinor, row.currency),
    creditLine: writtenAmount(creditLineMinor, row.currency),
  };
}

/** The row has no balance, because a posting brings the money later. */
function toRow(record: AccountRecord): typeof accounts.$inferInsert {
  const { customerNumber: _, balance: __, creditLine, ...row } = record;
  return { ...row, creditLineMinor: sandboxMinorUnits(creditLine, record.currency) };
}

type EntryRow = Omit<AccountEntry, 'amount' | keyof EntryDetails> & {
  readonly minor: string;
  readonly details: EntryDetails;
};

const entryList: OwnedList<EntryKey, EntryRow, AccountEntry> = {
  select: sql`${ledgerEntries.postingId} as "postingId", ${ledgerEntries.position} as position,
    ${ledgerEntries.paymentId} as "paymentId", ${ledgerEntries.bookingDate}::text as "bookingDate",
    ${ledgerEntries.currency} as currency, ${ledgerEntries.amountMinor}::text as minor, ${ledgerEntries.details} as details`,
  // Omits openings and adjustments, which have no payment. The subquery has the name of the database view `ledgerEntries` as its alias,
  // so that columns such as `ledgerEntries.position` refer to the subquery.
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
const withIds = (tppId: string, resourceIds: readonly string[]) =>
  isOfTpp(tppId, isAnyOf(accounts.resourceId, resourceIds));

export function createAccountStore(session: Session): AccountStore {
  return {
    async insert(rows) {
      const insert = session.db.insert(accounts).values(rows.map(toRow)).onConflictDoNothing();
      return (await session.rowCount(insert)) === rows.length;
    },
    async list(tppId, page) {
      const order = byCreation(accounts.createdAt, accounts.resourceId);
      return (await readPage(accountQuery(session).$dynamic(), isOfTpp(tppId), order, page)).map(toRecord);
    },
    count: (...args) => countRows(session, accounts, ...args),
    findMany: (tppId, resourceIds) => selectAccounts(session, withIds(tppId, resourceIds)),
    entries: (...args) => pagesOf(session, entryList, ...args),
    countEntries: (...args) => countsOf(session, entryList, ...args),
    find: (tppId, resourceId) =>
      firstRow(selectAccounts(session, hasValues(accounts, { tppId, resourceId }))),
    findByKeys: (tppId, keys) => selectAccounts(session, isOfTpp(tppId, hasAnyKey(keys))),
    async setBalanceType(resourceId, balanceType) {
      const isAccount = hasValues(accounts, { tppId: session.tppId, resourceId });
      await session.db.update(accounts).set({ balanceType }).where(isAccount);
    },
    async remove(resourceIds) {
      if (resourceIds.length > 0)
        await session.db.delete(accounts).where(withIds(session.tppId, resourceIds));
    },
    entry: (...key) => findEntry(session, ...key),
  };
}

const selectAccounts = async (session: Session, where: SQL | undefined): Promise<readonly AccountRecord[]> =>
  (await accountQuery(session).where(where)).map(toRecord);

const accountQuery = ({ db }: Session) =>
  db
    .select({ account: accounts, customerNumber: customers.customerNumber })
    .from(accounts)
    .leftJoin(customers, isCustomerOf(accounts));

async function findEntry({ db, tppId }: Session, postingId: string, position: number) {
  // The ledger also has entries of deleted accounts, which must not be found.
  const existingAccount = db
    .select({ one: sql`1` })
    .from(accounts)
    .where(hasValues(accounts, { tppId, resourceId: ledgerEntries.accountId }));
  const isEntry = and(
    eq(ledgerEntries.tppId, tppId),
    eq(ledgerEntries.postingId, postingId),
    eq(ledgerEntries.position, position),
  );
  const [row] = await db.execute<EntryRow>(
    sql`select ${entryList.select} from ${entryList.from} where ${isEntry} and ${exists(existingAccount)}`,
  );
  return row ? entryList.itemOf(row) : null;
}
