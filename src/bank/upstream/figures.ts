/** What is counted of the calls upstream, for /metrics: short fixed lists, no TPP and nothing that a client chose. */
import type { BreakerState } from './breaker.ts';
import { type CallName, callNames } from './calls.ts';
import { type AlarmKind, alarmKinds } from './refusals.ts';

export const outcomes = [
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
export type Outcome = (typeof outcomes)[number];

export interface UpstreamFigures {
  /** How many calls ended how. */
  readonly calls: Readonly<Record<CallName, Readonly<Record<Outcome, number>>>>;
  readonly alarms: Readonly<Record<AlarmKind, number>>;
  readonly breaker: BreakerState;
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
export function createCounts() {
  const calls = Object.fromEntries(callNames.map((name) => [name, zeros(outcomes)])) as Record<
    CallName,
    Record<Outcome, number>
  >;
  const alarms = zeros(alarmKinds);
  return {
    calls,
    alarms,
    count(name: CallName, outcome: Outcome): void {
      calls[name][outcome] += 1;
    },
  };
}
