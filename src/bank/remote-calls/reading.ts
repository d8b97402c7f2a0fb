/** Turns responses and failures into results of calls, for the clients of the bank and of the core. */
import type { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import type { CallEnding } from './breakers.ts';
import type { TransportFailure } from './http.ts';
import { type Effect, RemoteRefusal, unavailableRefusal } from './refusals.ts';
import type { CallFields, CallResult } from './remote-client.ts';

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** FAILED: a status that gateways send if they cannot reach the bank. */
export const endingOfStatus = (status: number): 'FAILED' | 'ANSWERED' =>
  gatewayStatuses.has(status) ? 'FAILED' : 'ANSWERED';

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

export interface CallReporter<Alarm extends string> {
  readonly system: 'bank' | 'core';
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** `notice` and `alarm` write a line to the log. `fields` have statuses, codes and names of fields, never values of a body. */
  readonly notice: (name: string, fields: CallFields) => void;
  readonly alarm: (kind: Alarm, fields: CallFields) => void;
}

export const resultOfAnswer = (status: number, body: unknown) =>
  ({ outcome: 'ANSWERED', ending: 'ANSWERED', answer: { status, body } }) as const;

export const misfitRefusal = (why: string) => unavailableRefusal('MAYBE_DONE', `does not fit: ${why}`);

export function refuseMisfit(
  { system, notice }: Pick<CallReporter<never>, 'system' | 'notice'>,
  fields: CallFields & { readonly why: string },
  refusal = misfitRefusal(fields.why),
): CallResult<never> {
  notice(`answer of the ${system} does not fit`, fields);
  return { outcome: 'MISFIT', ending: 'ANSWERED', refusal };
}

/** The client of this service gets a 500. For SERVER_CERTIFICATE it gets a 503, because the bank can correct its own certificate. */
export function raiseAlarm<Alarm extends string>(
  { system, alarm }: Pick<CallReporter<Alarm>, 'system' | 'alarm'>,
  kind: Alarm,
  fields: CallFields,
  { effect = 'NOT_DONE', ending = 'ANSWERED' }: { effect?: Effect; ending?: CallEnding } = {},
): CallResult<never> {
  alarm(kind, fields);
  const refusal =
    kind === 'SERVER_CERTIFICATE'
      ? unavailableRefusal(effect, kind)
      : new RemoteRefusal(effect, refuse('SYSTEM_ERROR', { detail: `the ${system}: ${kind}` }));
  return { outcome: 'ALARM', ending, refusal };
}

/**
 * The results of calls without a response, by `FailureKind`. Metrics count `outcome`, which does not distinguish a broken connection from
 * an unreachable system. Breakers record `ending`.
 */
const lostCalls = {
  UNREACHABLE: { outcome: 'UNREACHABLE', ending: 'UNREACHABLE', effect: 'NOT_DONE' },
  BROKEN: { outcome: 'UNREACHABLE', ending: 'FAILED', effect: 'MAYBE_DONE' },
  LATE: { outcome: 'LATE', ending: 'FAILED', effect: 'MAYBE_DONE' },
} as const;

export function refuseFailure(
  reporter: CallReporter<'CERTIFICATE' | 'SERVER_CERTIFICATE'>,
  fields: CallFields,
  { kind, message: code }: TransportFailure,
): CallResult<never> {
  // The log shows the status 0, because there is no response that can be read.
  if (kind === 'UNREADABLE') return refuseMisfit(reporter, { ...fields, status: 0, why: code });
  if (kind === 'SERVER_CERTIFICATE')
    return raiseAlarm(reporter, kind, { ...fields, code }, { ending: 'UNREACHABLE' });
  if (kind === 'CLIENT_CERTIFICATE')
    return raiseAlarm(reporter, 'CERTIFICATE', { ...fields, code }, { ending: 'UNRELATED' });
  const { outcome, ending, effect } = lostCalls[kind];
  return { outcome, ending, refusal: unavailableRefusal(effect, code) };
}
