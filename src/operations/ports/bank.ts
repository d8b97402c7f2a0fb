/** `prepare…` asks the bank before the transaction. `commit…` writes inside it. So no transaction waits for another system. */
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { BookedTransfer } from '../../domain/bank/past-book.ts';
import type { PaymentPast } from '../../domain/bank/payment-past.ts';
import type { Fee } from '../../domain/payments/fee.ts';
import type { ResolveAccountKey } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentChange, PaymentMove, PaymentStatus, Settlement } from '../../domain/payments/status.ts';
import { Refusal, type TppMessage } from '../../domain/refusal.ts';
import type { AuthorisationRecord, StoredPsu } from '../authorisations/ports.ts';
import type { BasketIdInput, BasketRecord } from '../baskets/ports.ts';
import type { CreatePaymentInput, PaymentIdInput, PaymentRecord } from '../payments/ports.ts';
import type { CallContext, PrepareContext, WriteContext } from './context.ts';
import type { Directory } from './directory.ts';
import type { Stores } from './stores.ts';

/** A refusal by the bank. Operations need not declare its reason. */
export class BankRefusal extends Refusal {}

/** The PSU must log in at the bank first. */
export abstract class BankChallenge extends BankRefusal {
  /** The PSU of the payment or basket that the request is about; null: the request is about neither. */
  abstract readonly storedPsu: StoredPsu | null;
  /** Stores the link to the bank. When the PSU opens the link of `login`, this service redirects the PSU to the bank. */
  abstract storeBankLink(stores: Stores, login: AuthorisationRecord): Promise<void>;
}

export interface PreparedCreation {
  readonly fee: Fee | null;
  readonly tppMessages: readonly TppMessage[];
  readonly psuMessage: string | null;
  /** Gives all numbers of an account one key. Absent: the bank does not know which numbers belong to one account. */
  readonly resolveAccountKey?: ResolveAccountKey;
  commitCreation(
    context: WriteContext,
    payment: PaymentRecord,
    authorisation: AuthorisationRecord | null,
  ): Promise<void>;
}

/** TO_APPROVE: the PSU must approve the cancellation first. */
export type Cancellation = 'CANCELLED' | 'TO_APPROVE';

/** What the bank must answer before the transaction of a step. */
export interface ApprovalQuestions {
  /** Absent: the customer who has logged in. */
  readonly customerNumber?: string;
  /** true: asks whether the customer may use the debtor accounts. */
  readonly asksForRights?: boolean;
  /** The agreement that the form chooses. Absent: the agreement that the PSU has chosen before. */
  readonly agreementId?: string;
  /** true: if the PSU has chosen no agreement, asks about each until one allows the use of all debtor accounts. */
  readonly triesAllAgreements?: boolean;
  /** false: the step succeeds even if the bank does not respond. true by default. */
  readonly needsBank?: boolean;
}

export type ApprovalContext = Pick<CallContext, 'stores'> & Pick<WriteContext, 'now'>;

export interface StaleStatus {
  /** UNANSWERED: the bank does not respond. UNKNOWN: it does not know the payment. GIVEN_UP: this service no longer asks. */
  readonly why: 'UNANSWERED' | 'UNKNOWN' | 'GIVEN_UP';
  /** The bank's last report, in epoch milliseconds; null: no report since the creation of the payment. */
  readonly reportedAt: number | null;
}

interface BankReference {
  /** The id of the payment at the bank; null: the bank has given no id. */
  readonly reference: string | null;
  /** Like `StaleStatus.reportedAt`. */
  readonly reportedAt: number | null;
}

export interface BankStatuses {
  /**
   * Asks the bank at most once in three seconds for each payment. Does not throw if the bank fails. true: a status may have changed.
   * Does nothing, and does not call `readPaymentIds`, if the stored statuses are always those at the bank.
   */
  refresh(tppId: string, readPaymentIds: () => Promise<readonly string[]>): Promise<boolean>;
  /** Returns only payments whose stored status may be out of date. */
  stale(tppId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, StaleStatus>>;
  findReferences(tppId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, BankReference>>;
}

export interface Bank {
  /** Text for a PSU who can approve in the bank's app; null: the bank has no app. */
  readonly appMessage: Readonly<Record<PageLanguage, string>> | null;
  /** true: an authorisation that ends without approval rejects its payments. false: the bank decides what happens to them. */
  readonly rejectsUnapproved: boolean;
  /** false: the bank executes payments by a clock of its own, so a move of the sandbox clock executes none. */
  readonly followsSandboxClock: boolean;

  /** Warnings about PSU-Corporate-ID. */
  corporateIdWarnings(context: CallContext): Promise<readonly TppMessage[]>;
  /** Checks the PSU session and the rules, then asks the bank. */
  prepareCreation(context: PrepareContext, input: CreatePaymentInput): Promise<PreparedCreation>;
  /** Says whether the PSU must approve the cancellation. null: the status of the payment decides this. */
  prepareCancellation(context: PrepareContext, input: PaymentIdInput): Promise<Cancellation | null>;
  /** Asks the bank for the status of a payment that awaits approval here, because the PSU may have approved the payment at the bank. */
  prepareCancellationAuthorisation(context: PrepareContext, input: PaymentIdInput): Promise<void>;
  commitBasket(context: WriteContext, basket: BasketRecord): Promise<void>;
  /** The transaction calls the returned function. */
  prepareBasketAuthorisation(
    context: PrepareContext,
    input: BasketIdInput,
  ): Promise<(stores: Stores, basket: BasketRecord) => Promise<void>>;
  /** The transaction calls the returned function. */
  prepareBasketDeletion(
    context: PrepareContext,
    input: BasketIdInput,
  ): Promise<(stores: Stores) => Promise<void>>;

  /** Calls `findAuthorisation` only if the bank must be asked. The returned function makes a `Directory` from the answers. */
  prepareApproval(
    context: ApprovalContext,
    findAuthorisation: () => Promise<AuthorisationRecord | null>,
    questions: ApprovalQuestions,
  ): Promise<(stores: Stores) => Directory>;
  /**
   * Call it before the first of several approvals. Locks what `commitApproval` would lock for each of the payments, but in one order, so
   * that two transactions cannot deadlock.
   */
  lockForApproval(stores: Stores, payments: readonly PaymentRecord[]): Promise<void>;
  /** Returns the new status, which the caller stores. */
  commitApproval(
    stores: Stores,
    product: Product,
    payment: PaymentRecord,
    at: number,
  ): Promise<{ readonly to: PaymentStatus; readonly reason: string }>;
  /** Checks the change of the status. Throws if this bank never makes it. */
  moveOf(settlement: Settlement, change: PaymentChange): PaymentMove;
  /** Waits for the end of an instant payment. true: its status may have changed. */
  awaitEnd(payment: PaymentRecord, product: Product): Promise<boolean>;
  /**
   * true: the payment is stopped. false: only the bank can stop the payment, and it has not done so yet.
   * `approvedAt` null: no PSU has approved the cancellation.
   */
  commitCancellation(stores: Stores, payment: PaymentRecord, approvedAt: number | null): Promise<boolean>;

  readonly statuses: BankStatuses;
  /** null: this service executes no payments, because the bank does. */
  readonly executeDue: ExecuteDue | null;
  /** null: this bank accepts no payments of a seed. */
  readonly takeOver: TakeOver | null;
}

export interface SeededPayment {
  readonly payment: PaymentRecord;
  readonly past: PaymentPast;
  readonly transfers: readonly BookedTransfer[];
}

/** Books the past transfers of the payments, and queues the payments that still wait for execution. `now` is the time of the sandbox. */
type TakeOver = (
  stores: Stores,
  tppId: string,
  payments: readonly SeededPayment[],
  now: number,
) => Promise<void>;

/**
 * Runs in the transaction that locks the TPP's clock. Returns the number of executions of standing orders, because a move of the clock
 * ends after a limited number of them. `recordsEvents` true: the response to that move shows the events of this run.
 */
type ExecuteDue = (stores: Stores, tppId: string, at: number, recordsEvents: boolean) => Promise<number>;
