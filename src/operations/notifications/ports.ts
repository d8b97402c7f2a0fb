/** What notifications need of the database. Times are epoch milliseconds of real time. */
import type { Notification } from '../../domain/notifications/notification.ts';
import type { NotificationRequest } from '../../domain/notifications/request.ts';
import type { PaymentStatus } from '../../domain/payments/status.ts';

/**
 * A target with nothing to send is looked at once more after its last activity, and then rarely: a process of the previous
 * release may have changed its payment without filling the outbox.
 */
export const firstLookMs = 6 * 3_600_000;
export const laterLookMs = 30 * 24 * 3_600_000;

/** How long a target that has ended is kept. */
export const targetsKeptMs = 7 * 24 * 3_600_000;

/** Where a TPP is notified of a payment, and how far that is. */
export interface NotificationTarget extends NotificationRequest {
  readonly tppId: string;
  readonly paymentId: string;
  /** Oldest first. */
  readonly pending: readonly Notification[];
  /** How many notifications the TPP has accepted. */
  readonly delivered: number;
  /** Failures of the oldest pending notification. */
  readonly failures: number;
  readonly failingSince: number | null;
  readonly lastAttemptAt: number | null;
  /** HTTP status of the last attempt; null: there was no response. */
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  readonly nextAt: number;
  readonly endedAt: number | null;
  /** FINAL: the payment has ended. GIVEN_UP: a notification failed for a day. */
  readonly endReason: 'FINAL' | 'GIVEN_UP' | null;
}

/** A target that this process may send to, until its lease ends. */
export interface TakenTarget extends NotificationTarget {
  readonly product: string;
  readonly status: PaymentStatus;
}

type NotificationName = Pick<NotificationTarget, 'paymentId' | 'delivered'>;

export interface NotificationAttempt {
  readonly at: number;
  readonly status: number | null;
  readonly failure: string | null;
}

export interface NotificationStore {
  add(paymentId: string, request: NotificationRequest, nextLookAt: number): Promise<void>;
  /** Adds the target, or replaces its address and content; what is pending is sent at once. */
  put(paymentId: string, request: NotificationRequest, nextLookAt: number): Promise<void>;
  ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, NotificationTarget>>;
  /** TPPs with targets that have not ended; `due`: one of them is due at `now`. In no order. */
  tpps(now: number, atMost: number): Promise<readonly { readonly tppId: string; readonly due: boolean }[]>;
  /** The TPP's target that has been due for the longest, leased; null: none is due. */
  take(now: number, leasedUntil: number): Promise<TakenTarget | null>;
  /**
   * The oldest pending notification was accepted: removes it. Ends the target of a final payment with nothing pending;
   * another one is looked at again at `nextLookAt`. Does nothing where another process was faster, as `fail` does.
   */
  accept(target: NotificationName, attempt: NotificationAttempt, nextLookAt: number): Promise<void>;
  /** `nextAt` null: the target is given up. */
  fail(target: NotificationName, attempt: NotificationAttempt, nextAt: number | null): Promise<void>;
  /** There was nothing to send: as `accept`, without a notification. */
  skip(target: NotificationName, now: number, nextLookAt: number): Promise<void>;
  /** Deletes at most `limit` targets that ended before. */
  forget(before: number, limit: number): Promise<number>;
}
