/**
 * The port through which money moves: `post` alone changes a balance. Accounts that other transactions can
 * see are locked first with `lock`, by resource id in ascending order, so that two postings cannot deadlock.
 */
import type { BookAccount } from '../../domain/bank/book.ts';
import type { EntryDetails, Posting } from '../../domain/bank/posting.ts';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { TransferRange } from './payment-parts.ts';

export interface LedgerAccount extends BookAccount {
  readonly accountName: string;
  readonly bban: string | null;
  readonly iban: string | null;
  readonly kidAgreement: KidAgreement | null;
}

/** Which accounts of a TPP: those with these names, these ids, either of them, of this customer, or all. */
export type LedgerSelection =
  | { readonly accountKeys: readonly string[]; readonly orIds?: readonly string[] }
  | { readonly resourceIds: readonly string[] }
  | { readonly customerId: string }
  | 'ALL';

/** A transfer of a payment as it was booked: what left the debtor account. */
export interface Booking {
  /** Epoch milliseconds, by the clock of the TPP. */
  readonly at: number;
  readonly bookingDate: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly details: EntryDetails;
}

export interface LedgerStore {
  /** The accounts with their balances, locked until the transaction ends, by resource id in ascending order. */
  lock(tppId: string, selection: LedgerSelection): Promise<readonly LedgerAccount[]>;
  /**
   * Writes the postings and changes the balances of locked accounts, in one statement. A transfer of a payment that
   * was posted before is left out. Throws when an account was deleted, and where such a transfer had fewer movements
   * before.
   */
  post(postings: readonly Posting[]): Promise<void>;
  /** What each of the payments has moved, for each range its own; null when that is more than `atMost` in all. */
  bookingsOf(
    tppId: string,
    ranges: readonly TransferRange[],
    atMost: number,
  ): Promise<readonly (readonly Booking[])[] | null>;
}
