/** What readers of answers have in common: a body by its schema, Retry-After, and calls without an answer. */
import type { z } from 'zod';
import type { Result } from './caller.ts';
import type { FailureKind } from './http.ts';
import { type RemoteRefusal, unavailable } from './refusals.ts';

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

/** Of an answer that does not fit: the bank may have acted. */
export const misfitRefusal = (why: string): RemoteRefusal => unavailable('UNKNOWN', `does not fit: ${why}`);

/** What came of a call that had no connection, lost it, or had no answer in time. */
export function lostCall(
  kind: Extract<FailureKind, 'UNREACHABLE' | 'BROKEN' | 'LATE'>,
  code: string,
): Result<never> {
  const ending = kind === 'UNREACHABLE' ? 'UNREACHABLE' : 'FAILED';
  const refusal = unavailable(kind === 'UNREACHABLE' ? 'NONE' : 'UNKNOWN', code);
  return { outcome: kind === 'LATE' ? 'LATE' : 'UNREACHABLE', ending, refusal };
}
