/** What is counted of the calls to a bank elsewhere, for /metrics: short fixed lists, no TPP and nothing that a client chose. */
import type { BreakerState } from '../../fairness/breaker.ts';
import type { BreakerPart } from './breakers.ts';

const outcomes = [
  'ANSWERED',
  'CHALLENGED',
  'REFUSED',
  /** The bank complains about this service, or cannot be trusted. */
  'ALARM',
  /** 429, 5xx, and what is to be asked for again. */
  'FAILED',
  /** An answer that is none of the interface. */
  'MISFIT',
  'LATE',
  'UNREACHABLE',
  /** Not made: the circuit breaker is open. */
  'HELD',
  /** Not made: too many others are under way. */
  'CROWDED',
] as const;
export type CallOutcome = (typeof outcomes)[number];

export interface CallFigures<Name extends string = string, Alarm extends string = string> {
  /** How many calls ended how. */
  readonly calls: Readonly<Record<Name, Readonly<Record<CallOutcome, number>>>>;
  readonly alarms: Readonly<Record<Alarm, number>>;
  readonly breaker: BreakerState;
  /** Operations and products that are held by themselves. */
  readonly held: readonly BreakerPart[];
  readonly underWay: number;
  readonly waiting: number;
  /** When the bank has last answered anything of sense, epoch milliseconds; null: not since the process began. */
  readonly lastAnsweredAt: number | null;
  /** When the certificate of this service ends. */
  readonly certificateEndsAt: number;
}

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** Counters that begin at 0, because an alert needs a rate. */
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
