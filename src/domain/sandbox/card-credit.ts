/** Computes the available credit of a card account, and its balances after a payment. */
import { defaultBalanceType, minorOf, type ShownBalance, writtenAmount } from './amounts.ts';
import type { CardAccount } from './card-account.ts';

type Credit = Pick<CardAccount, 'creditLimit' | 'balances' | 'currency'>;

/**
 * In minor units: the balance with a type like "available". Without such a balance, the first one or, if that is a debt, the limit minus
 * the debt. Without balances, the limit.
 */
export function availableCredit({ creditLimit, balances, currency }: Credit): bigint {
  const limit = creditLimit === null ? 0n : minorOf(creditLimit, currency);
  const available = balances.find(({ balanceType }) => isAvailable(balanceType));
  const balance = available ?? balances[0];
  if (balance === undefined) return limit;
  const minor = minorOf(balance.balanceAmount.amount, currency);
  if (available !== undefined) return minor;
  // A balance of an unknown type may be the available credit. If it is negative, it must be a debt.
  const isDebt = isBooked(balance.balanceType) || minor < 0n;
  return isDebt ? limit + minor : minor;
}

const isAvailable = (balanceType: string): boolean => /available/i.test(balanceType);
const isBooked = (balanceType: string): boolean => /booked/i.test(balanceType);

/** All balances of the card after a payment of `chargedMinor` minor units. */
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
