/** The store of notifications. All times are epoch milliseconds of real time. */
import type { Notification } from '../../domain/notifications/notification.ts';
import type { NotificationRequest } from '../../domain/notifications/request.ts';
import type { PaymentStatus } from '../../domain/payments/status.ts';

/**
 * The notifier checks a target with an empty outbox after `firstCheckAfterMs`, and then every `nextCheckAfterMs`, because a process
 * of the previous release may have changed the payment without filling the outbox.
 */
export const firstCheckAfterMs = 6 * 3_600_000;
export const nextCheckAfterMs = 30 * 24 * 3_600_000;

/** How long the database keeps a target that has ended. */
export const targetsKeptMs = 7 * 24 * 3_600_000;

/** The address for notifications of a payment, with their outbox and the last attempt. */
export interface NotificationTarget extends NotificationRequest {
  readonly tppId: string;
  readonly paymentId: string;
  /** Oldest first. */
  readonly pending: readonly Notification[];
  /** How many notifications the TPP has accepted. */
  readonly delivered: number;
  /** How often the oldest pending notification has failed. */
  readonly failures: number;
  readonly failingSince: number | null;
  readonly lastAttemptAt: number | null;
  /** HTTP status of the last attempt; null: there was no response. */
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  /** Time of the next attempt or check. */
  readonly nextAt: number;
  readonly endedAt: number | null;
  /** FINAL: the payment has ended. GIVEN_UP: a notification failed for a day. */
  readonly endReason: 'FINAL' | 'GIVEN_UP' | null;
}

/** A target that this process has leased: until the lease ends at `nextAt`, no other process sends to it. */
export interface LeasedTarget extends NotificationTarget {
  readonly product: string;
  readonly status: PaymentStatus;
}

/** Identifies a lease. `delivered` also identifies the notification that was sent: as many notifications came before it. */
type Lease = Pick<LeasedTarget, 'paymentId' | 'delivered' | 'nextAt'>;

export interface NotificationAttempt {
  readonly at: number;
  readonly status: number | null;
  readonly failure: string | null;
}

export interface NotificationStore {
  add(paymentId: string, request: NotificationRequest, nextCheckAt: number): Promise<void>;
  /** Adds the target, or replaces its address and content. Pending notifications become due at once. */
  put(paymentId: string, request: NotificationRequest, nextCheckAt: number): Promise<void>;
  ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, NotificationTarget>>;
  /** TPPs with targets that have not ended, in random order. `due`: at least one of these targets of the TPP is due at `now`. */
  tpps(now: number, atMost: number): Promise<readonly { readonly tppId: string; readonly due: boolean }[]>;
  /** Of the targets of the TPP, leases the one that has been due for the longest time; null: no target is due. */
  lease(now: number, leasedUntil: number): Promise<LeasedTarget | null>;
  /**
   * Removes the oldest pending notification, which the TPP has accepted. If this was the last, a target whose payment is final
   * ends, and any other target has its next check at `nextCheckAt`. Does nothing if the target has lost its lease. For example, the
   * TPP may have named another address: that address must get this notification too, before the next one.
   */
  accept(target: Lease, attempt: NotificationAttempt, nextCheckAt: number): Promise<void>;
  /**
   * Records a failed attempt. `nextAt` null: the bank gives up. Returns false, and does nothing, if the target has lost its lease
   * because the TPP has named an address again, or because another process has leased the target.
   */
  fail(target: Lease, attempt: NotificationAttempt, nextAt: number | null): Promise<boolean>;
  /** For a target with an empty outbox: ends it if its payment is final; otherwise its next check is at `nextCheckAt`. */
  recordCheck(target: Lease, now: number, nextCheckAt: number): Promise<void>;
  /** Deletes at most `limit` targets that ended before the time `before`. */
  deleteOld(before: number, limit: number): Promise<number>;
}
