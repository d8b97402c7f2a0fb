/** Counts calls to another system. The labels of the metrics have fixed sets of values: no ids of TPPs, and nothing from a request. */
import type { BreakerState } from '../../fairness/breaker.ts';
import type { CallGroup } from './breakers.ts';

const outcomes = [
  'ANSWERED',
  /** 401 with a link: the PSU must first log in at the bank. */
  'CHALLENGED',
  'REFUSED',
  /** An operator must act: the bank rejects this service, or this service does not trust the bank's certificate. */
  'ALARM',
  /** 429, 5xx, and other responses that ask for a retry. */
  'FAILED',
  /** The response does not fit the interface. */
  'MISFIT',
  'LATE',
  /** There was no connection, or it broke. */
  'UNREACHABLE',
  /** The call was not made, because the circuit breaker is open. */
  'HELD',
  /** The call was not made, because it got no slot. */
  'CROWDED',
] as const;
export type CallOutcome = (typeof outcomes)[number];

export interface CallFigures<Name extends string = string, Alarm extends string = string> {
  readonly calls: Readonly<Record<Name, Readonly<Record<CallOutcome, number>>>>;
  readonly alarms: Readonly<Record<Alarm, number>>;
  readonly breaker: BreakerState;
  readonly blockedGroups: readonly CallGroup[];
  readonly running: number;
  readonly waiting: number;
  /**
   * Epoch milliseconds of the last response, even if its outcome is FAILED; null: none since the process started.
   * A 502, 503 or 504 does not count, because a gateway sends it.
   */
  readonly lastAnsweredAt: number | null;
  /** When the certificate of this service expires, in epoch milliseconds. */
  readonly certificateEndsAt: number;
}

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** All counters start at 0, because Prometheus does not see the first increase of a counter that was absent. */
export function createCounts<Name extends string, Alarm extends string>(
  names: readonly Name[],
  alarmKinds: readonly Alarm[],
) {
  const calls = Object.fromEntries(names.map((name) => [name, zeros(outcomes)])) as Record<
    Name,
    Record<CallOutcome, number>
  >;
  return { calls, alarms: zeros(alarmKinds) };
}
