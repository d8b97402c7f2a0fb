import type { z } from 'zod';
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
    // zod also compares the `length` of an object. For `{"length": {"valueOf": 1, "toString": 1}}` the comparison throws.
    if (error instanceof TypeError) return { fits: false, why: 'length' };
    throw error;
  }
}

/** The text contains no values of the body, because a path has only names of fields and list indexes. */
function whyOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined ? '' : `${issue.code} at ${issue.path.join('.') || 'body'}`;
}

/** The status in the log if there is no response that can be read. */
export const noStatus = 0;

export const resultOfAnswer = (status: number, body: unknown) =>
  ({ outcome: 'ANSWERED', ending: 'ANSWERED', answer: { status, body } }) as const;

export const misfitRefusal = (why: string) => unavailableRefusal('MAYBE_DONE', `does not fit: ${why}`);

/** The results of calls without a response, by `FailureKind`. */
const lostCalls = {
  UNREACHABLE: { outcome: 'UNREACHABLE', ending: 'UNREACHABLE', effect: 'NOT_DONE' },
  BROKEN: { outcome: 'UNREACHABLE', ending: 'FAILED', effect: 'MAYBE_DONE' },
  LATE: { outcome: 'LATE', ending: 'FAILED', effect: 'MAYBE_DONE' },
} as const;

export function resultOfLostCall(kind: keyof typeof lostCalls, code: string): CallResult<never> {
  const { outcome, ending, effect } = lostCalls[kind];
  return { outcome, ending, refusal: unavailableRefusal(effect, code) };
}
