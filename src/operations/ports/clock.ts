/** The time of a TPP, and what happens in it. Times are epoch milliseconds by the clock of the TPP. */
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { AuthorisationRecord } from '../authorisations/ports.ts';

/** How far a sandbox clock runs ahead of real time, and how far ahead it is to go. */
export interface SandboxClock {
  readonly offsetMs: number;
  /** null: it has reached its target, or stopped. */
  readonly targetMs: number | null;
  /** How many more executions of standing orders this move makes; null: as many as fall due. At 0 the clock stops. */
  readonly executionsLeft: number | null;
}

export const clockEventKinds = [
  'BATCH_RUN',
  'PERIODIC_EXECUTION',
  'AUTHORISATION_EXPIRED',
  'SESSION_ENDED',
] as const;
export type ClockEventKind = (typeof clockEventKinds)[number];

/** Something that happened while a sandbox clock was moved forward. */
export interface ClockEvent {
  readonly at: number;
  readonly kind: ClockEventKind;
  readonly paymentId: string | null;
  readonly authorisationId: string | null;
  readonly psuId: string | null;
  readonly status: PaymentStatus | null;
  readonly text: string;
}

/** The next event: an authorisation expires, or payments are due; at the same instant expiry comes first. */
export interface NextEvent {
  readonly at: number;
  readonly kind: 'EXPIRY' | 'WORK';
}

export interface ClockStore {
  /** Locks the TPP's time until the transaction ends. `wait` false: null when another holds it. */
  lock(tppId: string, wait: boolean): Promise<SandboxClock | null>;
  set(tppId: string, clock: SandboxClock): Promise<void>;
  /** TPPs for which something is due at the real time `now`; offsets count in a sandbox alone. */
  dueTpps(now: number, sandbox: boolean, limit: number): Promise<readonly string[]>;
  /** How much work is due at the real time `now`, counted up to `atMost`, and since when; null: none is. */
  backlog(
    now: number,
    sandbox: boolean,
    atMost: number,
  ): Promise<{ readonly count: number; readonly since: number | null }>;
  /** When the next thing happens for the TPP, up to and including `until`; null when nothing does. */
  next(tppId: string, until: number): Promise<NextEvent | null>;
  /** Open authorisations whose time is over at `at`, oldest first, not locked. */
  expired(tppId: string, at: number, limit: number): Promise<readonly AuthorisationRecord[]>;
  /** What is due next, soonest first: work of the bank, and open authorisations that expire. */
  upcoming(tppId: string, limit: number): Promise<readonly ClockEvent[]>;
  record(tppId: string, events: readonly ClockEvent[]): Promise<void>;
  lastEvent(tppId: string): Promise<number>;
  /** Events behind that number up to the time `until`, in order, with the PSU sessions that ended since `from`. */
  events(
    tppId: string,
    range: { readonly after: number; readonly from: number; readonly until: number; readonly limit: number },
  ): Promise<readonly ClockEvent[]>;
  forget(before: number, limit: number): Promise<number>;
}
