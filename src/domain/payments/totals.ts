/** Sums of transfers. */
import { type CurrencyCode, currencyMinorUnits } from '../values/currencies.ts';
import { formatMinor, parseMoney, toMinorUnits } from '../values/money.ts';
import type { InstructedAmount, Transfer } from './instruction.ts';

/** In the order in which the currencies first appear. */
export function totalsOf(transfers: readonly Transfer[]): readonly InstructedAmount[] {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { instructedAmount } of transfers) {
    const currency = instructedAmount.currency as CurrencyCode;
    const money =
      currency in currencyMinorUnits ? parseMoney(instructedAmount.amount, currency) : 'unknown currency';
    if (typeof money === 'string') throw new Error(`stored amount is not valid: ${money}`);
    sums.set(currency, (sums.get(currency) ?? 0n) + toMinorUnits(money));
  }
  return [...sums].map(([currency, minor]) => ({ currency, amount: formatMinor(minor, currency) }));
}
