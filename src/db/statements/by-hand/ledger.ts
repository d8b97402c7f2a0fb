/**
 * By hand: Drizzle has no select without a table, by which the postings tell at once whether all went as it must, and limits
 * rows by numbers alone, not by the column of a row that asks for some.
 */
import { sql } from 'drizzle-orm';
import type { EntryDetails, Movement, Posting } from '../../../domain/bank/posting.ts';
import { accounts } from '../../tables/sandbox.ts';
import { given } from '../kept.ts';
import { rowsOf, wantedRanges } from '../rows-of.ts';
import { byHand } from './by-hand.ts';

/** A movement with its posting. */
export interface MovementRow extends Movement, Omit<Posting, 'tppId' | 'movements' | 'at'> {
  readonly position: number;
  readonly at: string;
}

const movements = rowsOf<MovementRow>(
  '"postingId" text, position int, kind text, "paymentId" text, transfer int, at timestamptz, "bookingDate" date, currency text, "amountMinor" bigint, "from" text, "to" text, details jsonb',
);

/**
 * Writes movements and balances; what was posted before changes none. Tells whether an account has not got its money, and
 * whether a posting was written without its first movement.
 * Balances change in the order in which accounts are locked, so that not even postings to accounts that nobody has locked deadlock.
 */
export const postedMovements = byHand<
  { tppId: typeof accounts.tppId; movements: typeof movements },
  { readonly gone: boolean; readonly torn: boolean }
>(
  { tppId: accounts.tppId, movements },
  ($) => sql`
    with written as (
      insert into ledger_movements (tpp_id, posting_id, position, kind, payment_id, transfer, at, booking_date, currency, amount_minor, from_account_id, to_account_id, details)
      select ${$.tppId}, row.* from ${$.movements}
      on conflict do nothing
      returning posting_id, position, amount_minor, from_account_id, to_account_id
    ), change as (
      select id, sum(minor) as minor from (
        select from_account_id as id, -amount_minor as minor from written
        union all select to_account_id, amount_minor from written) as side
      where id is not null group by id order by id
    ), changed as (
      update sandbox_accounts as account set balance_minor = balance_minor + change.minor
      from change where account.tpp_id = ${$.tppId} and account.resource_id = change.id
      returning 1
    )
    select (select count(*) from change) <> (select count(*) from changed) as gone,
      (select count(distinct posting_id) <> count(*) filter (where position = 0) from written) as torn`,
);

const booked = { tppId: accounts.tppId, ranges: wantedRanges, atMost: given<number>() };

/** The movements that the debtor account of each payment made, as they are wanted of it. */
export const bookingsOfPayments = byHand<
  typeof booked,
  {
    readonly index: number;
    readonly at: number;
    readonly bookingDate: string;
    readonly currency: string;
    readonly minor: string;
    readonly details: EntryDetails;
  }
>(
  booked,
  ($) => sql`
    select wanted.index, found.* from ${$.ranges}
    cross join lateral (
      select (extract(epoch from at) * 1000)::float8 as at, booking_date::text as "bookingDate",
        currency, amount_minor::text as minor, details
      from ledger_movements
      where tpp_id = ${$.tppId} and payment_id = wanted."paymentId" and position = 0
      order by transfer limit wanted."limit" offset wanted."offset") as found
    limit ${$.atMost}`,
);
