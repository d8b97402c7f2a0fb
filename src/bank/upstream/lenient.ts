/**
 * Derives lenient schemas for responses of an upstream bank: unknown fields are dropped, texts and codes may be any, an
 * amount may be a number.
 */
import { z } from 'zod';
import { shownAmount } from '../../domain/fields/shown.ts';
import type { CurrencyCode } from '../../domain/values/currencies.ts';
import { minorUnits } from '../../domain/values/money.ts';
import { boundedText, isStorable } from '../../domain/values/text.ts';

/** Must be storable. */
export const anyText = z.string().refine(isStorable, 'cannot be stored');

/** Shortened to the limit of our responses. */
export const message = z.string().transform((text) => boundedText(text.toWellFormed().replaceAll('\0', '')));

/** null counts as absent. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .optional()
    .transform((value) => value ?? undefined);

/** A JSON number of at most so many digits is exactly the decimal that was written. */
const exactDigits = 15;

/** Relative or absolute; verbs are optional. */
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

/** Accepts text or number; returns text with the currency's minor units. */
export const anyAmount = z
  .object({
    amount: z.union([z.string(), z.number()]),
    currency: z.string().toUpperCase().pipe(shownAmount.shape.currency),
  })
  .transform(({ amount, currency }, context) => {
    const amountText = writtenAmount(amount, currency);
    if (amountText !== null) return { amount: amountText, currency };
    context.addIssue({ code: 'custom', path: ['amount'], message: 'is not an amount in its currency' });
    return z.NEVER;
  });

/** null if it is not a plain decimal, or more exact than its currency. */
function writtenAmount(amount: string | number, currency: CurrencyCode): string | null {
  const units = minorUnits(currency);
  if (typeof amount === 'number' && Math.abs(amount) >= 10 ** (exactDigits - units)) return null;
  const parts = /^(-?)0*(\d{1,18})(?:\.(\d{1,18}))?$/.exec(String(amount));
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (/[1-9]/.test(fraction.slice(units))) return null;
  const decimals = fraction.slice(0, units).padEnd(units, '0');
  return `${sign}${whole}${units === 0 ? '' : `.${decimals}`}`;
}

/** Without rules over several fields, bounds and lists of codes. */
export function lenient(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return maybe(lenient(schema.unwrap() as z.ZodType));
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
