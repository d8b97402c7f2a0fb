/** The store of notifications. All times are epoch milliseconds of real time. */
import type { Notification } from '../../domain/notifications/notification.ts';
import type { NotificationRequest } from '../../domain/notifications/request.ts';

/**
 * A target ends when the final status is delivered. If the TPP wants no notification of the final status, checks find out whether the
 * payment has ended: the first check comes `firstCheckAfterMs` after the request that names the address, or after the last delivery, and
 * further checks follow every `nextCheckAfterMs`.
 */
export const firstCheckAfterMs = 6 * 3_600_000;
export const nextCheckAfterMs = 30 * 24 * 3_600_000;

export const endedTargetsKeptMs = 7 * 24 * 3_600_000;

/** Where the notifications of a payment go, and which of them are not delivered yet. */
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
  /** HTTP status; null: there was no response. */
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  /** Time of the next attempt or check. */
  readonly nextAt: number;
  /** FINAL: the payment has ended. GIVEN_UP: a notification failed for a day. */
  readonly endReason: 'FINAL' | 'GIVEN_UP' | null;
}

/** Until `nextAt` no other process sends to this target. */
export interface LeasedTarget extends NotificationTarget {
  readonly product: string;
}

/** A target has lost this lease if its `nextAt` or `delivered` has changed. */
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
  /** TPPs with targets that have not ended, in random order. `due`: one of these targets is due at `now`. */
  tpps(now: number, atMost: number): Promise<readonly { readonly tppId: string; readonly due: boolean }[]>;
  /** Leases that target of the TPP which has been due for the longest time. null: no target of the TPP is due. */
  lease(now: number, leasedUntil: number): Promise<LeasedTarget | null>;
  /**
   * Removes the oldest pending notification. Does nothing if the target has lost its lease, because `put` may have stored a new
   * address, which must get the notification too.
   */
  recordDelivery(target: Lease, attempt: NotificationAttempt, nextCheckAt: number): Promise<void>;
  /** `nextAttemptAt` null: the service gives up. Returns false and changes nothing if the target has lost its lease. */
  recordFailure(target: Lease, attempt: NotificationAttempt, nextAttemptAt: number | null): Promise<boolean>;
  /** Ends the target if its payment is final. Else the next check is at `nextCheckAt`. */
  recordCheck(target: Lease, now: number, nextCheckAt: number): Promise<void>;
  deleteOld(before: number, limit: number): Promise<number>;
}
