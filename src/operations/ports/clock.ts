/** Times are epoch milliseconds, by the clock of the TPP unless a comment says real time. */
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { AuthorisationRecord } from '../authorisations/ports.ts';

export interface SandboxClock {
  /** By how many milliseconds the clock is ahead of real time now. */
  readonly offsetMs: number;
  /** By how many milliseconds the clock will be ahead at its target; null: the clock has reached its target, or has stopped. */
  readonly targetOffsetMs: number | null;
  /** How many executions of standing orders this move may still make. At 0 the clock stops. null: no limit. */
  readonly executionsLeft: number | null;
}

/**
 * Moves the clock towards its target for at most `budgetMs` of real time, each event in its own transaction. Returns the new state
 * of the clock.
 */
export type MoveClock = (tppId: string, budgetMs: number) => Promise<SandboxClock>;

/** How long recorded events are stored, in real time. */
export const clockEventsKeptMs = 72 * 3_600_000;

export const clockEventKinds = [
  'BATCH_RUN',
  'PERIODIC_EXECUTION',
  'AUTHORISATION_EXPIRED',
  'SESSION_ENDED',
] as const;
export type ClockEventKind = (typeof clockEventKinds)[number];

export interface ClockEvent {
  readonly at: number;
  readonly kind: ClockEventKind;
  readonly paymentId: string | null;
  readonly authorisationId: string | null;
  readonly psuId: string | null;
  readonly status: PaymentStatus | null;
  readonly text: string;
}

/** EXPIRY: an authorisation expires. WORK: the bank has work. If both are due at the same instant, the expiry is the next event. */
export interface NextEvent {
  readonly at: number;
  readonly kind: 'EXPIRY' | 'WORK';
}

export interface ClockStore {
  /** Reads the clock without a lock; null: the TPP does not exist. */
  find(tppId: string): Promise<SandboxClock | null>;
  /**
   * Locks the clock until the transaction ends. null: the TPP does not exist or, without `wait`, another transaction has locked it.
   */
  lock(tppId: string, options: { readonly wait: boolean }): Promise<SandboxClock | null>;
  set(tppId: string, clock: SandboxClock): Promise<void>;
  /** TPPs with due work at the real time `now`. `sandbox`: whether the clocks of the TPPs may be ahead of real time. */
  dueTpps(now: number, sandbox: boolean, limit: number): Promise<readonly string[]>;
  /**
   * Counts due work up to `atMost` at the real time `now`. `since`: the
   * time when the oldest of this work became due; null: nothing is due.
   */
  backlog(
    now: number,
    sandbox: boolean,
    atMost: number,
  ): Promise<{ readonly count: number; readonly since: number | null }>;
  /** The next event at or before `until`. */
  next(tppId: string, until: number): Promise<NextEvent | null>;
  /** Expired authorisations, oldest first, without a lock. */
  expired(tppId: string, at: number, limit: number): Promise<readonly AuthorisationRecord[]>;
  /** The next work of the bank and the next expiries of authorisations, soonest first. */
  upcoming(tppId: string, limit: number): Promise<readonly ClockEvent[]>;
  record(tppId: string, events: readonly ClockEvent[]): Promise<void>;
  /** The number of the last recorded event; 0: there is none. */
  lastEventNumber(tppId: string): Promise<number>;
  /** Recorded events with a number above `after`, and ends of PSU sessions after `from`; both only until `until`, oldest first. */
  events(
    tppId: string,
    range: { readonly after: number; readonly from: number; readonly until: number; readonly limit: number },
  ): Promise<readonly ClockEvent[]>;
  deleteOld(before: number, limit: number): Promise<number>;
}
