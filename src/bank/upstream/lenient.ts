/**
 * Lenient schemas for responses of an upstream bank. They drop unknown fields, allow any text as a text or code, and allow a number as an
 * amount.
 */
import { z } from 'zod';
import { shownAmount } from '../../domain/fields/shown.ts';
import type { CurrencyCode } from '../../domain/values/currencies.ts';
import { minorUnits } from '../../domain/values/money.ts';
import { boundedText, isStorable } from '../../domain/values/text.ts';

/** Any text that PostgreSQL can store. */
export const anyText = z.string().refine(isStorable, 'cannot be stored');

/** A text for people, shortened to the limit of this service's responses. */
export const messageText = z
  .string()
  .transform((text) => boundedText(text.toWellFormed().replaceAll('\0', '')));

/** null means absent. */
export const optionalOrNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .optional()
    .transform((value) => value ?? undefined);

/** A JSON number with at most this many digits is exactly the decimal in the response. */
const maxExactDigits = 15;

/** An address, relative or absolute, as a text or in an object. The output is an object. */
export const anyLink = z.union([
  z.object({ href: anyText.min(1).max(4_096) }),
  anyText
    .min(1)
    .max(4_096)
    .transform((href) => ({ href })),
]);
export const anyBoolean = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((text) => text === 'true'),
]);

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

/** null if the amount is not a plain decimal, has more decimals than its currency, or is a JSON number that may not be exact. */
function decimalText(amount: string | number, currency: CurrencyCode): string | null {
  const units = minorUnits(currency);
  if (typeof amount === 'number' && Math.abs(amount) >= 10 ** (maxExactDigits - units)) return null;
  const parts = /^(-?)0*(\d{1,18})(?:\.(\d{1,18}))?$/.exec(String(amount));
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (/[1-9]/.test(fraction.slice(units))) return null;
  const decimals = fraction.slice(0, units).padEnd(units, '0');
  return `${sign}${whole}${units === 0 ? '' : `.${decimals}`}`;
}

/** Keeps the fields of the schema, but not their bounds, their lists of codes, or rules about several fields. */
export function lenient(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return optionalOrNull(lenient(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodArray) return z.array(lenient(schema.element as z.ZodType));
  if (schema instanceof z.ZodObject) return isAmount(schema) ? anyAmount : lenientObject(schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return anyText;
  if (schema instanceof z.ZodNumber) return z.number();
  throw new Error(`no lenient form of ${schema.def.type} is known`);
}

function lenientObject(schema: z.ZodObject): z.ZodObject {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, lenient(field as z.ZodType)]);
  return z.object(Object.fromEntries(fields) as z.ZodRawShape);
}

const isAmount = ({ shape }: z.ZodObject): boolean => Object.keys(shape).sort().join() === 'amount,currency';
