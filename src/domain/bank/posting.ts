/**
 * Postings: how money moves in the simulated bank. A posting is made of movements, each of which takes from one account
 * what it gives to another, so that its two entries, and those of the whole ledger, add up to zero in each currency. Pure;
 * the store writes them.
 */
import type { AccountReference, Transfer } from '../payments/instruction.ts';

export type PostingKind = 'OPENING' | 'ADJUSTMENT' | 'PAYMENT';

/** What the holders of both accounts see of a movement. */
export interface EntryDetails extends Partial<Omit<Transfer, 'instructedAmount'>> {
  readonly debtorName?: string | undefined;
  readonly debtorAccount?: AccountReference | undefined;
}

/** Money that leaves one account and comes to another: a debit entry and a credit entry. */
export interface Movement {
  /** null: the bank itself, which is the other side of payments to and from accounts outside the sandbox. */
  readonly from: string | null;
  readonly to: string | null;
  readonly currency: string;
  /** Greater than zero. */
  readonly amountMinor: bigint;
  readonly details: EntryDetails;
}

export interface Posting {
  readonly postingId: string;
  readonly tppId: string;
  readonly kind: PostingKind;
  /** The payment that moves the money, for PAYMENT. */
  readonly paymentId: string | null;
  /** Which transfer of the payment: entry of a bulk, execution of a periodic payment; 0 for a single one. */
  readonly transfer: number;
  /** Epoch milliseconds, by the clock of the TPP. */
  readonly at: number;
  /** Day in Europe/Oslo. */
  readonly bookingDate: string;
  /** At least one; of a payment that of the debtor's account comes first. */
  readonly movements: readonly Movement[];
}

/** Movements of the bank itself show no details to a holder. */
const noDetails: EntryDetails = {};

/** What a column of minor units holds: one movement at most, and as much as a balance. */
export const minorAtMost = 2n ** 63n - 1n;

/** What brings an account from one balance to another: one movement, or two by way of zero where one cannot hold as much. */
export function adjustment(
  accountId: string,
  currency: string,
  fromMinor: bigint,
  toMinor: bigint,
): readonly Movement[] {
  if (fromMinor === toMinor) return [];
  const [least, most] = toMinor > fromMinor ? [fromMinor, toMinor] : [toMinor, fromMinor];
  const amountMinor = most - least;
  if (amountMinor > minorAtMost)
    return [
      ...adjustment(accountId, currency, fromMinor, 0n),
      ...adjustment(accountId, currency, 0n, toMinor),
    ];
  const [from, to] = toMinor > fromMinor ? [null, accountId] : [accountId, null];
  return [{ from, to, currency, amountMinor, details: noDetails }];
}
