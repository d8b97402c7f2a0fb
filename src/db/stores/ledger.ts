/** The ledger: balances change here and nowhere else, each by a posting that takes from one account what it gives to another. */

import { and, asc, eq, sql } from 'drizzle-orm';
import type { Movement, Posting } from '../../domain/bank/posting.ts';
import { writtenAmount } from '../../domain/sandbox/amounts.ts';
import { instantText } from '../../domain/values/iso-date.ts';
import type { Booking, LedgerSelection, LedgerStore } from '../../operations/ports/ledger.ts';
import type { Executor } from '../connections/client.ts';
import { among } from '../statements/among.ts';
import { rowsOf, wantedRanges } from '../statements/rows-of.ts';
import { built, sideBySide } from '../statements/side-by-side.ts';
import { accounts, ledgerMovements } from '../tables/sandbox.ts';

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

export function createLedgerStore(db: Executor): LedgerStore {
  return {
    lock: (tppId, selection) =>
      db
        .select(ledgerAccount)
        .from(accounts)
        .where(and(eq(accounts.tppId, tppId), selected(selection)))
        .orderBy(asc(accounts.resourceId))
        .for('no key update'),

    async post(postings) {
      if (postings.length === 0) return;
      const rows = await db.execute<{ gone: boolean; torn: boolean }>(postingsStatement(postings));
      if (rows[0]?.gone !== false) throw new Error('a posting names an account that is gone');
      if (rows[0].torn) throw new Error('a transfer was posted before in fewer movements');
    },

    bookingsOf: bookingsOf(db),
  };
}

const columns =
  '"postingId" text, position int, "tppId" text, kind text, "paymentId" text, transfer int, at timestamptz, "bookingDate" date, currency text, "amountMinor" bigint, "from" text, "to" text, details jsonb';

/** Property by property: a run has a hundred thousand, and spreads of both would be a tenth of the work for each. */
const rowOf = (posting: Posting, movement: Movement, position: number, at: string) => ({
  postingId: posting.postingId,
  position,
  tppId: posting.tppId,
  kind: posting.kind,
  paymentId: posting.paymentId,
  transfer: posting.transfer,
  at,
  bookingDate: posting.bookingDate,
  currency: movement.currency,
  amountMinor: movement.amountMinor,
  from: movement.from,
  to: movement.to,
  details: movement.details,
});

/**
 * Writes movements and balances; what was posted before changes none. Tells whether an account has not got its money, and
 * whether a posting was written without its first movement.
 * Balances change in the order in which accounts are locked, so that not even postings to accounts that nobody has locked deadlock.
 */
function postingsStatement(postings: readonly Posting[]) {
  const rows = postings.flatMap((posting) => {
    const at = instantText(posting.at);
    return posting.movements.map((movement, line) => rowOf(posting, movement, 2 * line, at));
  });
  return sql`
    with written as (
      insert into ledger_movements (posting_id, position, tpp_id, kind, payment_id, transfer, at, booking_date, currency, amount_minor, from_account_id, to_account_id, details)
      select * from ${rowsOf(rows, columns)}
      on conflict do nothing
      returning posting_id, position, tpp_id, amount_minor, from_account_id, to_account_id
    ), change as (
      select tpp_id, id, sum(minor)::bigint as minor from (
        select tpp_id, from_account_id as id, -amount_minor as minor from written
        union all select tpp_id, to_account_id, amount_minor from written) as side
      where id is not null group by tpp_id, id order by id
    ), changed as (
      update sandbox_accounts as account set balance_minor = balance_minor + change.minor
      from change where account.resource_id = change.id and account.tpp_id = change.tpp_id
      returning 1
    )
    select (select count(*) from change) <> (select count(*) from changed) as gone,
      (select count(distinct posting_id) <> count(*) filter (where position = 0) from written) as torn`;
}

type BookingRow = Omit<Booking, 'amount'> & { readonly index: number; readonly minor: string };

/** The movements that the debtor account made. */
const bookingsOf =
  (db: Executor): LedgerStore['bookingsOf'] =>
  (tppId, ranges, atMost) => {
    const statement = sql`
      select wanted.index, found.* from ${wantedRanges(ranges)}
      cross join lateral (
        select (extract(epoch from at) * 1000)::float8 as at, booking_date::text as "bookingDate",
          currency, amount_minor::text as minor, details
        from ${ledgerMovements}
        where payment_id = wanted."paymentId" and position = 0 and tpp_id = ${tppId}
        order by transfer limit wanted."limit" offset wanted."offset") as found
      limit ${atMost + 1}`;
    return sideBySide(db)(
      built(db, 'bookings', statement, (rows) => {
        if (rows.length > atMost) return null;
        const bookings = ranges.map((): Booking[] => []);
        for (const { index, minor, ...row } of rows as unknown as readonly BookingRow[])
          bookings[index]?.push({ ...row, amount: writtenAmount(BigInt(minor), row.currency) });
        return bookings;
      }),
    );
  };
