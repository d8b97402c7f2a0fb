/** A movement takes an amount from one account and gives it to another, so the ledger adds up to zero. */
import type { AccountReference, Transfer } from '../payments/instruction.ts';

export type PostingKind = 'OPENING' | 'ADJUSTMENT' | 'PAYMENT';

export interface EntryDetails extends Partial<Omit<Transfer, 'instructedAmount'>> {
  readonly debtorName?: string | undefined;
  readonly debtorAccount?: AccountReference | undefined;
}

export interface Movement {
  /** The id of an account; null: the bank itself, which also stands for accounts outside the sandbox. */
  readonly from: string | null;
  readonly to: string | null;
  readonly currency: string;
  /** Greater than zero. */
  readonly amountMinor: bigint;
  readonly details: EntryDetails;
}

export interface Posting {
  readonly postingId: string;
  readonly kind: PostingKind;
  readonly paymentId: string | null;
  /** Bulk: the index of the entry. Periodic: the `DayNumber` of the nominal day. Else 0. */
  readonly transferNumber: number;
  /** Epoch milliseconds, by the clock of the TPP. */
  readonly at: number;
  /** Day in Europe/Oslo. */
  readonly bookingDate: string;
  /** At least one; the movement of the debtor account comes first. */
  readonly movements: readonly Movement[];
}

/** The change of each balance in minor units, by the id of the account. */
export function sumByAccount(movements: readonly Movement[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (accountId: string | null, minor: bigint) => {
    if (accountId !== null) sums.set(accountId, (sums.get(accountId) ?? 0n) + minor);
  };
  for (const { from, to, amountMinor } of movements) {
    add(from, -amountMinor);
    add(to, amountMinor);
  }
  return sums;
}

/** The largest value of a database column for minor units. */
export const minorAtMost = 2n ** 63n - 1n;

/** A difference that is too large for one movement makes two: to zero, and from zero. */
export function adjustment(
  accountId: string,
  currency: string,
  oldBalanceMinor: bigint,
  newBalanceMinor: bigint,
): readonly Movement[] {
  if (oldBalanceMinor === newBalanceMinor) return [];
  const isCredit = newBalanceMinor > oldBalanceMinor;
  const amountMinor = isCredit ? newBalanceMinor - oldBalanceMinor : oldBalanceMinor - newBalanceMinor;
  if (amountMinor > minorAtMost)
    return [
      ...adjustment(accountId, currency, oldBalanceMinor, 0n),
      ...adjustment(accountId, currency, 0n, newBalanceMinor),
    ];
  const [from, to] = isCredit ? [null, accountId] : [accountId, null];
  return [{ from, to, currency, amountMinor, details: {} }];
}
