/** Schemas of values that another system sends and that this service stores or passes on. */
import { z } from 'zod';
import { shownAmount } from '../../domain/fields/shown.ts';
import { type CurrencyCode, currencyMinorUnits } from '../../domain/values/currencies.ts';

/** A text for people. PostgreSQL cannot store the characters that are left out. */
export const storableText = z.string().transform((text) => text.toWellFormed().replaceAll('\0', ''));

/**
 * A JSON number with at most this many digits is exactly the decimal in the response. JSON.parse may round a longer one to such a decimal,
 * by less than a fifth of a minor unit.
 */
const maxExactDigits = 15;

/** The output is a text with all decimals of the currency. */
export const anyAmount = z
  .object({
    amount: z.union([z.string(), z.number()]),
    currency: z.string().toUpperCase().pipe(shownAmount.shape.currency),
  })
  .transform(({ amount, currency }, context) => {
    const amountText = decimalText(amount, currency);
    if (amountText !== null) return { amount: amountText, currency };
    context.addIssue({ code: 'custom', path: ['amount'], message: 'is not an amount in its currency' });
    return z.NEVER;
  });

/** null if the amount is not a plain decimal, has more decimals than its currency, or is too large to be exact as a JSON number. */
function decimalText(amount: string | number, currency: CurrencyCode): string | null {
  const units = currencyMinorUnits[currency];
  if (typeof amount === 'number' && Math.abs(amount) >= 10 ** (maxExactDigits - units)) return null;
  const parts = /^(-?)0*(\d{1,18})(?:\.(\d{1,18}))?$/.exec(String(amount));
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (/[1-9]/.test(fraction.slice(units))) return null;
  const decimals = fraction.slice(0, units).padEnd(units, '0');
  return `${sign}${whole}${units === 0 ? '' : `.${decimals}`}`;
}
