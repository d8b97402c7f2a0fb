/**
 * The port to the bank. `prepare…` asks the bank before the transaction, and `commit…` writes inside the transaction, so
 * that no transaction waits for another system.
 */
import type { BookedTransfer } from '../../domain/bank/past-book.ts';
import type { PaymentPast } from '../../domain/bank/payment-past.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import type { ReadAccountKey } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentChange, PaymentMove, PaymentStatus, Settlement } from '../../domain/payments/status.ts';
import { Refusal, type TppMessage } from '../../domain/refusal.ts';
import type { AuthorisationRecord, StoredPsu } from '../authorisations/ports.ts';
import type { BasketIdInput, CreatePaymentInput, PaymentIdInput, PaymentRecord } from '../payments/ports.ts';
import type { CallContext, PrepareContext, WriteContext } from './context.ts';
import type { Directory } from './directory.ts';
import type { BasketRecord, Stores } from './stores.ts';

/** A refusal of the bank. Operations need not declare the reasons of such refusals. */
export class BankRefusal extends Refusal {}

/** The PSU must log in at the bank first. */
export abstract class BankChallenge extends BankRefusal {
  /** The PSU of the stored payment or basket that the request is about; null: the request is about neither. */
  abstract readonly storedPsu: StoredPsu | null;
  /** Stores the link to the log-in at the bank. The PSU opens `login` at this service, which then redirects to the bank. */
  abstract storeBankLink(stores: Stores, login: AuthorisationRecord): Promise<void>;
}

export interface PreparedCreation {
  readonly fee: Fee | null;
  readonly tppMessages: readonly TppMessage[];
  readonly psuMessage: string | null;
  /** Absent: the bank does not know which numbers belong to one account. */
  readonly readKey?: ReadAccountKey;
  commit(context: WriteContext, payment: PaymentRecord, approval: AuthorisationRecord | null): Promise<void>;
}

/** TO_APPROVE: the PSU must approve the cancellation first. */
export type Cancellation = 'CANCELLED' | 'TO_APPROVE';

/** What to ask the bank before an approval. */
export interface ApprovalQuestions {
  /** The number that the PSU has entered on the page, or that the request of `completeAuthorisation` names. */
  readonly customerNumber?: string;
  /** Whether to ask for the rights to the debtor accounts too. */
  readonly asksForRights?: boolean;
  readonly agreementId?: string;
  /**
   * Whether to ask about each agreement until one allows the use of all
   * debtor accounts. Applies only if the PSU has chosen no agreement.
   */
  readonly triesAllAgreements?: boolean;
}

/** The context of `prepareApproval`, before the transaction. */
export type ApprovalContext = Pick<CallContext, 'stores'> & Pick<WriteContext, 'now'>;

/** Why the stored status of a payment may be out of date. */
export interface StaleStatus {
  /** GIVEN_UP: the bank did not know the payment for so long that this service no longer asks. */
  readonly why: 'UNANSWERED' | 'UNKNOWN' | 'GIVEN_UP';
  /** Time of the bank's last report, in epoch milliseconds; null: there was no report. */
  readonly reportedAt: number | null;
}

export interface BankReference {
  /** The id of the payment at the bank; null: the bank has not given one. */
  readonly reference: string | null;
  /** Real time of the bank's last report, in epoch milliseconds. */
  readonly reportedAt: number | null;
}

export interface BankStatuses {
  /**
   * Asks the bank for the statuses of open payments, at most once in three seconds for each payment. Does not fail if the bank
   * cannot be reached. true: a status may have changed.
   */
  refresh(tppId: string, readPaymentIds: () => Promise<readonly string[]>): Promise<boolean>;
  /** Finds the payments whose stored status may be out of date. */
  stale(tppId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, StaleStatus>>;
  find(tppId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, BankReference>>;
}

export interface Bank {
  /** Text for a PSU who can approve in the bank's app; null: the bank has no app. */
  readonly appMessage: string | null;
  /** Whether an authorisation that ends without approval rejects its payments; false: the bank decides. */
  readonly rejectsUnapproved: boolean;

  /** Warnings about the PSU-Corporate-ID of a request, for the start of an authorisation and a new basket. */
  agreementWarnings(context: CallContext): Promise<readonly TppMessage[]>;
  /** Checks the PSU session and the rules, then asks the bank. */
  prepareCreation(context: PrepareContext, input: CreatePaymentInput): Promise<PreparedCreation>;
  /** null: the status of the payment decides whether it can be cancelled. */
  prepareCancellation(context: PrepareContext, input: PaymentIdInput): Promise<Cancellation | null>;
  prepareCancellationApproval(context: PrepareContext, input: PaymentIdInput): Promise<void>;
  commitBasket(context: WriteContext, basket: BasketRecord): Promise<void>;
  /** The transaction calls the returned function. */
  prepareBasketApproval(
    context: PrepareContext,
    input: BasketIdInput,
  ): Promise<(stores: Stores, basket: BasketRecord) => Promise<void>>;
  prepareBasketDeletion(context: PrepareContext, input: BasketIdInput): Promise<void>;

  /**
   * Asks the bank, and returns a function that makes a `Directory` from the answers. Calls `findAuthorisation` only if the bank
   * must be asked.
   */
  prepareApproval(
    context: ApprovalContext,
    findAuthorisation: () => Promise<AuthorisationRecord | null>,
    questions: ApprovalQuestions,
  ): Promise<(stores: Stores) => Directory>;
  /**
   * Locks every row that the approvals of these payments change. Call it before the first approval: if each approval took its own
   * locks, two transactions could take them in different orders.
   */
  lockForApproval(stores: Stores, payments: readonly PaymentRecord[]): Promise<void>;
  /** Settles the payment at once if it is instant, or else schedules it. */
  commitApproval(
    stores: Stores,
    product: Product,
    payment: PaymentRecord,
    at: number,
  ): Promise<{ readonly to: PaymentStatus; readonly reason: string }>;
  /** Checks a change of status. Throws if this bank never makes such a change, because that is a defect. */
  moveOf(settlement: Settlement, change: PaymentChange): PaymentMove;
  /** Waits for the end of an instant payment that was just approved. true: its status may have changed. */
  awaitEnd(payment: PaymentRecord, product: Product): Promise<boolean>;
  /**
   * true: the payment is stopped. false: only the bank can still stop it, so the cancellation becomes an order.
   * `approvedAt`: when the PSU approved the cancellation; null: no PSU approved it.
   */
  commitCancellation(stores: Stores, payment: PaymentRecord, approvedAt: number | null): Promise<boolean>;

  readonly statuses: BankStatuses;
  /** null: this service executes no payments, because the bank does. */
  readonly executeDue: ExecuteDue | null;
  /** null: this bank accepts no payments of a seed. */
  readonly takeOver: TakeOver | null;
}

/** A payment of a seed, with what the bank has done for it. */
export interface SeededPayment {
  readonly payment: PaymentRecord;
  readonly past: PaymentPast;
  readonly transfers: readonly BookedTransfer[];
}

/**
 * Takes over payments of a seed: writes their bookings, entries and executions, and queues the payments that still wait. `now`
 * is the time of the sandbox.
 */
export type TakeOver = (
  stores: Stores,
  tppId: string,
  payments: readonly SeededPayment[],
  now: number,
) => Promise<void>;

/**
 * Executes some of the due payments, in the transaction that locks the TPP's clock. Returns the number of executions of standing
 * orders among them. `recordsEvents`: whether to record events in `stores.clock`.
 */
export type ExecuteDue = (
  stores: Stores,
  tppId: string,
  at: number,
  recordsEvents: boolean,
) => Promise<number>;
