export type RemoteKind = 'PAYMENT' | 'BASKET' | 'AUTHORISATION' | 'PSU';

/** Times are epoch milliseconds, real time. */
export interface RemoteRecord {
  readonly tppId: string;
  readonly kind: RemoteKind;
  /** Our id of the payment, basket, authorisation or PSU. */
  readonly id: string;
  /** The bank's id; null for a log-in, which has none. */
  readonly reference: string | null;
  /** For an authorisation: the redirect of the PSU. */
  readonly scaRedirect: string | null;
  /** The secret that identifies the returning PSU. */
  readonly returnState: string | null;
  /** For a basket that the bank does not have yet. */
  readonly psuIpAddress: string | null;
  /** When its status was last received. */
  readonly heardAt: number | null;
  /** When its status was last requested. */
  readonly askedAt: number | null;
  /** When it is requested next; null: never, it is final. */
  readonly askAt: number | null;
  /** Polls in a row without a change. */
  readonly unchanged: number;
  /** When a poll was last unanswered; null if the last one was answered. */
  readonly unansweredAt: number | null;
  /** Since when the bank says that it does not know the payment; null if it does. */
  readonly unknownSince: number | null;
}

export type HeardStatus = Pick<
  RemoteRecord,
  'tppId' | 'id' | 'heardAt' | 'askAt' | 'unchanged' | 'unansweredAt' | 'unknownSince'
>;

export interface RemoteStore {
  add(record: RemoteRecord): Promise<void>;
  put(record: RemoteRecord): Promise<void>;
  find(tppId: string, kind: RemoteKind, id: string): Promise<RemoteRecord | null>;
  findMany(tppId: string, kind: RemoteKind, ids: readonly string[]): Promise<readonly RemoteRecord[]>;
  /** Those with this return state, newest first. */
  withState(returnState: string, limit: number): Promise<readonly RemoteRecord[]>;
  /**
   * Claims payments that are not final and were not polled since `before`: sets `askedAt` to `now` and reserves them until
   * `until`.
   */
  claim(
    tppId: string,
    paymentIds: readonly string[],
    times: { readonly now: number; readonly before: number; readonly until: number },
  ): Promise<readonly RemoteRecord[]>;
  /** Claims due payments of all TPPs, the longest overdue first. */
  claimDue(
    times: { readonly now: number; readonly until: number },
    limit: number,
  ): Promise<readonly RemoteRecord[]>;
  heard(all: readonly HeardStatus[]): Promise<void>;
  /** Deletes at most `limit` authorisations created earlier. */
  forget(before: number, limit: number): Promise<number>;
  /** Deletes the client addresses of at most `limit` baskets created earlier and never signed. */
  forgetAddresses(before: number, limit: number): Promise<number>;
}

declare module '../../operations/ports/stores.ts' {
  interface Stores {
    readonly remote: RemoteStore;
  }
}
