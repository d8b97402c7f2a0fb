/** The ledger: balances change here and nowhere else, each by a posting whose entries add up to zero. */

import { and, asc, eq, sql } from 'drizzle-orm';
import {
  balancedPosting,
  changesByAccount,
  type EntryDetails,
  type Posting,
} from '../../domain/bank/posting.ts';
import { instantText } from '../../domain/values/instant-text.ts';
import type { LedgerSelection, LedgerStore } from '../../operations/ports/ledger.ts';
import type { Executor } from '../client.ts';
import { accounts, ledgerEntries, ledgerPostings } from '../tables/sandbox.ts';
import { among } from './among.ts';
import { bookingsOf } from './bookings.ts';
import { arrayOf, rowsOf } from './rows-of.ts';

const ledgerAccount = {
  resourceId: accounts.resourceId,
  customerId: accounts.customerId,
  accountName: accounts.accountName,
  bban: accounts.bban,
  iban: accounts.iban,
  accountKey: accounts.accountKey,
  currency: accounts.currency,
  balanceMinor: accounts.balanceMinor,
  creditLineMinor: accounts.creditLineMinor,
  kidAgreement: accounts.kidAgreement,
};

function selected(selection: LedgerSelection) {
  if (selection === 'ALL') return undefined;
  if ('accountKeys' in selection) return among(accounts.accountKey, selection.accountKeys);
  if ('resourceIds' in selection) return among(accounts.resourceId, selection.resourceIds);
  return eq(accounts.customerId, selection.customerId);
}

/** Changes the balances of the posting's accounts, which the caller has locked or made. */
async function changeBalances(db: Executor, posting: Posting): Promise<void> {
  const changes = changesByAccount(posting);
  if (changes.length === 0) return;
  const rows = sql.join(
    changes.map(([id, change]) => sql`(${id}, ${change.toString()}::bigint)`),
    sql`, `,
  );
  const { rowCount } = await db.execute(sql`
    update ${accounts} set balance_minor = balance_minor + change.minor
    from (values ${rows}) as change (id, minor) where resource_id = change.id and tpp_id = ${posting.tppId}`);
  if (rowCount !== changes.length) throw new Error('a posting names an account that is gone');
}

export function createLedgerStore(db: Executor): LedgerStore {
  return {
    lock: (tppId, selection) =>
      db
        .select(ledgerAccount)
        .from(accounts)
        .where(and(eq(accounts.tppId, tppId), selected(selection)))
        .orderBy(asc(accounts.resourceId))
        .for('no key update'),

    async post(posting) {
      const { entries, at, ...header } = balancedPosting(posting);
      const made = await db
        .insert(ledgerPostings)
        .values({ ...header, at: new Date(at) })
        .onConflictDoNothing()
        .returning({ postingId: ledgerPostings.postingId });
      if (made.length === 0) return false;
      await changeBalances(db, posting);
      const { postingId, tppId, bookingDate } = posting;
      await db.insert(ledgerEntries).values(
        entries.map((entry, position) => ({
          ...entry,
          details: { ...entry.details },
          postingId,
          position,
          tppId,
          bookingDate,
        })),
      );
      return true;
    },

    async postMany(postings) {
      if (postings.length > 0) await db.execute(postingsStatement(postings.map(balancedPosting)));
    },

    bookingsOf: bookingsOf(db),
  };
}

/**
 * Writes headers, entries and balances; a transfer that was posted before adds no entries and changes no balance. By `is true`
 * PostgreSQL looks the postings up in a table of hashes, instead of comparing each entry with each. Details go once for
 * all entries that share them, since to read them is most of the work.
 */
function postingsStatement(postings: readonly Posting[]) {
  const headers = postings.map((posting) => ({ ...posting, at: instantText(posting.at) }));
  const places = new Map<EntryDetails, number>();
  const lines = postings.flatMap(({ postingId, tppId, bookingDate, entries }) =>
    entries.map(({ accountId, currency, amountMinor, details }, position) => {
      const shared = places.get(details) ?? places.size + 1;
      places.set(details, shared);
      return { postingId, position, tppId, accountId, currency, amountMinor, bookingDate, shared };
    }),
  );
  const header =
    '"postingId" text, "tppId" text, kind text, "paymentId" text, transfer int, at timestamptz, "bookingDate" date';
  const line =
    '"postingId" text, position int, "tppId" text, "accountId" text, currency text, "amountMinor" bigint, "bookingDate" date, shared int';
  return sql`
    with posted as (
      insert into ledger_postings (posting_id, tpp_id, kind, payment_id, transfer, at, booking_date)
      select "postingId", "tppId", kind, "paymentId", transfer, at, "bookingDate" from ${rowsOf(headers, header)}
      on conflict do nothing
      returning posting_id
    ), line as (
      select * from ${rowsOf(lines, line)} where ("postingId" in (select posting_id from posted)) is true
    ), detail as materialized (
      select ${arrayOf([...places.keys()], 'jsonb')} as given
    ), written as (
      insert into ledger_entries (posting_id, position, tpp_id, account_id, currency, amount_minor, booking_date, details)
      select "postingId", position, "tppId", "accountId", currency, "amountMinor", "bookingDate", (select given from detail)[shared]
      from line
    )
    update sandbox_accounts set balance_minor = balance_minor + change.minor
    from (select "accountId" as id, sum("amountMinor")::bigint as minor from line where "accountId" is not null group by 1) as change
    where resource_id = change.id`;
}
