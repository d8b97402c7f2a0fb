/**
 * What this service writes, as it is read from a bank upstream: the schema of an answer with everything left out that is no
 * matter of its shape. Unknown fields pass and are dropped, texts and codes may be any, and an amount may be a number.
 * Start at `lenient`.
 */
import { z } from 'zod';
import { shownAmount } from '../../domain/fields/shown.ts';
import type { CurrencyCode } from '../../domain/values/currencies.ts';
import { minorUnits } from '../../domain/values/money.ts';
import { boundedText, isStorable } from '../../domain/values/text.ts';

/** Of a text that the database is to keep and a TPP to read. */
export const anyText = z.string().refine(isStorable, 'cannot be kept');

/** The same, shortened to what an answer of ours may hold. */
export const message = z.string().transform((text) => boundedText(text.toWellFormed().replaceAll('\0', '')));

/** A field that may be absent, or null, which counts as absent. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .optional()
    .transform((value) => value ?? undefined);

/** The most digits for which a number of JSON is the decimal that was written. */
const exactDigits = 15;

/** Relative or absolute; verbs may be missing, or all but the address. */
export const anyLink = z.union([
  z.object({ href: anyText.min(1).max(4_096) }),
  anyText
    .min(1)
    .max(4_096)
    .transform((href) => ({ href })),
]);
/** A truth value, also as a text. */
export const anyBoolean = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((text) => text === 'true'),
]);

/** An amount as text with exactly the minor units of its currency, whether it came as a text or as a number. */
export const anyAmount = z
  .object({
    amount: z.union([z.string(), z.number()]),
    currency: z.string().toUpperCase().pipe(shownAmount.shape.currency),
  })
  .transform(({ amount, currency }, context) => {
    const amountText = writtenAmount(amount, currency);
    if (amountText !== null) return { amount: amountText, currency };
    context.addIssue({ code: 'custom', path: ['amount'], message: 'no amount of its currency' });
    return z.NEVER;
  });

/** null: it is no plain decimal, or more exact than its currency is. */
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

/** The lenient form of a schema of the domain. Its rules over several fields, bounds and lists of codes are gone. */
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
