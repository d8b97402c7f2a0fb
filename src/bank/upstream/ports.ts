import type { StoreKey } from '../../operations/ports/stores.ts';

export type RemoteKind = 'PAYMENT' | 'BASKET' | 'AUTHORISATION' | 'PSU';

/** Times are epoch milliseconds, real time. */
export interface RemoteRecord {
  readonly tppId: string;
  readonly kind: RemoteKind;
  /** The id at this service. */
  readonly id: string;
  /** The id at the bank; null if the bank has not given one. */
  readonly reference: string | null;
  readonly scaRedirect: string | null;
  /** Secret. It identifies the authorisation of a returning PSU. */
  readonly returnState: string | null;
  /** For a basket: the IP address of the PSU, which the bank gets when this service creates the basket there. */
  readonly psuIpAddress: string | null;
  /** When the bank last reported the status of the payment; null: not since the creation. */
  readonly reportedAt: number | null;
  /**
   * For a payment: when it was last polled. For a basket: the time of a call whose response may be lost. If there is no `reference`, the
   * call creates the basket. If there is a `reference`, the call deletes the basket.
   */
  readonly bankAskedAt: number | null;
  /** null: there is no further poll. */
  readonly nextPollAt: number | null;
  /** The pause before the next poll depends on it. Each poll in the background that finds no change adds 1. */
  readonly unchangedPolls: number;
  /** The time of the last poll, if the bank did not answer, or warned that its status may be out of date. null: the bank answered. */
  readonly unansweredAt: number | null;
  /** null: the bank knows the payment. */
  readonly unknownSince: number | null;
}

/** Absent fields become null, and `unchangedPolls` becomes 0. */
export type NewRemoteRecord = Pick<RemoteRecord, 'tppId' | 'kind' | 'id'> & Partial<RemoteRecord>;

export type PollResult = Pick<
  RemoteRecord,
  'tppId' | 'id' | 'reportedAt' | 'nextPollAt' | 'unchangedPolls' | 'unansweredAt' | 'unknownSince'
> & {
  /** `unchangedPolls` when the poll began. If the stored number is lower by now, `savePolls` does not postpone the stored `nextPollAt`. */
  readonly unchangedPollsBefore: number;
};

export interface RemoteStore {
  add(record: NewRemoteRecord): Promise<void>;
  /** Replaces the whole record with this id. */
  put(record: NewRemoteRecord): Promise<void>;
  /** false: another process has changed the record in the meantime, so nothing is stored. */
  replaceLastRequestIfUnchanged(
    basket: RemoteRecord,
    request: Pick<RemoteRecord, 'bankAskedAt' | 'psuIpAddress'>,
  ): Promise<boolean>;
  find(tppId: string, kind: RemoteKind, id: string): Promise<RemoteRecord | null>;
  findPayments(tppId: string, ids: readonly string[]): Promise<readonly RemoteRecord[]>;
  /** Newest first. */
  findByReturnState(returnState: string, limit: number): Promise<readonly RemoteRecord[]>;
  /**
   * Claims the payments that have a `nextPollAt` and were not polled after `before`. `before` null: no matter when they were polled.
   * `claimDue` does not claim them again until `until`, but another `claim` may.
   */
  claim(
    tppId: string,
    paymentIds: readonly string[],
    times: { readonly now: number; readonly before: number | null; readonly until: number },
  ): Promise<readonly RemoteRecord[]>;
  /** Of all TPPs, claims the payments whose `nextPollAt` is not after `now`, the longest due first. */
  claimDue(
    times: { readonly now: number; readonly until: number },
    limit: number,
  ): Promise<readonly RemoteRecord[]>;
  /** Changes only payments that have a `nextPollAt`. */
  pollEarlier(
    tppId: string,
    paymentIds: readonly string[],
    poll: Pick<RemoteRecord, 'nextPollAt' | 'unchangedPolls'>,
  ): Promise<void>;
  savePolls(results: readonly PollResult[]): Promise<void>;
  /** Returns how many were deleted, or `limit` if more may be left. */
  deleteOldAuthorisations(before: number, limit: number): Promise<number>;
  /**
   * Returns how many were deleted. Keeps the address if `bankAskedAt` is after `requestedBefore`, because a repetition must send the
   * same address again.
   */
  deleteOldIpAddresses(
    times: { readonly createdBefore: number; readonly requestedBefore: number },
    limit: number,
  ): Promise<number>;
}

export const remoteStore: StoreKey<RemoteStore> = { name: 'remote' };
