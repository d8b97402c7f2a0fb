/** What payments have moved, read from their postings: the movement that the debtor's account made. */
import { sql } from 'drizzle-orm';
import { writtenAmount } from '../../domain/sandbox/amounts.ts';
import type { Booking, LedgerStore } from '../../operations/ports/ledger.ts';
import type { Executor } from '../client.ts';
import { ledgerMovements } from '../tables/sandbox.ts';
import { wantedRanges } from './rows-of.ts';

type Row = Omit<Booking, 'amount'> & { readonly index: number; readonly minor: string };

export const bookingsOf =
  (db: Executor): LedgerStore['bookingsOf'] =>
  async (tppId, ranges, atMost) => {
    const { rows } = await db.execute<{ [name in keyof Row]: Row[name] }>(sql`
      select wanted.index, found.* from ${wantedRanges(ranges)}
      cross join lateral (
        select (extract(epoch from at) * 1000)::float8 as at, booking_date::text as "bookingDate",
          currency, amount_minor::text as minor, details
        from ${ledgerMovements}
        where payment_id = wanted."paymentId" and position = 0 and tpp_id = ${tppId}
        order by transfer limit wanted."limit" offset wanted."offset") as found
      limit ${atMost + 1}`);
    if (rows.length > atMost) return null;
    const bookings = ranges.map((): Booking[] => []);
    for (const { index, minor, ...row } of rows)
      bookings[index]?.push({ ...row, amount: writtenAmount(BigInt(minor), row.currency) });
    return bookings;
  };
