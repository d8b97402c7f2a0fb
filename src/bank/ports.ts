/** What banks of this process need from the database to carry payments out. Times are epoch milliseconds by the clock of the TPP. */
import type { PaymentMove } from '../domain/payments/status.ts';
import type { EntryOutcome, PaymentRecord } from '../operations/payments/ports.ts';

/** What is read of a payment to carry it out. */
export const executableProperties = [
  'paymentId',
  'tppId',
  'product',
  'status',
  'debtorAccount',
  'debtorKey',
  'payer',
  'debtorName',
  'fundsAvailable',
  'instruction',
] as const satisfies readonly (keyof PaymentRecord)[];

export type ExecutablePayment = Pick<PaymentRecord, (typeof executableProperties)[number]>;

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

export interface ExecutionOutcome {
  readonly paymentId: string;
  readonly nominalDate: string;
  readonly date: string;
  readonly at: number;
  readonly outcome: 'EXECUTED' | 'LEFT_OUT';
  readonly reason: string;
}

/** A move that the bank makes, with what it found out about cover; null leaves that unchanged. */
export type SettledMove = PaymentMove & { readonly fundsAvailable: boolean | null };

export interface WorkStore {
  enqueue(payment: QueuedPayment): Promise<void>;
  /** What is due at `at`, the oldest first: so many payments and transfers at most, or one payment with more transfers. */
  due(
    tppId: string,
    at: number,
    atMost: { readonly payments: number; readonly transfers: number },
  ): Promise<readonly DuePayment[]>;
  /** Removes payments from the queue, and puts others back for a later time. */
  settle(paymentIds: readonly string[], again: readonly QueuedPayment[]): Promise<void>;
  /** Counts payments to the run of that day and slot. */
  countRun(run: {
    readonly tppId: string;
    readonly date: string;
    readonly slot: number;
    readonly at: number;
    readonly payments: number;
  }): Promise<void>;
  saveEntries(entries: readonly EntryOutcome[]): Promise<void>;
  saveExecutions(executions: readonly ExecutionOutcome[]): Promise<void>;
  /** How many executions of the standing orders were made. */
  executedOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Makes moves of locked payments with their history in one statement; `from` equal to `to` notes the cover alone.
   * Throws when a payment does not have the status `from`.
   */
  move(moves: readonly SettledMove[]): Promise<void>;
}

declare module '../operations/ports/stores.ts' {
  interface Stores {
    readonly work: WorkStore;
  }
}
