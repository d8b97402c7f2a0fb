/** What is stored about resources at a remote bank, beside ours. */

export type RemoteKind = 'PAYMENT' | 'BASKET' | 'AUTHORISATION' | 'PSU';

/** A resource of ours and its counterpart at the remote bank. Times are epoch milliseconds, real time. */
export interface RemoteRecord {
  readonly tppId: string;
  readonly kind: RemoteKind;
  /** The id of ours: of a payment, a basket, an authorisation, or the PSU-ID. */
  readonly id: string;
  /** The id there; null if it has none, such as a log-in. */
  readonly reference: string | null;
  /** For an authorisation: the address for the PSU. */
  readonly scaRedirect: string | null;
  /** The secret that identifies the returning PSU. */
  readonly returnState: string | null;
  /** Of a basket until the bank has it: where the PSU's client was when the TPP made it. */
  readonly psuIpAddress: string | null;
  /** When its status was last received. */
  readonly heardAt: number | null;
  /** When its status was last requested. */
  readonly askedAt: number | null;
  /** When it is requested again; null: never, it is final. */
  readonly askAt: number | null;
  /** How often in a row it was requested without a change. */
  readonly unchanged: number;
  /** When a request for its status was last not answered; null: the last one that ended was answered. */
  readonly unansweredAt: number | null;
  /** Since when the bank answers that it does not know the payment; null: it knew it when it last answered. */
  readonly unknownSince: number | null;
}

/** What came of a request for the status of a payment, and when it is requested again. */
export type HeardStatus = Pick<
  RemoteRecord,
  'tppId' | 'id' | 'heardAt' | 'askAt' | 'unchanged' | 'unansweredAt' | 'unknownSince'
>;

export interface RemoteStore {
  /** Inserts a record of a new resource, together with the other rows of its transaction. */
  add(record: RemoteRecord): Promise<void>;
  /** Inserts the record, or replaces that of the same resource. */
  put(record: RemoteRecord): Promise<void>;
  find(tppId: string, kind: RemoteKind, id: string): Promise<RemoteRecord | null>;
  findMany(tppId: string, kind: RemoteKind, ids: readonly string[]): Promise<readonly RemoteRecord[]>;
  /** Those whose PSU comes back with this state, the newest first, `limit` at most. */
  withState(returnState: string, limit: number): Promise<readonly RemoteRecord[]>;
  /**
   * Claims those of the payments that are not final and were not requested since `before`: marked as requested at
   * `now`, and reserved for the caller until `until`.
   */
  claim(
    tppId: string,
    paymentIds: readonly string[],
    times: { readonly now: number; readonly before: number; readonly until: number },
  ): Promise<readonly RemoteRecord[]>;
  /** The same for all TPPs, for those that are due: the longest overdue first. */
  claimDue(
    times: { readonly now: number; readonly until: number },
    limit: number,
  ): Promise<readonly RemoteRecord[]>;
  /** Stores the results of requests for the statuses of payments. */
  heard(all: readonly HeardStatus[]): Promise<void>;
  /** Deletes at most `limit` records of authorisations that were made before, in real time. */
  forget(before: number, limit: number): Promise<number>;
  /** Forgets where the client of a PSU was, of at most `limit` baskets that were made before and never signed. */
  forgetAddresses(before: number, limit: number): Promise<number>;
}

declare module '../../operations/ports/stores.ts' {
  interface Stores {
    readonly remote: RemoteStore;
  }
}
