import type { z } from 'zod';
import type { FailureKind } from './http.ts';
import { unavailableRefusal } from './refusals.ts';
import type { CallResult } from './remote-client.ts';

/** Gateways send these statuses if they cannot reach the bank. */
export const unavailableStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

export type BodyReading<T> =
  | { readonly fits: true; readonly body: T }
  | { readonly fits: false; readonly why: string };

export function readBody<T>(schema: z.ZodType<T>, json: unknown): BodyReading<T> {
  try {
    const { success, data, error } = schema.safeParse(json);
    return success ? { fits: true, body: data } : { fits: false, why: whyOf(error) };
  } catch (error) {
    // zod compares `length`, also if the value is no text. The comparison throws for `{"length": {"valueOf": 1, "toString": 1}}`.
    if (error instanceof TypeError) return { fits: false, why: 'length' };
    throw error;
  }
}

/** The text contains no values of the body, because a path has only names of fields and list indexes. */
function whyOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first === undefined ? '' : `${first.code} at ${first.path.join('.') || 'body'}`;
}

export const misfitRefusal = (why: string) => unavailableRefusal('MAYBE_DONE', `does not fit: ${why}`);

export function resultOfLostCall(
  kind: Extract<FailureKind, 'UNREACHABLE' | 'BROKEN' | 'LATE'>,
  code: string,
): CallResult<never> {
  const ending = kind === 'UNREACHABLE' ? 'UNREACHABLE' : 'FAILED';
  const refusal = unavailableRefusal(kind === 'UNREACHABLE' ? 'NOT_DONE' : 'MAYBE_DONE', code);
  return { outcome: kind === 'LATE' ? 'LATE' : 'UNREACHABLE', ending, refusal };
}
