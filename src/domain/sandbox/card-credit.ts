import { defaultBalanceType, type ShownBalance, sandboxMinorUnits, writtenAmount } from './amounts.ts';
import type { CardAccount } from './card-account.ts';

type Credit = Pick<CardAccount, 'creditLimit' | 'balances' | 'currency'>;

/**
 * In minor units: the balance of the type "available", else the first balance.
 * If the first balance has the type "booked" or is negative, it excludes the limit, so the limit is added.
 */
export function availableCredit({ creditLimit, balances, currency }: Credit): bigint {
  const limit = creditLimit === null ? 0n : sandboxMinorUnits(creditLimit, currency);
  const available = balances.find(({ balanceType }) => isAvailable(balanceType));
  const balance = available ?? balances[0];
  if (balance === undefined) return limit;
  const minor = sandboxMinorUnits(balance.balanceAmount.amount, currency);
  if (available !== undefined) return minor;
  // A balance of an unknown type may be the available credit. If it is negative, it must be a debt.
  const excludesLimit = isBooked(balance.balanceType) || minor < 0n;
  return excludesLimit ? limit + minor : minor;
}

const isAvailable = (balanceType: string): boolean => /available/i.test(balanceType);
const isBooked = (balanceType: string): boolean => /booked/i.test(balanceType);

/** `debitedMinor` is in minor units of the card's currency. */
export function balancesAfter(card: Credit, debitedMinor: bigint): readonly ShownBalance[] {
  const { balances, currency } = card;
  const writeAmount = (minor: bigint) => ({ amount: writtenAmount(minor, currency), currency });
  if (balances.length === 0) {
    const balanceAmount = writeAmount(availableCredit(card) - debitedMinor);
    return [{ balanceType: defaultBalanceType, balanceAmount }];
  }
  return balances.map(({ balanceType, balanceAmount: { amount } }) => ({
    balanceType,
    balanceAmount: writeAmount(sandboxMinorUnits(amount, currency) - debitedMinor),
  }));
}
