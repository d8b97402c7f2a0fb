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

export interface StoredPsu
  extends Pick<PsuRequest, 'psuId' | 'identityNumber' | 'sessionId' | 'redirectUri' | 'corporateId'> {
  readonly redirectPreferred: boolean;
  readonly psuContext: PsuContext | null;
}

/** Times are epoch milliseconds. */
export interface AuthorisationRecord extends ShownAuthorisation, StoredPsu {
  readonly tppId: string;
  readonly kind: AuthorisationKind;
  readonly paymentId: string | null;
  readonly basketId: string | null;
  readonly endReason: EndReason | null;
  readonly linkToken: string;
  /** true: the creation of the payment started this authorisation. Lists show it only after it was opened. */
  readonly implicit: boolean;
  /** true: the PSU has acted on the page. To read the page is not enough. */
  readonly opened: boolean;
  readonly redirectUri: string;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  /** The PSU's choice on the page, otherwise the language of the TPP's request; null: the browser decides. */
  readonly language: PageLanguage | null;
  readonly customerId: string | null;
  readonly agreementId: string | null;
  readonly code: string;
  /** Hash of the amounts and payees that the code approves. */
  readonly codeBinding: string;
  /** Wrong customer numbers and wrong codes together. */
  readonly wrongAttempts: number;
  readonly wrongCodes: number;
  /** Hash of the secret in the cookie of the browser that has claimed the authorisation by its first form; null: not claimed. */
  readonly browserHash: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

export interface TargetedAuthorisation extends AuthorisationRecord {
  /** The open basket that contains the payment of the authorisation. */
  readonly openBasketId: string | null;
}

export interface LinkedAuthorisation extends TargetedAuthorisation {
  readonly tppName: string;
  /** By how many milliseconds the sandbox clock is ahead of real time. */
  readonly clockOffset: number;
  /** The offset of the clock when its current move ends. While the clock does not move, the current offset. */
  readonly clockOffsetAfterMove: number;
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

export interface AuthorisationStore {
  insert(authorisation: AuthorisationRecord): Promise<void>;
  find(tppId: string, authorisationId: string): Promise<AuthorisationRecord | null>;
  findByToken(tppId: string, linkToken: string): Promise<LinkedAuthorisation | null>;
  /** Locks only the authorisation. Call it after the lock of the payment, so that no basket can add the payment meanwhile. */
  lock(authorisationId: string): Promise<TargetedAuthorisation | null>;
  /** Oldest first, without implicit authorisations that were never opened. */
  list(target: TargetId): Promise<readonly AuthorisationRecord[]>;
  /** Like `list`, but with the authorisations of the payment's baskets, and only the newest `atMost` of each payment. */
  listMany(
    paymentIds: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly AuthorisationRecord[]>>;
  /** Also creates or renews `session`, in the same statement. */
  update(authorisationId: string, change: AuthorisationChange, session?: PsuSessionRecord): Promise<void>;
  endOpen(
    target: TargetId,
    kind: AuthorisationKind,
    endReason: 'WITHDRAWN' | 'RESOURCE_CHANGED',
    at: number,
  ): Promise<void>;
  /** Ends the open authorisations. Of all ended ones without wrong codes, it keeps the newest `endedAtMost` and deletes the others. */
  supersede(target: TargetId, kind: AuthorisationKind, at: number, endedAtMost: number): Promise<void>;
  /** Adds up the wrong codes of each payment, also in authorisations of its baskets. Returns the highest sum. */
  highestWrongCodeCountOf(paymentIds: readonly string[]): Promise<number>;
  /** Finds a log-in of the same PSU that is valid at `now` and not `opened`, and extends it to `login.expiresAt`. null: there is none. */
  renewLogin(login: AuthorisationRecord, now: number): Promise<AuthorisationRecord | null>;
  /** false: nothing is stored, because the TPP has `atMost` open log-ins. */
  insertLogin(login: AuthorisationRecord, atMost: number): Promise<boolean>;
  /** `before` is real time. */
  deleteOld(kinds: 'LOGINS' | 'OTHERS', before: number, limit: number): Promise<number>;
}

/** Counts wrong codes under each `WrongCodeLimit.subject`. */
export interface WrongCodeStore {
  /** Locks the rows in a fixed order, and creates missing ones. */
  lock(tppId: string, subjects: readonly string[], now: number): Promise<ReadonlyMap<string, WrongCodeCount>>;
  read(tppId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, WrongCodeCount>>;
  set(tppId: string, subject: string, count: WrongCodeCount): Promise<void>;
  /** `before` is real time. */
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

/** The session may have expired. `customer` has the current data; null: the sandbox has no such customer. */
export interface SessionWithCustomer extends PsuSessionRecord {
  readonly customer: Customer | null;
}

export interface PsuSessionStore {
  /** The newest session with the PSU-ID or, if `psu` has none, with the identity number. */
  find(
    tppId: string,
    psu: Pick<PsuRequest, 'psuId' | 'identityNumber'> & { readonly sessionId: string },
  ): Promise<SessionWithCustomer | null>;
  /** Creates the session, or replaces the stored session with the same ids. */
  put(session: PsuSessionRecord): Promise<void>;
  /** `before` is real time. */
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

/** The customers of a sandbox, with their accounts and agreements. */
export interface CustomerDirectory {
  byNumber(tppId: string, customerNumber: string): Promise<Customer | null>;
  byId(customerId: string): Promise<Customer | null>;
  /** `corporateId`: the id of one agreement or the customer number of an owner; null: any agreement. A sandbox returns at most 100. */
  agreementsOf(
    tppId: string,
    customerId: string,
    corporateId: string | null,
  ): Promise<readonly AgreementChoice[]>;
  /** `corporateId` is the id of the agreement or the customer number of its owner. */
  hasCorporateAgreement(tppId: string, corporateId: string): Promise<boolean>;
  /** Oldest first. Several card accounts may have the same masked number. */
  accountsByReference(tppId: string, reference: AccountReference): Promise<readonly AccountWithHolder[]>;
  accountById(tppId: string, account: SandboxAccountId): Promise<AccountWithHolder | null>;
  /** Whether an engagement with the role REGISTER lets the customer pay from the account. */
  hasEngagement(agreementId: string, customerId: string, resourceId: string): Promise<boolean>;
  /** In the order of their numbers. */
  findMatching(tppId: string, criteria: CustomerCriteria, limit: number): Promise<readonly Customer[]>;
  oldestPrivate(tppId: string): Promise<Customer | null>;
}
