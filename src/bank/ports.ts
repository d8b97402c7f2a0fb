/** The queue of a bank that executes payments in this service. Times are epoch milliseconds by the TPP's clock. */
import type { PaymentMove } from '../domain/payments/status.ts';
import type { EntryOutcome, PaymentRecord } from '../operations/payments/ports.ts';
import type { StoreKey } from '../operations/ports/stores.ts';

/** The properties of a payment that its execution reads. */
export const executableProperties = [
  'paymentId',
  'tppId',
  'product',
  'status',
  'debtorAccount',
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
  readonly transferCount: number;
  /** For a standing order: the day by the plan, even if that day is a holiday. */
  readonly nominalDate: string | null;
  /** For a standing order: the bank day on which the payment is due. */
  readonly executionDate: string | null;
}

/** The row of `payment` is locked until the transaction ends. */
export interface DuePayment {
  readonly queueRow: QueuedPayment;
  readonly payment: ExecutablePayment;
}

/** LEFT_OUT: the execution moved no money. */
export interface ExecutionOutcome {
  readonly paymentId: string;
  readonly nominalDate: string;
  /** The bank day of the execution. */
  readonly date: string;
  readonly at: number;
  readonly outcome: 'EXECUTED' | 'LEFT_OUT';
  readonly reason: string;
}

export type MoveWithFunds = PaymentMove & {
  /** null: the stored value does not change. */
  readonly fundsAvailable: boolean | null;
};

export interface BankQueueStore {
  /** Adds payments of one TPP, or changes when they are due. */
  enqueue(payments: readonly QueuedPayment[]): Promise<void>;
  dequeue(paymentIds: readonly string[]): Promise<void>;
  /** Returns payments in the order of `dueAt`. `maxTransfers` limits the sum of `transferCount`; only the first payment may exceed it. */
  lockDue(
    tppId: string,
    until: number,
    limits: { readonly maxPayments: number; readonly maxTransfers: number },
  ): Promise<readonly DuePayment[]>;
  saveEntries(entries: readonly EntryOutcome[]): Promise<void>;
  saveExecutions(executions: readonly ExecutionOutcome[]): Promise<void>;
  /** null if the execution has not ended. */
  executionOutcome(paymentId: string, nominalDate: string): Promise<ExecutionOutcome['outcome'] | null>;
  /** A move to the same status stores only `fundsAvailable`. Throws if a payment does not have the status `from`. */
  move(moves: readonly MoveWithFunds[]): Promise<void>;
}

export const bankQueueStore: StoreKey<BankQueueStore> = { name: 'bankQueue' };
