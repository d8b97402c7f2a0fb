/** The credit of a card account: how much of it is available, and how a payment reduces it. */
import { defaultBalanceType, minorOf, type ShownBalance, writtenAmount } from './amounts.ts';
import type { CardAccount } from './card-account.ts';

type Credit = Pick<CardAccount, 'creditLimit' | 'balances' | 'currency'>;

/**
 * Uses the balance with a type like "available", otherwise the first one. A negative balance is a debt, and counts
 * against the credit limit.
 */
export function availableCredit({ creditLimit, balances, currency }: Credit): bigint {
  const limit = creditLimit === null ? 0n : minorOf(creditLimit, currency);
  const balance = balances.find(({ balanceType }) => /available/i.test(balanceType)) ?? balances[0];
  if (balance === undefined) return limit;
  const minor = minorOf(balance.balanceAmount.amount, currency);
  return minor < 0n ? limit + minor : minor;
}

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
