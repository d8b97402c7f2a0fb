/** The credit of a card account: how much of it is available, and how a payment reduces it. */
import { defaultBalanceType, minorOf, type ShownBalance, writtenAmount } from './amounts.ts';
import type { CardAccount } from './card-account.ts';

type Credit = Pick<CardAccount, 'creditLimit' | 'balances' | 'currency'>;

/** Uses the balance with a type like "available", otherwise the first one. A debt counts against the credit limit. */
export function availableCredit({ creditLimit, balances, currency }: Credit): bigint {
  const limit = creditLimit === null ? 0n : minorOf(creditLimit, currency);
  const available = balances.find(({ balanceType }) => isAvailable(balanceType));
  const balance = available ?? balances[0];
  if (balance === undefined) return limit;
  const minor = minorOf(balance.balanceAmount.amount, currency);
  if (available !== undefined) return minor;
  // Other types do not say what they are, so only a negative amount is surely a debt.
  return isBooked(balance.balanceType) || minor < 0n ? limit + minor : minor;
}

const isAvailable = (balanceType: string): boolean => /available/i.test(balanceType);
const isBooked = (balanceType: string): boolean => /booked/i.test(balanceType);

export function balancesAfter(card: Credit, chargedMinor: bigint): readonly ShownBalance[] {
  const { balances, currency } = card;
  const writeAmount = (minor: bigint) => ({ amount: writtenAmount(minor, currency), currency });
  if (balances.length === 0) {
    const balanceAmount = writeAmount(availableCredit(card) - chargedMinor);
    return [{ balanceType: defaultBalanceType, balanceAmount }];
  }
  return balances.map(({ balanceType, balanceAmount: { amount } }) => ({
    balanceType,
    balanceAmount: writeAmount(minorOf(amount, currency) - chargedMinor),
  }));
}
