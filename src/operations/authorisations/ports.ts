/** What authorisations need from the outside: their store, sessions of PSUs, and who the customers are. */
import type {
  AuthorisationKind,
  EndReason,
  NextScaStatus,
  ShownAuthorisation,
} from '../../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { WrongCodeCount } from '../../domain/authorisations/wrong-codes.ts';
import type { AccountReference } from '../../domain/payments/instruction.ts';
import type { OwnAccount } from '../../domain/payments/payer.ts';
import type { PsuContext, PsuRequest } from '../../domain/psu.ts';
import type { Customer, CustomerType } from '../../domain/sandbox/customer.ts';

/** The PSU and where they return to, as payments, baskets and authorisations keep it. */
export interface KeptPsu
  extends Omit<PsuRequest, 'context' | 'brand' | 'authMethodPreferred' | 'acceptLanguage' | 'ipAddress'> {
  readonly psuContext: PsuContext | null;
}

/** An authorisation as kept: what a PSU is asked to confirm, for whom, until when. Times are epoch milliseconds. */
export interface AuthorisationRecord extends ShownAuthorisation, KeptPsu {
  readonly tppId: string;
  readonly kind: AuthorisationKind;
  readonly paymentId: string | null;
  readonly basketId: string | null;
  readonly endReason: EndReason | null;
  /** The secret part of the address that the PSU follows. */
  readonly linkToken: string;
  /** Made with the creation of a payment; counts as started once its page has been opened. */
  readonly implicit: boolean;
  readonly opened: boolean;
  readonly redirectUri: string;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  /** Chosen on the page, else the PSU's as the TPP sent it; null: the browser decides. */
  readonly language: PageLanguage | null;
  /** Who has given their customer number on the page, and the agreement that a corporate customer chose. */
  readonly customerId: string | null;
  readonly agreementId: string | null;
  readonly code: string;
  /** Hash of the amounts and payees that the code was made for. */
  readonly codeBinding: string;
  /** Wrong customer numbers and codes, and the codes among them. */
  readonly wrongAttempts: number;
  readonly wrongCodes: number;
  /** Hash of the cookie of the browser that opened the page. */
  readonly browserHash: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** An authorisation with the live basket that holds its payment; null: none does. */
export interface TargetedAuthorisation extends AuthorisationRecord {
  readonly liveBasketId: string | null;
}

/** An authorisation with what its page shows of the TPP. */
export interface LinkedAuthorisation extends TargetedAuthorisation {
  readonly tppName: string;
  /** By how many milliseconds the sandbox clock of the TPP runs ahead. */
  readonly clockOffset: number;
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

export type TargetName = { readonly paymentId: string } | { readonly basketId: string };

/** What two challenges must share to be answered with one link. */
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
  /** The row, locked until the transaction ends. Its payment is locked before, so that no basket takes it meanwhile. */
  lock(authorisationId: string): Promise<TargetedAuthorisation | null>;
  /** Authorisations of a payment or a basket, oldest first; implicit ones that nobody opened are left out. */
  list(target: TargetName): Promise<readonly AuthorisationRecord[]>;
  /** Those of many payments, their cancellations and baskets, oldest first; the newest `atMost` of each payment. */
  listMany(
    paymentIds: readonly string[],
    atMost: number,
  ): Promise<ReadonlyMap<string, readonly AuthorisationRecord[]>>;
  /** `session`: that of the PSU who has logged in, made or renewed at the same time. */
  update(authorisationId: string, change: AuthorisationChange, session?: PsuSessionRecord): Promise<void>;
  /** Ends every open authorisation of the target, because the TPP withdraws it. */
  withdraw(target: TargetName, kind: AuthorisationKind, at: number): Promise<void>;
  /** Ends the open one, and deletes ended ones except the newest `keep` and those with wrong codes, which count. */
  supersede(target: TargetName, kind: AuthorisationKind, at: number, keep: number): Promise<void>;
  /** The highest count of wrong codes among the payments, each over its own authorisations and those of its baskets. */
  wrongCodesOf(paymentIds: readonly string[]): Promise<number>;
  /** Extends a log-in that nobody has opened yet; null when the TPP has none with this key at `now`. */
  renewLogin(key: LoginKey, now: number, expiresAt: number): Promise<AuthorisationRecord | null>;
  /** Inserts a log-in; false when the TPP has `atMost` open ones. */
  insertLogin(login: AuthorisationRecord, atMost: number): Promise<boolean>;
  /** Deletes at most `limit` log-ins, or other authorisations, that have ended and were made before, in real time. */
  forget(what: 'LOGINS' | 'OTHERS', before: number, limit: number): Promise<number>;
}

export interface WrongCodeStore {
  /** Locks the rows of the subjects, in one order, until the transaction ends; makes those that are missing. */
  lock(tppId: string, subjects: readonly string[], now: number): Promise<ReadonlyMap<string, WrongCodeCount>>;
  read(tppId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, WrongCodeCount>>;
  set(tppId: string, subject: string, count: WrongCodeCount): Promise<void>;
  forget(before: number, limit: number): Promise<number>;
}

/** A PSU session that somebody has authenticated. */
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

/** A session, with the customer of the sandbox as they are now. */
export interface LiveSession extends PsuSessionRecord {
  readonly customer: Customer | null;
}

export interface PsuSessionStore {
  /** By PSU-ID, or by identity number where no PSU-ID was sent. */
  find(
    tppId: string,
    psu: Pick<PsuRequest, 'psuId' | 'identityNumber'> & { readonly sessionId: string },
  ): Promise<LiveSession | null>;
  authenticate(session: PsuSessionRecord): Promise<void>;
  /** Deletes at most `limit` sessions whose last log-in was before, in real time. */
  forget(before: number, limit: number): Promise<number>;
}

export interface AgreementChoice {
  readonly agreementId: string;
  readonly name: string;
  readonly ownerNumber: string;
}

export interface HeldAccount {
  readonly account: OwnAccount;
  readonly holder: Customer | null;
}

export interface CustomerDirectory {
  byNumber(tppId: string, customerNumber: string): Promise<Customer | null>;
  byId(customerId: string): Promise<Customer | null>;
  agreementsOf(tppId: string, customerId: string): Promise<readonly AgreementChoice[]>;
  /** The accounts that a debtor account names, oldest first: card accounts may share a masked number. */
  accountsByName(tppId: string, name: AccountReference): Promise<readonly HeldAccount[]>;
  accountById(tppId: string, account: OwnAccount): Promise<HeldAccount | null>;
  /** Whether an engagement of the agreement lets this customer register payments from the account. */
  engaged(agreementId: string, customerId: string, resourceId: string): Promise<boolean>;
  /** Some of the TPP's customers, by number, for a sandbox's log-in to offer. */
  some(
    tppId: string,
    criteria: { readonly type: Customer['customerType'] | null; readonly number: string | null },
    limit: number,
  ): Promise<readonly Customer[]>;
  /** The oldest private customer of the TPP. */
  firstPrivate(tppId: string): Promise<Customer | null>;
}
