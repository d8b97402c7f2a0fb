/** What payments have moved so far, a part of each payment's bookings. */
import { refuse } from '../../domain/refusal.ts';
import { paymentRead } from '../operation.ts';
import type { TransferRange } from '../ports/payment-parts.ts';

/** Bookings that are read at once. */
export const bookingsAtOnce = 5_000;

export const getBookingsOfPayments = paymentRead({
  name: 'getBookingsOfPayments',
  refusals: ['BAD_REQUEST'],
  async run({ stores, caller }, ranges: readonly TransferRange[]) {
    const found = await stores.ledger.bookingsOf(caller.tppId, ranges, bookingsAtOnce);
    if (found) return found;
    const text = `the payments have more than ${bookingsAtOnce} bookings to show; ask for fewer payments, or for some bookings by first and offset`;
    throw refuse('BAD_REQUEST', { text });
  },
});
