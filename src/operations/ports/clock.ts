/** Times are epoch milliseconds, by the clock of the TPP unless a comment says real time. */
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { AuthorisationRecord } from '../authorisations/ports.ts';

export interface SandboxClock {
  readonly offsetMs: number;
  /** null: the clock does not move. */
  readonly targetOffsetMs: number | null;
  /** How many executions of standing orders this move may still make. null: no limit. */
  readonly executionsLeft: number | null;
}

/** Moves the clock towards its target for at most `budgetMs` of real time, each event in its own transaction. */
export type MoveClock = (tppId: string, budgetMs: number) => Promise<SandboxClock>;

/** How long `deleteOld` keeps recorded events, in real time. */
export const clockEventsKeptMs = 72 * 3_600_000;

export type ClockEventKind = 'BATCH_RUN' | 'PERIODIC_EXECUTION' | 'AUTHORISATION_EXPIRED' | 'SESSION_ENDED';

export interface ClockEvent {
  readonly at: number;
  readonly kind: ClockEventKind;
  readonly paymentId: string | null;
  readonly authorisationId: string | null;
  readonly psuId: string | null;
  readonly status: PaymentStatus | null;
  readonly text: string;
}

export interface ClockStore {
  /** null: the TPP does not exist. */
  find(tppId: string): Promise<SandboxClock | null>;
  /** null: the TPP does not exist, or `wait` is false and another transaction has locked the clock. */
  lock(tppId: string, options: { readonly wait: boolean }): Promise<SandboxClock | null>;
  set(tppId: string, clock: SandboxClock): Promise<void>;
  /** TPPs with due work or a moving clock. `now` is real time. `sandbox`: true if clocks may be ahead of real time. */
  dueTpps(now: number, sandbox: boolean, limit: number): Promise<readonly string[]>;
  /** Counts up to `atMost` payments that are due at the real time `now`. `since`: the real time at which the first became due. */
  backlog(
    now: number,
    sandbox: boolean,
    atMost: number,
  ): Promise<{ readonly count: number; readonly since: number | null }>;
  expiredAuthorisations(tppId: string, at: number, limit: number): Promise<readonly AuthorisationRecord[]>;
  /** Soonest first. At the same instant, an expiry comes before work of the bank. */
  upcoming(tppId: string, limit: number): Promise<readonly ClockEvent[]>;
  record(tppId: string, events: readonly ClockEvent[]): Promise<void>;
  /** 0: no event was recorded. */
  lastEventNumber(tppId: string): Promise<number>;
  /** Recorded events with a number above `afterNumber`, and ends of PSU sessions after `from`; both up to `until`, oldest first. */
  events(
    tppId: string,
    range: Readonly<{ afterNumber: number; from: number; until: number; limit: number }>,
  ): Promise<readonly ClockEvent[]>;
  /** `before` is real time. */
  deleteOld(before: number, limit: number): Promise<number>;
}
