import type { StoreKey } from '../../operations/ports/stores.ts';

/** The kinds of resources that this service and the remote bank both know. */
export type RemoteKind = 'PAYMENT' | 'BASKET' | 'AUTHORISATION' | 'PSU';

/** Times are epoch milliseconds, real time. */
export interface RemoteRecord {
  readonly tppId: string;
  readonly kind: RemoteKind;
  /** The id at this service. */
  readonly id: string;
  /** The id at the bank; null if the bank has not given one. */
  readonly reference: string | null;
  /** The address to which the PSU of an authorisation is redirected. */
  readonly scaRedirect: string | null;
  /** The secret in the return address of an authorisation. It identifies the authorisation of a returning PSU. */
  readonly returnState: string | null;
  /** The IP address of the PSU, for a basket that the bank does not have yet. */
  readonly psuIpAddress: string | null;
  /** When the bank last reported the status of the payment. */
  readonly reportedAt: number | null;
  /** For a payment: when the bank was last asked for its status. For a basket: when the bank was last asked to create it. */
  readonly lastRequestAt: number | null;
  /** When the status of the payment is polled next; null: never again. */
  readonly nextPollAt: number | null;
  /** The number of polls in a row that found no change. */
  readonly unchangedPolls: number;
  /** When the last poll failed; null if the bank answered the last poll. */
  readonly unansweredAt: number | null;
  /** Since when the bank says that it does not know the payment; null if the bank knows it. */
  readonly unknownSince: number | null;
}

/** Absent fields become null, and `unchangedPolls` becomes 0. */
export type NewRemoteRecord = Pick<RemoteRecord, 'tppId' | 'kind' | 'id'> & Partial<RemoteRecord>;

/** The stored result of a poll. */
export type PollResult = Pick<
  RemoteRecord,
  'tppId' | 'id' | 'reportedAt' | 'nextPollAt' | 'unchangedPolls' | 'unansweredAt' | 'unknownSince'
>;

export interface RemoteStore {
  add(record: NewRemoteRecord): Promise<void>;
  /** Adds or replaces the record. */
  put(record: NewRemoteRecord): Promise<void>;
  /**
   * Stores the time of the last request to create the basket, and the IP address of the PSU in that request. false: another process
   * has changed the record in the meantime, so nothing is stored.
   */
  replaceLastRequestIfUnchanged(
    basket: RemoteRecord,
    request: Pick<RemoteRecord, 'lastRequestAt' | 'psuIpAddress'>,
  ): Promise<boolean>;
  find(tppId: string, kind: RemoteKind, id: string): Promise<RemoteRecord | null>;
  findMany(tppId: string, kind: RemoteKind, ids: readonly string[]): Promise<readonly RemoteRecord[]>;
  /** Newest first. */
  findByReturnState(returnState: string, limit: number): Promise<readonly RemoteRecord[]>;
  /**
   * Claims the payments of `paymentIds` that are still polled, and were not polled since `before`. Sets `lastRequestAt` to `now`,
   * and `nextPollAt` to `until`, so that other processes do not poll these payments until then.
   */
  claim(
    tppId: string,
    paymentIds: readonly string[],
    times: { readonly now: number; readonly before: number; readonly until: number },
  ): Promise<readonly RemoteRecord[]>;
  /** Claims payments of all TPPs whose `nextPollAt` has come, oldest first. */
  claimDue(
    times: { readonly now: number; readonly until: number },
    limit: number,
  ): Promise<readonly RemoteRecord[]>;
  /**
   * Brings the next poll of each payment forward to `nextPollAt`, and sets `unchangedPolls`, unless the payment is no longer
   * polled.
   */
  pollEarlier(
    tppId: string,
    paymentIds: readonly string[],
    poll: Pick<RemoteRecord, 'nextPollAt' | 'unchangedPolls'>,
  ): Promise<void>;
  savePolls(results: readonly PollResult[]): Promise<void>;
  /** Deletes at most `limit` authorisations that were created before `before`. */
  deleteOldAuthorisations(before: number, limit: number): Promise<number>;
  /**
   * Deletes the stored IP addresses of at most `limit` baskets that were created before `createdBefore`. If the bank was asked to
   * create the basket after `requestedBefore`, the IP address stays, because a repetition must send the same address again.
   */
  deleteOldIpAddresses(
    times: { readonly createdBefore: number; readonly requestedBefore: number },
    limit: number,
  ): Promise<number>;
}

export const remoteStore: StoreKey<RemoteStore> = { name: 'remote' };
