/**
 * The bank behind the service, as operations know it. Each step has two parts: `prepare` asks before the transaction, `commit`
 * writes inside it, so that no transaction waits for another system. The simulated bank answers at once.
 */
import type { Fee } from '../../domain/payments/fee.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PaymentChange, PaymentMove, PaymentStatus, Settlement } from '../../domain/payments/status.ts';
import { Refusal, type TppMessage } from '../../domain/refusal.ts';
import type { AuthorisationRecord } from '../authorisations/ports.ts';
import type { BasketName, CreatePaymentInput, PaymentName, PaymentRecord } from '../payments/ports.ts';
import type { SandboxClock } from './clock.ts';
import type { CallContext, PrepareContext, WriteContext } from './context.ts';
import type { Directory } from './directory.ts';
import type { BasketRecord, Stores } from './stores.ts';

/** A refusal in the words of the bank, for a reason that the operation need not declare. */
export class BankRefusal extends Refusal {}

/** The PSU must log in at the bank first. */
export abstract class BankChallenge extends BankRefusal {
  /** Stores with a log-in of ours how its PSU gets to the bank. */
  abstract commit(stores: Stores, login: AuthorisationRecord): Promise<void>;
}

export interface PreparedCreation {
  readonly fee: Fee | null;
  readonly tppMessages: readonly TppMessage[];
  readonly psuMessage: string | null;
  /** Writes what the bank keeps of the payment, and of the authorisation that was made with it. */
  commit(context: WriteContext, payment: PaymentRecord, approval: AuthorisationRecord | null): Promise<void>;
}

/** The PSU has to approve it first, or not. */
export type Cancellation = 'CANCELLED' | 'TO_APPROVE';

export interface PreparedBasketApproval {
  commit(stores: Stores, basket: BasketRecord): Promise<void>;
}

export interface ApprovalQuestions {
  /** Who is named on the page. */
  readonly customerNumber?: string;
  /** What they may do with the debtor accounts, for an approval. */
  readonly rights?: boolean;
  /** The agreement that is being chosen. */
  readonly agreementId?: string;
  /** Where several agreements could be chosen: under the first that allows it, else under the last. */
  readonly anyAgreement?: boolean;
}

export interface PreparedApproval {
  directory(stores: Stores): Directory;
}

/** What an approval is prepared with; the stores read. */
export type ApprovalContext = Pick<CallContext, 'stores'> & Pick<WriteContext, 'now'>;

/** Why the stored status of a payment may be out of date. */
export interface StaleStatus {
  /** The bank has not answered, or does not know the payment; GIVEN_UP: for so long that it is not asked any more. */
  readonly why: 'UNANSWERED' | 'UNKNOWN' | 'GIVEN_UP';
  /** When the bank last reported the status, epoch milliseconds; null: never. */
  readonly heardAt: number | null;
}

/** A payment at a bank that has ids of its own. */
export interface AtBank {
  readonly reference: string | null;
  /** When its status was last received, epoch milliseconds, real time. */
  readonly heardAt: number | null;
}

/** The statuses of payments, where the bank changes them by itself. */
export interface BankStatuses {
  /**
   * Asks for the status of payments that have not ended, each at most once in three seconds. A bank that is away or slow is
   * no failure. Answers whether any was due: then its status may be another one now.
   */
  refresh(tppId: string, paymentIds: () => Promise<readonly string[]>): Promise<boolean>;
  /** Which of these payments have a stored status that may be out of date, and why. */
  stale(tppId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, StaleStatus>>;
  find(tppId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, AtBank>>;
}

export interface Bank {
  /** What the PSU reads who may approve in the bank's app; null: this service knows of no app. */
  readonly appMessage: string | null;
  /** Whether an authorisation that ends without approval rejects its payments; else the bank decides. */
  readonly rejectsHere: boolean;

  /** Judges the session of the PSU and the rules, then asks the bank. */
  prepareCreation(context: PrepareContext, input: CreatePaymentInput): Promise<PreparedCreation>;
  /** null: the status of the payment decides. */
  prepareCancellation(context: PrepareContext, name: PaymentName): Promise<Cancellation | null>;
  prepareCancellationApproval(context: PrepareContext, name: PaymentName): Promise<void>;
  commitBasket(context: WriteContext, basket: BasketRecord): Promise<void>;
  prepareBasketApproval(context: PrepareContext, name: BasketName): Promise<PreparedBasketApproval>;
  prepareBasketDeletion(context: PrepareContext, name: BasketName): Promise<void>;

  /** `find`: the authorisation, read only where the bank has to be asked. */
  prepareApproval(
    context: ApprovalContext,
    find: () => Promise<AuthorisationRecord | null>,
    questions: ApprovalQuestions,
  ): Promise<PreparedApproval>;
  /** Settles an instant payment at once, or books the payment for its day; returns the next status, and why. */
  commitApproval(
    stores: Stores,
    product: Product,
    payment: PaymentRecord,
    at: number,
  ): Promise<{ readonly to: PaymentStatus; readonly reason: string }>;
  /** The move of a payment by an approval, a rejection or a cancellation; one that this bank never makes is a defect. */
  moveOf(settlement: Settlement, change: PaymentChange): PaymentMove;
  /** Waits for the end of an instant payment that was just approved. Answers whether its status may have changed. */
  awaitEnd(payment: PaymentRecord, product: Product): Promise<boolean>;
  /**
   * Takes back what was ordered of an approved payment. False where only the bank can still stop it: then a cancellation that
   * the PSU has approved at `approvedAt` becomes an order, and the bank's answer moves the status. null: nobody approved one.
   */
  commitCancellation(stores: Stores, payment: PaymentRecord, approvedAt: number | null): Promise<boolean>;

  readonly statuses: BankStatuses;
  /** null: the bank carries out everything by itself, and `stores.work` stays empty. */
  readonly carryOut: CarryOut | null;
}

/** How much a piece of the bank's work was. */
export interface PieceSize {
  readonly payments: number;
  /** Those of standing orders among them. */
  readonly executions: number;
}

/** Carries out a piece of what is due, in the transaction that holds the TPP's time. `recording`: events are listed. */
export type CarryOut = (stores: Stores, tppId: string, at: number, recording: boolean) => Promise<PieceSize>;

/** The order of events in the time of a TPP; the room `housekeeping` implements it. */
export interface Timeline {
  /**
   * Moves the TPP's time towards the target of its clock, event by event, each in its own transaction; returns the
   * clock as it then stands. Stops before the target when `budgetMs` of real time are spent.
   */
  carryOn(tppId: string, budgetMs: number): Promise<SandboxClock>;
}
