/** What readers of answers have in common: a body by its schema, and Retry-After. */
import type { z } from 'zod';

export type Fitting<T> =
  | { readonly fits: true; readonly body: T }
  | { readonly fits: false; readonly why: string };

/** An answer as its schema has it, or why it does not fit. */
export function readBody<T>(schema: z.ZodType<T>, json: unknown): Fitting<T> {
  try {
    const { success, data, error } = schema.safeParse(json);
    return success ? { fits: true, body: data } : { fits: false, why: whyOf(error) };
  } catch (error) {
    // zod compares the `length` of whatever has one, in vain where it is `{"valueOf": 1, "toString": 1}`.
    if (error instanceof TypeError) return { fits: false, why: 'length' };
    throw error;
  }
}

/** Names of fields alone: the path of an issue holds those of our schema and indexes of lists. */
function whyOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first === undefined ? '' : `${first.code} at ${first.path.join('.') || 'body'}`;
}

/** Seconds; a date counts from now. */
export function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1_000);
}
