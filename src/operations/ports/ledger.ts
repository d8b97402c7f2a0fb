/** Only `post` changes a balance. Call `lock` once per database transaction, for all its accounts, so that postings cannot deadlock. */
import type { BookAccount } from '../../domain/bank/book.ts';
import type { EntryDetails, Posting } from '../../domain/bank/posting.ts';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { TransferRange } from '../payments/ports.ts';

export interface LedgerAccount extends BookAccount {
  readonly bban: string | null;
  readonly iban: string | null;
  readonly kidAgreement: KidAgreement | null;
}

export type LedgerSelection =
  | { readonly accountKeys: readonly string[]; readonly orResourceIds?: readonly string[] }
  | { readonly resourceIds: readonly string[] }
  | { readonly customerId: string }
  | 'ALL';

/** Money that left the debtor account. */
export interface Booking {
  /** Bulk payment: index of the entry. Periodic payment: day of the execution as a DayNumber. Otherwise 0. */
  readonly transferNumber: number;
  /** By the clock of the TPP. */
  readonly at: number;
  readonly bookingDate: string;
  readonly amount: string;
  readonly currency: string;
  readonly details: EntryDetails;
}

export interface LedgerStore {
  /** Locks in ascending order of resource ids. */
  lock(tppId: string, selection: LedgerSelection): Promise<readonly LedgerAccount[]>;
  /** Skips movements that are already stored. Throws if an account does not exist, or if a posting is stored with fewer movements. */
  post(postings: readonly Posting[]): Promise<void>;
  /** One list for each range. null: the ranges together have more than `atMost` bookings. */
  bookingsOf(
    tppId: string,
    ranges: readonly TransferRange[],
    atMost: number,
  ): Promise<readonly (readonly Booking[])[] | null>;
}
