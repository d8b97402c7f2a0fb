/** What authorisations need from the outside: their store, sessions of PSUs, and who the customers are (contract 5). */
import type { AuthorisationKind, EndReason, ScaStatus } from '../../domain/authorisations/authorisation.ts';
import type { PsuContext } from '../../domain/psu.ts';

/** An authorisation as kept: what a PSU is asked to confirm, for whom, until when. Times are epoch milliseconds. */
export interface AuthorisationRecord {
  readonly authorisationId: string;
  readonly tppId: string;
  readonly kind: AuthorisationKind;
  readonly paymentId: string | null;
  readonly basketId: string | null;
  readonly scaStatus: ScaStatus;
  readonly endReason: EndReason | null;
  /** The secret part of the address that the PSU follows. */
  readonly linkToken: string;
  /** Made with the creation of a payment; counts as started once its page has been opened. */
  readonly implicit: boolean;
  readonly opened: boolean;
  readonly psuId: string | null;
  readonly identityNumber: string | null;
  readonly sessionId: string | null;
  readonly psuContext: PsuContext | null;
  readonly corporateId: string | null;
  readonly redirectUri: string;
  readonly redirectPreferred: boolean;
  readonly brand: string | null;
  readonly authMethodPreferred: string | null;
  readonly language: 'en' | 'nb';
  /** Who has given their customer number on the page, and the agreement that a corporate customer chose. */
  readonly customerId: string | null;
  readonly agreementId: string | null;
  readonly code: string;
  /** Hash of the amounts and payees that the code was made for. */
  readonly codeBinding: string;
  readonly wrongAttempts: number;
  /** Hash of the cookie of the browser that opened the page. */
  readonly browserHash: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

export type AuthorisationChange = Partial<
  Pick<
    AuthorisationRecord,
    | 'scaStatus'
    | 'endReason'
    | 'opened'
    | 'customerId'
    | 'agreementId'
    | 'wrongAttempts'
    | 'browserHash'
    | 'expiresAt'
    | 'endedAt'
    | 'psuId'
  >
>;

export interface AuthorisationStore {
  insert(authorisation: AuthorisationRecord): Promise<void>;
  /** By id, within the TPP. */
  find(tppId: string, authorisationId: string): Promise<AuthorisationRecord | null>;
  findByToken(linkToken: string): Promise<AuthorisationRecord | null>;
  /** The row, locked until the transaction ends. */
  lock(authorisationId: string): Promise<AuthorisationRecord | null>;
  /** Authorisations of a payment or a basket, oldest first; implicit ones that nobody opened are left out. */
  list(
    target: { readonly paymentId: string } | { readonly basketId: string },
  ): Promise<readonly AuthorisationRecord[]>;
  update(authorisationId: string, change: AuthorisationChange): Promise<void>;
  /** Ends every open authorisation of the target: a later one replaces it, or the TPP withdraws the target. */
  endOpen(
    target: { readonly paymentId: string } | { readonly basketId: string },
    kind: AuthorisationKind,
    reason: 'SUPERSEDED' | 'WITHDRAWN',
    at: number,
  ): Promise<void>;
}

/** A PSU session that somebody has authenticated. */
export interface PsuSessionRecord {
  readonly tppId: string;
  readonly psuId: string;
  readonly sessionId: string;
  readonly identityNumber: string | null;
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  readonly authenticatedAt: number;
}

export interface PsuSessionStore {
  /** By PSU-ID, or by identity number where no PSU-ID was sent. */
  find(
    tppId: string,
    psu: {
      readonly psuId: string | null;
      readonly identityNumber: string | null;
      readonly sessionId: string;
    },
  ): Promise<PsuSessionRecord | null>;
  /** Makes or renews the session. */
  authenticate(session: PsuSessionRecord): Promise<void>;
}

/** What the authorisation rules need to know of customers; the sandbox's stores answer it. */
export interface CustomerIdentity {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  readonly customerName: string;
}

export interface AgreementChoice {
  readonly agreementId: string;
  readonly name: string;
  readonly ownerNumber: string;
}

export interface CustomerDirectory {
  byNumber(tppId: string, customerNumber: string): Promise<CustomerIdentity | null>;
  byId(customerId: string): Promise<CustomerIdentity | null>;
  /** Corporate agreements that the customer owns or acts under. */
  agreementsOf(tppId: string, customerId: string): Promise<readonly AgreementChoice[]>;
  /** Who holds the account: null when no customer of the sandbox does. */
  holderOf(tppId: string, accountKey: string): Promise<CustomerIdentity | null>;
  /** Whether the account stands in an engagement of the agreement that lets this customer register payments. */
  engaged(agreementId: string, customerId: string, accountKey: string): Promise<boolean>;
  /** The first private customer of the TPP, by age. */
  firstPrivate(tppId: string): Promise<CustomerIdentity | null>;
}
