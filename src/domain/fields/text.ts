/**
 * The smallest schemas: texts bounded by code points, dates, enums. Each is parsed here once for both doors,
 * and carries what OpenAPI and GraphQL need to describe it. Nothing here changes a text that was sent.
 */
import { z } from 'zod';
import { parseIsoDate } from '../values/calendar.ts';
import { codePointLength, isStorable } from '../values/text.ts';

/** A string without NUL and lone surrogates, which PostgreSQL cannot keep; as long as the body's bound lets it be. */
export const anyText = z.string().refine((value) => isStorable(value), {
  error: 'must not hold NUL or half of a surrogate pair',
  abort: true,
});

/** A string of `min` to `max` code points. */
export function text(min: number, max: number) {
  return anyText
    .refine(
      (value) => {
        const length = codePointLength(value);
        return length >= min && length <= max;
      },
      { error: lengthText(min, max) },
    )
    .meta(min === 0 ? { maxLength: max } : { minLength: min, maxLength: max });
}

function lengthText(min: number, max: number): string {
  return min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`;
}

/** A string that must satisfy `fault`, a function that answers null or says what is wrong. */
export function checked(schema: z.ZodString, fault: (value: string) => string | null): z.ZodString {
  return schema.check((context) => {
    const found = fault(context.value);
    if (found !== null) context.issues.push({ code: 'custom', message: found, input: context.value });
  });
}

/** A calendar day as ISO 8601 has it, YYYY-MM-DD (a day in Europe/Oslo). */
export const isoDate = z
  .string()
  .refine((value) => parseIsoDate(value) !== null, { error: 'must be a calendar day written YYYY-MM-DD' })
  .meta({ format: 'date' });

/** One of a closed list of codes; `name` is the enum's name in GraphQL and OpenAPI. */
export function code<const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
  notes: string,
) {
  return z.enum(values).meta({ id: name, description: notes });
}

/** True for a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a rule over several fields reports: on every object, so that its fault, at `path`, is named beside others. */
export const faultAt = (path: readonly string[], error: string) => ({
  path: [...path],
  error,
  when: ({ value }: { readonly value: unknown }): boolean => isObject(value),
});
