/** What a bank in this process needs from the database. Times are epoch milliseconds by the TPP's clock. */
import type { PaymentMove } from '../domain/payments/status.ts';
import type { EntryOutcome, PaymentRecord } from '../operations/payments/ports.ts';

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
  /** For a standing order; else null. */
  readonly nominalDate: string | null;
  readonly executionDate: string | null;
}

/** Locked until the transaction ends. */
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

/** null leaves the stored cover unchanged. */
export type SettledMove = PaymentMove & { readonly fundsAvailable: boolean | null };

export interface WorkStore {
  enqueue(payment: QueuedPayment): Promise<void>;
  /** Payments that are not queued yet, in one statement. */
  enqueueAll(payments: readonly QueuedPayment[]): Promise<void>;
  /** Oldest first, up to that many payments and transfers, or one payment with more transfers. */
  due(
    tppId: string,
    at: number,
    atMost: { readonly payments: number; readonly transfers: number },
  ): Promise<readonly DuePayment[]>;
  /** Removes payments from the queue and adds others for later. */
  settle(paymentIds: readonly string[], again: readonly QueuedPayment[]): Promise<void>;
  countRun(run: {
    readonly tppId: string;
    readonly date: string;
    readonly slot: number;
    readonly at: number;
    readonly payments: number;
  }): Promise<void>;
  saveEntries(entries: readonly EntryOutcome[]): Promise<void>;
  saveExecutions(executions: readonly ExecutionOutcome[]): Promise<void>;
  /** Executions of each standing order. */
  executedOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Writes moves of locked payments with their history in one statement; equal `from` and `to` store only the cover. Throws
   * if a payment does not have the status `from`.
   */
  move(moves: readonly SettledMove[]): Promise<void>;
}

declare module '../operations/ports/stores.ts' {
  interface Stores {
    readonly work: WorkStore;
  }
}
