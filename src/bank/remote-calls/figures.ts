/** Metrics of calls to a remote bank: short fixed labels, no TPP and no value of a client. */
import type { BreakerState } from '../../fairness/breaker.ts';
import type { BreakerPart } from './breakers.ts';

const outcomes = [
  'ANSWERED',
  'CHALLENGED',
  'REFUSED',
  /** The bank complains about this service or is not trusted. */
  'ALARM',
  /** 429, 5xx, and responses that ask for a retry. */
  'FAILED',
  /** The response does not fit the interface. */
  'MISFIT',
  'LATE',
  'UNREACHABLE',
  /** Not made: the circuit breaker is open. */
  'HELD',
  /** Not made: too many calls are waiting. */
  'CROWDED',
] as const;
export type CallOutcome = (typeof outcomes)[number];

export interface CallFigures<Name extends string = string, Alarm extends string = string> {
  readonly calls: Readonly<Record<Name, Readonly<Record<CallOutcome, number>>>>;
  readonly alarms: Readonly<Record<Alarm, number>>;
  readonly breaker: BreakerState;
  /** Blocked operations and products. */
  readonly held: readonly BreakerPart[];
  readonly underWay: number;
  readonly waiting: number;
  /** Epoch milliseconds of the last valid response; null: none since the process started. */
  readonly lastAnsweredAt: number | null;
  readonly certificateEndsAt: number;
}

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** Counters start at 0, because alerts need a rate. */
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
