/** The ledger: balances change here and nowhere else, each by a posting that takes from one account what it gives to another. */
import { asc, eq, or } from 'drizzle-orm';
import type { Movement, Posting } from '../../domain/bank/posting.ts';
import { writtenAmount } from '../../domain/sandbox/amounts.ts';
import { instantText } from '../../domain/values/iso-date.ts';
import type { Booking, LedgerStore } from '../../operations/ports/ledger.ts';
import { among } from '../statements/among.ts';
import { bookingsOfPayments, type MovementRow, postedMovements } from '../statements/by-hand/ledger.ts';
import { given, pickColumns } from '../statements/kept.ts';
import { narrowed } from '../statements/narrowed.ts';
import { indexed } from '../statements/rows-of.ts';
import type { Session } from '../statements/session.ts';
import { accounts } from '../tables/sandbox.ts';

const { tppId, resourceId, customerId, accountKey } = accounts;

const lockedAccounts = narrowed(
  {
    ...{ tppId, customerId, accountKeys: given<readonly string[]>() },
    ...{ orIds: given<readonly string[]>(), resourceIds: given<readonly string[]>() },
  },
  {
    tppId: ($) => eq(tppId, $.tppId),
    accountKeys: ($) => or(among(accountKey, $.accountKeys), among(resourceId, $.orIds)),
    resourceIds: ($) => among(resourceId, $.resourceIds),
    customerId: ($) => eq(customerId, $.customerId),
  },
  (db, where) =>
    db
      .select(
        pickColumns(accounts, [
          'resourceId',
          'customerId',
          'accountName',
          'bban',
          'iban',
          'accountKey',
          'currency',
          'balanceMinor',
          'creditLineMinor',
          'kidAgreement',
        ]),
      )
      .from(accounts)
      .where(where)
      .orderBy(asc(resourceId))
      .for('no key update'),
);

/** Property by property: a run has a hundred thousand, and spreads of both would be a tenth of the work for each. */
const rowOf = (posting: Posting, movement: Movement, position: number, at: string): MovementRow => ({
  postingId: posting.postingId,
  position,
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

export const createLedgerStore = (session: Session): LedgerStore => ({
  lock(tppId, selection) {
    const wanted = selection === 'ALL' ? { tppId } : { tppId, orIds: [], ...selection };
    return session.rows(lockedAccounts(wanted, null), wanted);
  },

  async post(postings) {
    if (postings.length === 0) return;
    const movements = postings.flatMap((posting) => {
      const at = instantText(posting.at);
      return posting.movements.map((movement, line) => rowOf(posting, movement, 2 * line, at));
    });
    const posted = await session.first(postedMovements, { tppId: session.tppId, movements });
    if (posted?.gone !== false) throw new Error('a posting names an account that is gone');
    if (posted.torn) throw new Error('a transfer was posted before in fewer movements');
  },

  async bookingsOf(tppId, ranges, atMost) {
    const wanted = { tppId, ranges: indexed(ranges), atMost: atMost + 1 };
    const rows = await session.rows(bookingsOfPayments, wanted);
    if (rows.length > atMost) return null;
    const bookings = ranges.map((): Booking[] => []);
    for (const { index, minor, ...row } of rows)
      bookings[index]?.push({ ...row, amount: writtenAmount(BigInt(minor), row.currency) });
    return bookings;
  },
});
