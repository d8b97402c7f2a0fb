/** Accounts of the sandbox and the entries that payments made on them. Balances move in ledger.ts alone. */
import { and, asc, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import { minorOf, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import type { AccountRecord, AccountStore, EntryKey, ListPart } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { among } from '../../statement.ts';
import { accounts, customers, electronicIbanOfAccount, ledgerEntries } from '../../tables/sandbox.ts';
import { countsOf, keysetPage, type List, onDays, pagesOf } from './lists.ts';

type Row = typeof accounts.$inferSelect;

function toAccount(
  { balanceMinor, creditLineMinor, ...row }: Row,
  customerNumber: string | null,
): AccountRecord {
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

type EntryRow = Omit<AccountEntry, 'amount'> & { readonly minor: string };

/** Entries that payments made. */
const ofPayments: List<EntryKey, EntryRow, AccountEntry> = {
  select: sql`${ledgerEntries.postingId} as "postingId", ${ledgerEntries.position} as position,
    ${ledgerEntries.paymentId} as "paymentId", ${ledgerEntries.bookingDate}::text as "bookingDate",
    ${ledgerEntries.currency} as currency, ${ledgerEntries.amountMinor}::text as minor, ${ledgerEntries.details} as details`,
  from: sql`(select * from ${ledgerEntries} where payment_id is not null) as ${ledgerEntries}`,
  tppId: ledgerEntries.tppId,
  owner: ledgerEntries.accountId,
  columns: [ledgerEntries.bookingDate, ledgerEntries.postingId, ledgerEntries.position],
  valuesOf: (key) => [key.bookingDate, key.postingId, key.position],
  itemOf: ({ minor, ...row }) => ({ ...row, amount: writtenAmount(BigInt(minor), row.currency) }),
};

export function createAccountStore(session: Session): AccountStore {
  const named = (resourceId: string) =>
    and(eq(accounts.tppId, session.tppId), eq(accounts.resourceId, resourceId));
  async function records(where: SQL | undefined, part?: ListPart): Promise<readonly AccountRecord[]> {
    const selected = session.db
      .select({ account: accounts, customerNumber: customers.customerNumber })
      .from(accounts)
      .leftJoin(
        customers,
        and(eq(customers.tppId, accounts.tppId), eq(customers.customerId, accounts.customerId)),
      )
      .where(where)
      .orderBy(asc(accounts.createdAt), asc(accounts.resourceId));
    const rows = await (part ? selected.limit(part.limit).offset(part.offset) : selected);
    return rows.map(({ account, customerNumber }) => toAccount(account, customerNumber));
  }
  const first = async (where: SQL | undefined) => (await records(where))[0] ?? null;
  const entries = (...conditions: readonly (SQL | undefined)[]) =>
    session.db
      .select()
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.tppId, session.tppId), isNotNull(ledgerEntries.paymentId), ...conditions));

  return {
    async insert(rows) {
      const made = await session.db
        .insert(accounts)
        .values(rows.map(toRow))
        .onConflictDoNothing()
        .returning({ resourceId: accounts.resourceId });
      return made.length === rows.length;
    },
    list: (tppId, part) => records(eq(accounts.tppId, tppId), part),
    findMany: (tppId, resourceIds) =>
      records(and(eq(accounts.tppId, tppId), among(accounts.resourceId, resourceIds))),
    entriesOfMany: (...wanted) => pagesOf(session, ofPayments, ...wanted),
    countEntries: (...wanted) => countsOf(session, ofPayments, ...wanted),
    find: (tppId, resourceId) => first(and(eq(accounts.tppId, tppId), eq(accounts.resourceId, resourceId))),

    findByNumbers: (tppId, { bban, iban }) =>
      records(
        and(
          eq(accounts.tppId, tppId),
          or(eq(accounts.accountKey, `bban:${bban}`), eq(electronicIbanOfAccount, iban)),
        ),
      ),

    async setBalanceType(resourceId, balanceType) {
      await session.db.update(accounts).set({ balanceType }).where(named(resourceId));
    },

    async remove(resourceIds) {
      if (resourceIds.length === 0) return;
      const { tppId } = session;
      await session.db
        .delete(accounts)
        .where(and(eq(accounts.tppId, tppId), among(accounts.resourceId, resourceIds)));
    },

    async entries(resourceId, range, page) {
      const { where, orderBy, arrange } = keysetPage(ofPayments, page);
      const { accountId, bookingDate } = ledgerEntries;
      const rows = await entries(eq(accountId, resourceId), onDays(bookingDate, range), ...where)
        .orderBy(...orderBy)
        .limit(page.limit)
        .offset(page.offset ?? 0);
      return arrange(rows).map(toEntry);
    },

    async entry(postingId, position) {
      // The ledger also has entries of accounts that have been deleted.
      const account = session.db
        .select({ one: sql`1` })
        .from(accounts)
        .where(and(eq(accounts.tppId, session.tppId), eq(accounts.resourceId, ledgerEntries.accountId)));
      const [row] = await entries(
        eq(ledgerEntries.postingId, postingId),
        eq(ledgerEntries.position, position),
        exists(account),
      );
      return row ? toEntry(row) : null;
    },
  };
}

function toEntry(row: typeof ledgerEntries.$inferSelect): AccountEntry {
  const { postingId, position, paymentId, bookingDate, currency, amountMinor, details } = row;
  if (paymentId === null) throw new Error(`the posting ${postingId} of a payment does not name it`);
  const amount = writtenAmount(amountMinor, currency);
  return { postingId, position, paymentId, bookingDate, currency, amount, details };
}
