/**
 * Lenient schemas for responses of an upstream bank. They drop unknown fields, allow any text as a text or code, and allow a number as an
 * amount.
 */
import { z } from 'zod';
import { boundedText, isStorable } from '../../domain/values/text.ts';
import { anyAmount, storableText } from '../remote-calls/values.ts';

/** Any text that PostgreSQL can store. */
export const anyText = z.string().refine(isStorable, 'cannot be stored');

/** A text for people, shortened to the limit of this service's responses. */
export const messageText = storableText.transform((text) => boundedText(text));

/** null means absent. */
export const optionalOrNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .optional()
    .transform((value) => value ?? undefined);

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
