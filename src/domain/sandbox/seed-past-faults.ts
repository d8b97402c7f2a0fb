/** Checks whether the simulated bank could have executed the payments of a seed. */
import {
  type BookedPayment,
  type BookingFailure,
  balanceChangesOf,
  type PastAccounts,
  pastPaymentBooker,
} from '../bank/past-book.ts';
import { statusChangesOf } from '../bank/past-moves.ts';
import { type PaymentPast, pastOf } from '../bank/payment-past.ts';
import { minorAtMost } from '../bank/posting.ts';
import { writePath } from '../fields/path.ts';
import { accountKey, transfersOf } from '../payments/instruction.ts';
import { isFinal } from '../payments/status.ts';
import { instantText } from '../values/iso-date.ts';
import { sandboxMinorUnits } from './amounts.ts';
import { type FaultAtPath, faultIf } from './rules.ts';
import type { Seed } from './seed.ts';
import { accountsOf } from './seed-faults.ts';
import { type SeedPayment, seedPaymentsAtMost, timesOf } from './seed-payment.ts';

/** Nothing in a seed has an id yet, so the keys of accounts and the numbers of cards are used as ids. */
function pastAccounts(seed: Seed): PastAccounts {
  const { customers = [] } = seed;
  const names = new Map(customers.map(({ customerNumber, customerName }) => [customerNumber, customerName]));
  return {
    accounts: accountsOf(seed).map(({ account, owner }) => ({
      resourceId: accountKey(account),
      bban: account.bban,
      iban: account.iban,
      currency: account.currency,
      holderName: owner === null ? null : (names.get(owner) ?? null),
    })),
    cards: customers.flatMap(({ cardAccounts = [], customerName: holderName }) =>
      cardAccounts.map(({ maskedPan, currency }) => ({
        resourceId: `card:${maskedPan}`,
        maskedPan,
        currency,
        holderName,
      })),
    ),
  };
}

/** The other failures do not occur: funds are not checked, and no account of a seed is deleted. */
const faultTexts: Partial<Readonly<Record<BookingFailure['reason'], string>>> = {
  TOO_LARGE: 'is more than an account of this bank can hold',
  TOO_SMALL: 'is less than the smallest unit of the currency of the creditor account',
};

/** In a bulk payment, the number of a transfer is its index in `payments`. */
function amountFaults(
  { product }: SeedPayment,
  bookingFailures: readonly BookingFailure[],
): readonly FaultAtPath[] {
  // The executions of a periodic payment have one amount, so the map keeps the same failure only once.
  const faults = new Map<string, FaultAtPath>();
  for (const { transferNumber, reason } of bookingFailures) {
    const text = faultTexts[reason];
    if (text === undefined) continue;
    const entryPath = product.settlement === 'ENTRIES' ? ['payments', transferNumber] : [];
    const path = ['body', ...entryPath, 'instructedAmount'];
    faults.set(`${writePath(path)} ${text}`, { path, text });
  }
  return [...faults.values()];
}

export function pastExecutionFaults(
  seed: Seed,
  payments: readonly SeedPayment[],
  sandboxStart: number,
): readonly FaultAtPath[] {
  const bookPayment = pastPaymentBooker(pastAccounts(seed));
  const faults: FaultAtPath[] = [];
  const bookedPayments: BookedPayment[] = [];
  let transferCount = 0;
  for (const [index, payment] of payments.entries()) {
    // One execution more than allowed, so that the check after the loop notices if there are too many.
    const past = pastOf(payment, sandboxStart, seedPaymentsAtMost.transfers + 1);
    // A bulk payment has many transfers, and a periodic payment has many executions of one transfer. The larger number counts.
    transferCount += Math.max(transfersOf(payment.instruction).length, past.executions.length);
    const bookedPayment = bookPayment({ ...payment, past });
    bookedPayments.push(bookedPayment);
    const paymentFaults = [
      ...pastFaults(payment, past),
      ...amountFaults(payment, bookedPayment.bookingFailures),
    ];
    faults.push(...paymentFaults.map(({ path, text }) => ({ path: ['payments', index, ...path], text })));
    // With too many transfers, the remaining payments are not checked.
    if (transferCount > seedPaymentsAtMost.transfers) break;
  }
  return [
    ...faults,
    ...faultIf(
      transferCount > seedPaymentsAtMost.transfers,
      ['payments'],
      `must have at most ${seedPaymentsAtMost.transfers} transfers and executions in all`,
    ),
    ...openingBalanceFaults(seed, balanceChangesOf(bookedPayments)),
  ];
}

function pastFaults(payment: SeedPayment, past: PaymentPast): readonly FaultAtPath[] {
  const seedStatus = statusChangesOf(payment).at(-1)?.status ?? 'RCVD';
  const possibleDates = new Set<string>(past.executions.map(({ nominalDate }) => nominalDate));
  return [
    // `pastOf` changes only one status: ACCP of a periodic payment whose last execution is over.
    ...faultIf(
      past.status !== seedStatus,
      ['status'],
      `must be ${past.status}, because the plan has no further execution`,
    ),
    ...(payment.executions ?? []).flatMap(({ nominalDate }, position) =>
      faultIf(
        !possibleDates.has(nominalDate),
        ['executions', position, 'nominalDate'],
        'must be the day of an execution in the plan: after the approval, and before the end of the payment or, if the payment has not ended, before the start of the sandbox',
      ),
    ),
    ...timesOf(payment).resultTimes.flatMap(({ path, at }) =>
      faultIf(
        isFinal(past.status) && at > past.updatedAt,
        path,
        `must not be later than the end of the payment, ${instantText(past.updatedAt)}`,
      ),
    ),
  ];
}

const openingBalanceText =
  'does not fit the payments of this seed: before them, the account would have had more money or more debt than this bank can store';

/** An opening balance is the balance in the seed without the changes that the payments of the seed made. */
function openingBalanceFaults(seed: Seed, changes: ReadonlyMap<string, bigint>): readonly FaultAtPath[] {
  return accountsOf(seed).flatMap(({ account, path }) => {
    const amount = account.balances?.[0]?.balanceAmount.amount ?? 0;
    const opening = sandboxMinorUnits(amount, account.currency) - (changes.get(accountKey(account)) ?? 0n);
    return opening > minorAtMost || opening < -minorAtMost
      ? [{ path: [...path, 'balances'], text: openingBalanceText }]
      : [];
  });
}
