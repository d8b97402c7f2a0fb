import { z } from 'zod';
import { shownAmount } from '../../domain/fields/shown.ts';
import { type CurrencyCode, currencyDecimals } from '../../domain/values/currencies.ts';
import { formatStoredAmount } from '../../domain/values/money.ts';

/** A text for people. Lone surrogates are replaced and NUL is removed, because PostgreSQL cannot store them. */
export const storableText = z.string().transform((text) => text.toWellFormed().replaceAll('\0', ''));

/** JSON.parse keeps a number exact up to this many digits, counted before and after the decimal point together. */
const maxExactDigits = 15;

/** The output `amount` is a decimal text with all decimals of the currency, never negative. */
export const anyFee = z
  .object({
    amount: z.union([z.string(), z.number()]),
    currency: z.string().toUpperCase().pipe(shownAmount.shape.currency),
  })
  .transform(({ amount, currency }, context) => {
    const amountText = decimalText(amount, currency);
    if (amountText !== null) return { amount: amountText, currency };
    context.addIssue({ code: 'custom', path: ['amount'], message: 'is not a fee in its currency' });
    return z.NEVER;
  });

/** The capture group contains the fraction. */
const plainDecimal = /^0*\d{1,18}(?:\.(\d{1,18}))?$/;

/** null: not a fee in its currency, or a JSON number that is too large to be exact. */
function decimalText(amount: string | number, currency: CurrencyCode): string | null {
  const decimals = currencyDecimals[currency];
  if (typeof amount === 'number' && amount >= 10 ** (maxExactDigits - decimals)) return null;
  const match = plainDecimal.exec(String(amount));
  if (match === null) return null;
  const [, fraction = ''] = match;
  const hasMoreDecimals = /[1-9]/.test(fraction.slice(decimals));
  return hasMoreDecimals ? null : formatStoredAmount(currency, String(amount));
}
