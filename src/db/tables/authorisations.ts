import { getTableName, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { AuthorisationKind, EndReason, ScaStatus } from '../../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { CustomerType } from '../../domain/sandbox/customer.ts';
import { type ColumnsWithTpp, cascadingForeignKey, instant, psuColumns, recordedAt } from './columns.ts';
import { paymentForeignKey } from './payments.ts';

/** A PSU-ID with a TPP-Session-ID, and the customer who logged in with these two. */
export const psuSessions = pgTable(
  'psu_sessions',
  {
    tppId: text('tpp_id').notNull(),
    psuId: text('psu_id').notNull(),
    sessionId: text('session_id').notNull(),
    identityNumber: text('identity_number'),
    customerId: text('customer_id').notNull(),
    customerNumber: text('customer_number').notNull(),
    customerType: text('customer_type').$type<CustomerType>().notNull(),
    authenticatedAt: instant('authenticated_at').notNull(),
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.psuId, table.sessionId] }),
    index('psu_sessions_identity').on(table.tppId, table.identityNumber, table.sessionId),
    index('psu_sessions_age').on(table.recordedAt),
  ],
);

/** The subject is a session or a customer. A row is locked while a code is checked. */
export const wrongCodeCounts = pgTable(
  'wrong_code_counts',
  {
    tppId: text('tpp_id').notNull(),
    subject: text('subject').notNull(),
    wrongCodes: integer('wrong_codes').notNull(),
    /** When the last wrong code came, by the clock of the TPP. */
    at: instant('at').notNull(),
    /** null: the subject has not reached its limit. */
    closedUntil: instant('closed_until'),
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.subject] }),
    index('wrong_code_counts_age').on(table.recordedAt),
  ],
);

export const baskets = pgTable(
  'signing_baskets',
  {
    tppId: text('tpp_id').notNull(),
    basketId: text('basket_id').notNull(),
    ...psuColumns(),
    redirectUri: text('redirect_uri').notNull(),
    state: text('state').$type<'OPEN' | 'APPROVED' | 'REJECTED' | 'DELETED'>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tppId, table.basketId] })],
);

const basketForeignKey = (table: ColumnsWithTpp<'basketId'>) =>
  cascadingForeignKey(
    `${getTableName(table.tppId.table)}_basket_fk`,
    [table.tppId, table.basketId],
    [baskets.tppId, baskets.basketId],
  );

/** A unique index ensures that a payment is in at most one open basket. */
export const basketPayments = pgTable(
  'signing_basket_payments',
  {
    tppId: text('tpp_id').notNull(),
    basketId: text('basket_id').notNull(),
    position: integer('position').notNull(),
    paymentId: text('payment_id').notNull(),
    isOpen: boolean('live').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.basketId, table.position] }),
    basketForeignKey(table),
    paymentForeignKey(table),
    uniqueIndex('signing_basket_payments_live').on(table.tppId, table.paymentId).where(sql`${table.isOpen}`),
    index('signing_basket_payments_payment').on(table.tppId, table.paymentId),
  ],
);

export const authorisations = pgTable(
  'authorisations',
  {
    tppId: text('tpp_id').notNull(),
    authorisationId: text('authorisation_id').notNull(),
    kind: text('kind').$type<AuthorisationKind>().notNull(),
    paymentId: text('payment_id'),
    basketId: text('basket_id'),
    scaStatus: text('sca_status').$type<ScaStatus>().notNull(),
    endReason: text('end_reason').$type<EndReason>(),
    /** The last part of the PSU's link: a secret, followed by the id of the TPP. */
    linkToken: text('link_token').notNull(),
    /** true: the creation of the payment started the authorisation. Lists show such an authorisation only if `opened` is true. */
    implicit: boolean('implicit').notNull(),
    /** true: the PSU has acted on the page. To read the page is not enough. */
    opened: boolean('opened').notNull(),
    ...psuColumns(),
    redirectUri: text('redirect_uri').notNull(),
    brand: text('brand'),
    authMethodPreferred: text('auth_method_preferred'),
    /** null: the browser decides. */
    language: text('language').$type<PageLanguage>(),
    customerId: text('customer_id'),
    agreementId: text('agreement_id'),
    code: text('code').notNull(),
    /** A hash of the amounts, creditors and debtor accounts for which the one-time code `code` is valid. */
    codeBinding: text('code_binding').notNull(),
    /** Wrong codes and wrong customer numbers together. */
    wrongAttempts: integer('wrong_attempts').notNull().default(0),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** Hash of the secret in the browser's cookie. */
    browserHash: text('browser_hash'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.authorisationId] }),
    paymentForeignKey(table),
    basketForeignKey(table),
    uniqueIndex('authorisations_link').on(table.tppId, table.linkToken),
    index('authorisations_payment').on(table.tppId, table.paymentId, table.authorisationId),
    index('authorisations_basket').on(table.tppId, table.basketId, table.authorisationId),
    index('authorisations_open').on(table.tppId, table.expiresAt).where(sql`${table.endedAt} is null`),
    index('authorisations_open_logins')
      .on(table.tppId, table.sessionId)
      .where(sql`${table.kind} = 'LOGIN' and ${table.endedAt} is null`),
    index('authorisations_age').on(table.kind, table.recordedAt),
    // The upper limit is `wrongAttemptsAtMost` of the domain.
    check('authorisations_attempts', sql`${table.wrongAttempts} between 0 and 5`),
    check('authorisations_codes', sql`${table.wrongCodes} between 0 and ${table.wrongAttempts}`),
  ],
);

/** The last request to the identity provider for each authorisation. */
export const authenticationRequests = pgTable(
  'authentication_requests',
  {
    tppId: text('tpp_id').notNull(),
    authorisationId: text('authorisation_id').notNull(),
    stateHash: text('state_hash').notNull(),
    /** The return of the PSU deletes `nonce` and `codeVerifier`, and sets `usedAt`. */
    nonce: text('nonce'),
    codeVerifier: text('code_verifier'),
    /** When the PSU left for the identity provider. */
    leftAt: instant('left_at').notNull(),
    usedAt: instant('used_at'),
    /** Evidence: what the provider signed and granted. */
    idToken: text('id_token'),
    grantedDetails: jsonb('details').$type<readonly unknown[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.authorisationId] }),
    cascadingForeignKey(
      'authentication_requests_authorisation_fk',
      [table.tppId, table.authorisationId],
      [authorisations.tppId, authorisations.authorisationId],
    ),
    uniqueIndex('authentication_requests_state').on(table.stateHash),
    check(
      'authentication_requests_once',
      sql`(${table.usedAt} is null) = (${table.codeVerifier} is not null and ${table.nonce} is not null)`,
    ),
    check(
      'authentication_requests_evidence',
      sql`${table.idToken} is null or (${table.usedAt} is not null and ${table.grantedDetails} is not null)`,
    ),
  ],
);
