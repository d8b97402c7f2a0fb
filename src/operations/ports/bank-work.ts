/**
 * What the bank needs from the database to do its work in the order of time: the clock of a TPP, the queue of payments
 * that wait, and the record of what was done. Times are epoch milliseconds by the clock of the TPP.
 */
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { AuthorisationRecord } from '../authorisations/ports.ts';
import type { ExecutablePayment } from '../payments/ports.ts';
import type { TransferRange } from './payment-parts.ts';

/** How far a sandbox clock runs ahead of real time, and how far ahead it is to go. */
export interface SandboxClock {
  readonly offsetMs: number;
  /** null: it has reached its target, or stopped. */
  readonly targetMs: number | null;
  /** How many more executions of standing orders this move makes; null: as many as fall due. At 0 the clock stops. */
  readonly executionsLeft: number | null;
}

/** How much a piece of the bank's work was. */
export interface PieceSize {
  readonly payments: number;
  /** Those of standing orders among them. */
  readonly executions: number;
}

export interface QueuedPayment {
  readonly paymentId: string;
  readonly tppId: string;
  readonly dueAt: number;
  readonly transfers: number;
  /** The execution of a standing order that is due, else null. */
  readonly nominalDate: string | null;
  readonly executionDate: string | null;
}

/** A payment that is due, locked until the transaction ends. */
export interface DuePayment {
  readonly queued: QueuedPayment;
  readonly payment: ExecutablePayment;
}

export interface EntryOutcome {
  readonly paymentId: string;
  /** Index in the list of the bulk payment, from 0. */
  readonly position: number;
  readonly status: PaymentStatus;
  readonly at: number;
  readonly reason: string;
}

export interface ExecutionOutcome {
  readonly paymentId: string;
  readonly nominalDate: string;
  readonly date: string;
  readonly at: number;
  readonly outcome: 'EXECUTED' | 'LEFT_OUT';
  readonly reason: string;
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
  /** The status that the payment came to. */
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
  /**
   * How much of the bank's work is due at the real time `now` and not done, counted up to `atMost`, and since when; null:
   * nothing is.
   */
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
  /** The number of the TPP's latest event, 0 before the first. */
  lastEvent(tppId: string): Promise<number>;
  /** Events behind that number up to the time `until`, in order, with the PSU sessions that ended since `from`. */
  events(
    tppId: string,
    range: { readonly after: number; readonly from: number; readonly until: number; readonly limit: number },
  ): Promise<readonly ClockEvent[]>;
  /** Deletes at most `limit` events that were recorded before. */
  forget(before: number, limit: number): Promise<number>;
}

export interface WorkStore {
  enqueue(payment: QueuedPayment): Promise<void>;
  /** What is due at `at`, the oldest first: so many payments and transfers at most, or one payment with more transfers. */
  due(
    tppId: string,
    at: number,
    atMost: { readonly payments: number; readonly transfers: number },
  ): Promise<readonly DuePayment[]>;
  /** Removes payments from the queue, and puts others back for a later time. */
  settle(done: readonly string[], again: readonly QueuedPayment[]): Promise<void>;
  /** Counts payments to the run of that day and slot. */
  countRun(run: {
    readonly tppId: string;
    readonly date: string;
    readonly slot: number;
    readonly at: number;
    readonly payments: number;
  }): Promise<void>;
  saveEntries(entries: readonly EntryOutcome[]): Promise<void>;
  entriesOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly EntryOutcome[]>>;
  /** The same for ranges of entries: for each range its own. */
  outcomesOf(ranges: readonly TransferRange[]): Promise<readonly (readonly EntryOutcome[])[]>;
  saveExecutions(executions: readonly ExecutionOutcome[]): Promise<void>;
  /** How many executions of the standing orders were made. */
  executedOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
