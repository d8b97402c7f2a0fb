/** Interfaces that operations on authorisations need: their store, the sessions of PSUs, and the customers. */
import type {
  AuthorisationKind,
  EndReason,
  NextScaStatus,
  ShownAuthorisation,
} from '../../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { WrongCodeCount } from '../../domain/authorisations/wrong-codes.ts';
import type { AccountReference } from '../../domain/payments/instruction.ts';
import type { SandboxAccountId } from '../../domain/payments/payer.ts';
import type { PsuContext, PsuRequest } from '../../domain/psu.ts';
import type { Customer, CustomerType } from '../../domain/sandbox/customer.ts';

/** The stored data about the PSU of a payment, a basket or an authorisation. */
export interface StoredPsu
  extends Omit<
    PsuRequest,
    'context' | 'brand' | 'authMethodPreferred' | 'acceptLanguage' | 'ipAddress' | 'notification'
  > {
  readonly psuContext: PsuContext | null;
}

/** Times are epoch milliseconds. */
export interface AuthorisationRecord extends ShownAuthorisation, StoredPsu {
  readonly tppId: string;
  readonly kind: AuthorisationKind;
  readonly paymentId: string | null;
  readonly basketId: string | null;
  readonly endReason: EndReason | null;
  /** The secret part of the PSU's link. */
  readonly linkToken: string;
  /** true: the creation of the payment started this authorisation. Lists show it only after it was opened. */
  readonly implicit: boolean;
  /**
   * true: the PSU has sent a form, or has gone to the site of another
   * bank, or `completeAuthorisation` has opened the authorisation.
   */
  readonly opened: boolean;
  readonly redirectUri: string;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  /** The PSU's choice on the page, otherwise the language of the TPP's request; null: the browser decides. */
  readonly language: PageLanguage | null;
  /** The customer who logged in on the page, and the agreement that a corporate customer chose. */
  readonly customerId: string | null;
  readonly agreementId: string | null;
  /** The one-time code. */
  readonly code: string;
  /** Hash of the amounts and payees that the code approves. */
  readonly codeBinding: string;
  /** Counts wrong customer numbers and wrong codes. */
  readonly wrongAttempts: number;
  /** Counts only wrong codes. */
  readonly wrongCodes: number;
  /** Hash of the secret in the cookie of the browser that has claimed the authorisation; null: no browser has. */
  readonly browserHash: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

export interface TargetedAuthorisation extends AuthorisationRecord {
  /** The open basket that contains the payment; null: there is none. */
  readonly openBasketId: string | null;
}

/** The authorisation to which the link of a PSU leads. */
export interface LinkedAuthorisation extends TargetedAuthorisation {
  readonly tppName: string;
  /** By how many milliseconds the sandbox clock is ahead of real time. */
  readonly clockOffset: number;
  /**
   * By how many milliseconds the clock will be ahead when its current move ends. While the clock does not move, the current offset.
   */
  readonly offsetAfterMove: number;
}

export type AuthorisationChange = Partial<
  Pick<
    AuthorisationRecord,
    | 'endReason'
    | 'opened'
    | 'customerId'
    | 'agreementId'
    | 'wrongAttempts'
    | 'wrongCodes'
    | 'language'
    | 'browserHash'
    | 'expiresAt'
    | 'endedAt'
    | 'psuId'
  > & { readonly scaStatus: NextScaStatus }
>;

export type TargetId = { readonly paymentId: string } | { readonly basketId: string };

/** Requests that find no session get the link of the same log-in if they agree in these fields. */
export type LoginKey = Pick<
  AuthorisationRecord,
  | 'tppId'
  | 'psuId'
  | 'identityNumber'
  | 'sessionId'
  | 'corporateId'
  | 'redirectUri'
  | 'redirectPreferred'
  | 'brand'
  | 'authMethodPreferred'
  | 'language'
>;

export interface AuthorisationStore {
  insert(authorisation: AuthorisationRecord): Promise<void>;
  find(tppId: string, authorisationId: string): Promise<AuthorisationRecord | null>;
  findByToken(tppId: string, linkToken: string): Promise<LinkedAuthorisation | null>;
  /** Lock the payment before its authorisation, so that no basket can add the payment meanwhile. */
  lock(authorisationId: string): Promise<TargetedAuthorisation | null>;
  /** Oldest first, without implicit authorisations that were never opened. */
  list(target: TargetId): Promise<readonly AuthorisationRecord[]>;
  /** Authorisations of the payments, their cancellations and baskets, oldest first; only the newest `atMost` of each payment. */
  listMany(
    paymentIds: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly AuthorisationRecord[]>>;
  /** Also creates or renews `session`, in the same statement. */
  update(authorisationId: string, change: AuthorisationChange, session?: PsuSessionRecord): Promise<void>;
  /** Ends the open authorisations of this kind without approval. */
  endOpen(
    target: TargetId,
    kind: AuthorisationKind,
    endReason: 'WITHDRAWN' | 'RESOURCE_CHANGED',
    at: number,
  ): Promise<void>;
  /**
   * Ends the open authorisations of this kind. Of the ended authorisations
   * without wrong codes, only the newest `endedAtMost` remain.
   */
  supersede(target: TargetId, kind: AuthorisationKind, at: number, endedAtMost: number): Promise<void>;
  /**
   * Adds up, for each payment, the wrong codes of all authorisations of the payment and of its baskets. Returns the highest sum.
   */
  highestWrongCodeCountOf(paymentIds: readonly string[]): Promise<number>;
  /** Renews the log-in with this key, if it is unopened and has not expired at `now`; null: there is no such log-in. */
  renewLogin(key: LoginKey, now: number, expiresAt: number): Promise<AuthorisationRecord | null>;
  /** false: the TPP has `atMost` open log-ins already. */
  insertLogin(login: AuthorisationRecord, atMost: number): Promise<boolean>;
  /** Deletes at most `limit` authorisations that have ended and were created before `before`, in real time. */
  deleteOld(what: 'LOGINS' | 'OTHERS', before: number, limit: number): Promise<number>;
}

export interface WrongCodeStore {
  /** Creates missing rows, and locks the rows of all subjects until the transaction ends, in the same order in each transaction. */
  lock(tppId: string, subjects: readonly string[], now: number): Promise<ReadonlyMap<string, WrongCodeCount>>;
  read(tppId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, WrongCodeCount>>;
  set(tppId: string, subject: string, count: WrongCodeCount): Promise<void>;
  deleteOld(before: number, limit: number): Promise<number>;
}

export interface PsuSessionRecord {
  readonly tppId: string;
  readonly psuId: string;
  readonly sessionId: string;
  readonly identityNumber: string | null;
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly authenticatedAt: number;
}

/** A session, also an expired one, with the present data of its sandbox customer. */
export interface SessionWithCustomer extends PsuSessionRecord {
  readonly customer: Customer | null;
}

export interface PsuSessionStore {
  /** The newest session with this PSU-ID. If `psu` has no PSU-ID, the newest session with this identity number. */
  find(
    tppId: string,
    psu: Pick<PsuRequest, 'psuId' | 'identityNumber'> & { readonly sessionId: string },
  ): Promise<SessionWithCustomer | null>;
  /** Creates or renews the session. */
  authenticate(session: PsuSessionRecord): Promise<void>;
  /** Deletes at most `limit` sessions whose last log-in was before `before`, in real time. */
  deleteOld(before: number, limit: number): Promise<number>;
}

export interface AgreementChoice {
  readonly agreementId: string;
  readonly name: string;
  readonly ownerNumber: string;
}

export interface AccountWithHolder {
  readonly account: SandboxAccountId;
  readonly holder: Customer | null;
}

/** null: any value matches. */
export interface CustomerCriteria {
  readonly type: CustomerType | null;
  readonly number: string | null;
}

export interface CustomerDirectory {
  byNumber(tppId: string, customerNumber: string): Promise<Customer | null>;
  byId(customerId: string): Promise<Customer | null>;
  agreementsOf(tppId: string, customerId: string): Promise<readonly AgreementChoice[]>;
  /** Whether `corporateId` is the id, or the customer number of the owner, of a corporate agreement in the TPP's sandbox. */
  hasCorporateAgreement(tppId: string, corporateId: string): Promise<boolean>;
  /** Oldest first. Several card accounts may have the same masked number. */
  accountsByReference(tppId: string, reference: AccountReference): Promise<readonly AccountWithHolder[]>;
  accountById(tppId: string, account: SandboxAccountId): Promise<AccountWithHolder | null>;
  /** Whether the agreement lets the customer pay from the account. */
  hasEngagement(agreementId: string, customerId: string, resourceId: string): Promise<boolean>;
  /** For the log-in page of a sandbox. In a large sandbox it may miss customers, because it searches only some. */
  findMatching(tppId: string, criteria: CustomerCriteria, limit: number): Promise<readonly Customer[]>;
  /** The private customer that was created first. */
  firstPrivate(tppId: string): Promise<Customer | null>;
}
