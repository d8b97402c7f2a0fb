/**
 * What the operations need from the outside: stores, a unit of work, time and ids. `db` implements the stores; tests
 * may use their own. Every store call is one round trip at most unless its comment says otherwise.
 */
import type { PsuRequest } from '../../domain/psu.ts';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type {
  AuthorisationStore,
  CustomerDirectory,
  PsuSessionRecord,
  PsuSessionStore,
  WrongCodeStore,
} from '../authorisations/ports.ts';
import type { BasketStore, PaymentLists, PaymentStore } from '../payments/ports.ts';
import type { RequestLogStore } from '../request-log/ports.ts';
import type { SandboxStore } from '../sandbox/ports.ts';
import type { ClockStore } from './clock.ts';
import type { LedgerStore } from './ledger.ts';

/** An answer that a door has rendered, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface RequestKey {
  readonly tppId: string;
  readonly requestId: string;
  /** Hash of method, target, body and PSU headers. */
  readonly fingerprint: string;
}

export interface SeenRequest {
  readonly fingerprint: string;
  readonly outcomes: Readonly<Record<string, unknown>>;
  readonly answer: StoredAnswer | null;
}

/** The answer, or what the first mutation of a GraphQL document led to. */
export type KeptAnswer =
  | { readonly answer: StoredAnswer }
  | { readonly field: string; readonly outcome: unknown };

export interface RequestStore {
  /** Stores what the id was used for, in the transaction of its effect; a used id ends that in a Collision. */
  keep(key: RequestKey, what: KeptAnswer, now: number): Promise<void>;
  /** Adds the outcome of a further mutation under the id; false when another request was faster. */
  addOutcome(key: RequestKey, field: string, outcome: unknown): Promise<boolean>;
  find(tppId: string, requestId: string, forgetBefore: number): Promise<SeenRequest | null>;
  /** Stores the answer unless there is one already; returns the stored one. */
  saveAnswer(key: RequestKey, answer: StoredAnswer): Promise<StoredAnswer | null>;
  /** Deletes the row of the id when it is older. */
  forgetOne(key: RequestKey, before: number): Promise<void>;
  /** Deletes at most `limit` rows that are older; returns how many were deleted. */
  forget(before: number, limit: number): Promise<number>;
}

/** Console tokens and sessions of the console, by hash. */
export interface TokenStore {
  /** Stores a token, and deletes the TPP's tokens except the `keep` that expire last. */
  insert(
    token: { readonly tokenHash: string; readonly caller: TokenOwner; readonly expiresAt: number },
    keep: number,
  ): Promise<void>;
  find(tokenHash: string, now: number): Promise<(TokenOwner & { readonly expiresAt: number }) | null>;
  end(tokenHash: string): Promise<void>;
  /** Deletes at most `limit` tokens that have expired before. */
  forget(before: number, limit: number): Promise<number>;
}

export interface TokenOwner {
  readonly tppId: string;
  readonly name: string;
  readonly roles: readonly string[] | null;
  /** Fingerprint of the certificate that asked for the token; null when the process itself made it. */
  readonly certificate: string | null;
}

export interface TppStore {
  /** The name in the first certificate of the TPP. */
  name(tppId: string): Promise<string>;
  /** Registers the TPP; once per process is enough. true for the one call that was first. */
  register(tppId: string, name: string): Promise<boolean>;
  /** By how many milliseconds the sandbox clock of the TPP runs ahead. */
  clockOffset(tppId: string): Promise<number>;
}

/** What a creation reads besides: the PSU's session, and the KID agreements of the creditors' accounts. */
export interface Needs {
  readonly psu: Pick<PsuRequest, 'psuId' | 'identityNumber' | 'sessionId'>;
  readonly creditorKeys: readonly string[];
}

export interface Facts {
  /** By how many milliseconds the sandbox clock of the TPP runs ahead. */
  readonly clockOffset: number;
  readonly seen: SeenRequest | null;
  readonly session: PsuSessionRecord | null;
  readonly kidAgreements: ReadonlyMap<string, KidAgreement>;
}

/** What a write asks before it decides. */
export interface Question {
  /** The X-Request-ID to look up, and how far back. */
  readonly request: { readonly requestId: string; readonly forgetBefore: number } | null;
  readonly needs: Needs | null;
}

export type * from '../authorisations/ports.ts';
export type * from '../payments/ports.ts';

export interface Stores {
  readonly tokens: TokenStore;
  readonly payments: PaymentStore;
  readonly paymentLists: PaymentLists;
  readonly authorisations: AuthorisationStore;
  readonly psuSessions: PsuSessionStore;
  readonly wrongCodes: WrongCodeStore;
  readonly customers: CustomerDirectory;
  readonly baskets: BasketStore;
  readonly requests: RequestStore;
  readonly tpps: TppStore;
  readonly sandbox: SandboxStore;
  readonly ledger: LedgerStore;
  readonly clock: ClockStore;
  readonly requestLog: RequestLogStore;
}

/** Another transaction was faster: it used the X-Request-ID, or made a payment with the same fingerprint. */
export class Collision extends Error {
  override readonly name = 'Collision';
  readonly with: 'REQUEST' | 'ALIKE';

  constructor(other: Collision['with'], options?: ErrorOptions) {
    super(
      `a transaction met another ${other === 'REQUEST' ? 'use of its X-Request-ID' : 'payment like its own'}`,
      options,
    );
    this.with = other;
  }
}

export interface UnitOfWork {
  /** Stores outside any transaction, for reads. */
  readonly read: Stores;
  /**
   * Runs `work` in one transaction; commits when it resolves, rolls back when it throws. May run it again on a
   * deadlock. Throws a Collision where a unique index has decided for another transaction.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}

/** Work for one TPP: each gets a fair share of the connections. */
export interface TppWork extends UnitOfWork {
  /** For operations that write nothing: what was confirmed before is there, as in `read`. */
  readonly readOnly: Stores;
  /** Reads by one statement what a write must know before it decides. */
  facts(question: Question): Promise<Facts>;
}

export interface SharedWork extends UnitOfWork {
  of(tppId: string): TppWork;
}

/** Changes of payments, whichever replica made them. */
export interface PaymentEvents {
  /** Calls `listener` whenever the status of the payment may have changed; returns how to stop. */
  watch(paymentId: string, listener: () => void): Promise<() => void>;
  /** Calls `listener` with the TPP's payments that are new or have moved; null: some changes may have been missed. */
  watchAll(tppId: string, listener: (paymentIds: readonly string[] | null) => void): Promise<() => void>;
  watching(): number;
}

export interface Ids {
  /** An opaque, URL-safe id with at least 74 random bits; later ids sort behind earlier ones. */
  next(): string;
}

/** Answers whether work that goes by the clock of this process may begin. */
export type MayWork = () => Promise<boolean>;

/** Real time, epoch milliseconds. */
export type Clock = () => number;
