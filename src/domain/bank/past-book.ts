/** Books the settled payments of a seed, without a check of their funds. */
import { type AccountNumbers, accountFinder, type Instruction } from '../payments/instruction.ts';
import type { Payer } from '../payments/payer.ts';
import { type BookAccount, type BookCard, openBook, type TransferFailure } from './book.ts';
import type { PastBooking, PaymentPast } from './payment-past.ts';
import { type Movement, sumByAccount } from './posting.ts';

interface PastAccount extends AccountNumbers, Pick<BookAccount, 'resourceId' | 'currency'> {
  readonly holderName: string | null;
}

interface PastCard extends Pick<BookCard, 'resourceId' | 'currency'> {
  readonly maskedPan: string;
  readonly holderName: string;
}

export interface PastAccounts {
  readonly accounts: readonly PastAccount[];
  readonly cards: readonly PastCard[];
}

export interface BookedTransfer extends Omit<PastBooking, 'transfer'> {
  readonly movements: readonly Movement[];
}

export interface BookingFailure extends Pick<PastBooking, 'transferNumber'> {
  readonly reason: TransferFailure;
}

export interface BookedPayment {
  readonly payer: Payer | null;
  readonly debtorName: string | null;
  readonly transfers: readonly BookedTransfer[];
  readonly bookingFailures: readonly BookingFailure[];
}

interface PaymentWithPast {
  readonly instruction: Instruction;
  readonly debtorName?: string | undefined;
  readonly past: PaymentPast;
}

/** Returns a function that books one payment at each call. */
export function pastPaymentBooker({
  accounts,
  cards,
}: PastAccounts): (payment: PaymentWithPast) => BookedPayment {
  // If `customerId` is null, the account has unlimited funds, so its balance does not matter.
  const unlimitedFunds = { customerId: null, balanceMinor: 0n, creditLineMinor: 0n };
  const book = openBook(
    accounts.map((account) => ({ ...account, ...unlimitedFunds })),
    cards.map((card) => ({ ...card, customerId: null, availableMinor: 0n })),
  );
  const findAccount = accountFinder(accounts);

  function payerOf({ debtorAccount }: Instruction): {
    readonly payer: Payer;
    readonly holderName: string | null;
  } {
    const identification = debtorAccount.other?.identification;
    const card = cards.find(({ maskedPan }) => maskedPan === identification);
    if (card) return { payer: { kind: 'CARD_ACCOUNT', id: card.resourceId }, holderName: card.holderName };
    const account = findAccount(debtorAccount);
    if (!account) return { payer: { kind: 'OUTSIDE' }, holderName: null };
    return { payer: { kind: 'ACCOUNT', id: account.resourceId }, holderName: account.holderName };
  }

  return ({ instruction, past, debtorName: seedDebtorName = null }) => {
    if (!past.isApproved)
      return { payer: null, debtorName: seedDebtorName, transfers: [], bookingFailures: [] };
    const { payer, holderName } = payerOf(instruction);
    const debtorName = seedDebtorName ?? holderName;
    const debtor = { payer, name: debtorName, account: instruction.debtorAccount };
    const transfers: BookedTransfer[] = [];
    const bookingFailures: BookingFailure[] = [];
    for (const { transferNumber, transfer, at } of past.bookings) {
      const result = book.transfer(debtor, transfer);
      if (result.settled) transfers.push({ transferNumber, at, movements: result.movements });
      else bookingFailures.push({ transferNumber, reason: result.why });
    }
    return { payer, debtorName, transfers, bookingFailures };
  };
}

/** In minor units, by the id of the account. */
export function balanceChangesOf(
  payments: readonly Pick<BookedPayment, 'transfers'>[],
): ReadonlyMap<string, bigint> {
  const bookedTransfers = payments.flatMap(({ transfers }) => transfers);
  return sumByAccount(bookedTransfers.flatMap(({ movements }) => movements));
}
