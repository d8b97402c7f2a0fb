/**
 * Only `post` changes a balance. Call `lock` first, once for all accounts of the transaction, so that postings cannot
 * deadlock.
 */
import type { BookAccount } from '../../domain/bank/book.ts';
import type { EntryDetails, Posting } from '../../domain/bank/posting.ts';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { TransferRange } from '../payments/ports.ts';

export interface LedgerAccount extends BookAccount {
  readonly accountName: string;
  readonly bban: string | null;
  readonly iban: string | null;
  readonly kidAgreement: KidAgreement | null;
}

/** Which accounts of a TPP to lock. `orResourceIds`: also the accounts with these ids. */
export type LedgerSelection =
  | { readonly accountKeys: readonly string[]; readonly orResourceIds?: readonly string[] }
  | { readonly resourceIds: readonly string[] }
  | { readonly customerId: string }
  | 'ALL';

/** Money that left the debtor account. */
export interface Booking {
  /** Of a bulk payment, the index of the entry. Of a periodic payment, the day of the execution as a DayNumber. Otherwise 0. */
  readonly transferNumber: number;
  /** Epoch milliseconds, by the clock of the TPP. */
  readonly at: number;
  readonly bookingDate: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly details: EntryDetails;
}

export interface LedgerStore {
  /** Locks the accounts in ascending order of resource ids, until the transaction ends. */
  lock(tppId: string, selection: LedgerSelection): Promise<readonly LedgerAccount[]>;
  /**
   * Runs one statement. Skips transfers that were posted before. Throws if an account was deleted, or if a transfer was posted
   * before with fewer movements.
   */
  post(postings: readonly Posting[]): Promise<void>;
  /** One list for each range; null: there are more than `atMost` bookings in all. */
  bookingsOf(
    tppId: string,
    ranges: readonly TransferRange[],
    atMost: number,
  ): Promise<readonly (readonly Booking[])[] | null>;
}
