/**
 * Postings: how money moves in the simulated bank. Every movement takes from one side what it gives to the other, so
 * the entries of a posting, and of the whole ledger, add up to zero in each currency. Pure; the store writes them.
 */
import type { AccountReference, Remittance } from '../payments/instruction.ts';

export type PostingKind = 'OPENING' | 'ADJUSTMENT' | 'PAYMENT';

/** What the holder of an account sees of an entry. */
export interface EntryDetails {
  readonly debtorName?: string | undefined;
  readonly debtorAccount?: AccountReference | undefined;
  readonly creditorName?: string | undefined;
  readonly creditorAccount?: AccountReference | undefined;
  readonly endToEndIdentification?: string | undefined;
  readonly remittanceInformationUnstructured?: string | undefined;
  readonly remittanceInformationStructured?: Remittance | undefined;
  readonly remittanceInformationStructuredArray?: readonly Remittance[] | undefined;
}

export interface Entry {
  /** null: the bank itself, which is the other side of payments to and from accounts outside the sandbox. */
  readonly accountId: string | null;
  readonly currency: string;
  /** Positive: money in. */
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
  readonly entries: readonly Entry[];
}

export interface Movement {
  readonly from: string | null;
  readonly to: string | null;
  readonly currency: string;
  /** Greater than zero. */
  readonly amountMinor: bigint;
  readonly details?: EntryDetails;
}

/** The two entries of a movement of money. */
export function movement({
  from,
  to,
  currency,
  amountMinor,
  details = {},
}: Movement): readonly [Entry, Entry] {
  if (amountMinor <= 0n) throw new RangeError('a movement takes an amount greater than zero');
  return [
    { accountId: from, currency, amountMinor: -amountMinor, details },
    { accountId: to, currency, amountMinor, details },
  ];
}

/** The entries that bring an account from one balance to another; the bank takes the other side. */
export function adjustment(
  accountId: string,
  currency: string,
  fromMinor: bigint,
  toMinor: bigint,
): readonly Entry[] {
  if (fromMinor === toMinor) return [];
  return toMinor > fromMinor
    ? movement({ from: null, to: accountId, currency, amountMinor: toMinor - fromMinor })
    : movement({ from: accountId, to: null, currency, amountMinor: fromMinor - toMinor });
}

/** The posting, checked: its entries add up to zero in each currency. Throws a RangeError otherwise: a defect. */
export function balancedPosting(posting: Posting): Posting {
  if (posting.entries.length < 2) throw new RangeError('a posting has at least two entries');
  const sums = new Map<string, bigint>();
  for (const { currency, amountMinor } of posting.entries) {
    if (amountMinor === 0n) throw new RangeError('an entry moves money');
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new RangeError(`the entries in ${currency} add up to ${sum}, not to zero`);
  }
  if ((posting.kind === 'PAYMENT') !== (posting.paymentId !== null)) {
    throw new RangeError('a posting of kind PAYMENT names its payment, no other does');
  }
  return posting;
}

/** What the posting changes on each account, by resource id in ascending order: the order in which rows are locked. */
export function changesByAccount({ entries }: Posting): readonly (readonly [string, bigint])[] {
  const changes = new Map<string, bigint>();
  for (const { accountId, amountMinor } of entries) {
    if (accountId !== null) changes.set(accountId, (changes.get(accountId) ?? 0n) + amountMinor);
  }
  return [...changes].sort(([one], [other]) => (one < other ? -1 : 1));
}
