/** PSU sessions, authorisations (SCA) and signing baskets. */

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
import type { EndReason } from '../../domain/authorisations/authorisation.ts';
import type { CustomerType } from '../../domain/sandbox/customer.ts';
import { belongingTo, instant, type OwnedColumns, psuColumns, recordedAt } from './columns.ts';
import { ofPayment } from './payments.ts';

/** A session names a PSU at a TPP: PSU-ID with TPP-Session-ID, authenticated when somebody has logged in under it. */
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
    /** Of the last log-in. */
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.psuId, table.sessionId] }),
    index('psu_sessions_identity').on(table.tppId, table.identityNumber, table.sessionId),
    index('psu_sessions_age').on(table.recordedAt),
  ],
);

/** Wrong one-time codes by session or customer. The row is locked while a code is checked. */
export const wrongCodeCounts = pgTable(
  'wrong_code_counts',
  {
    tppId: text('tpp_id').notNull(),
    subject: text('subject').notNull(),
    wrongCodes: integer('wrong_codes').notNull(),
    /** When the last of them was given, by the clock of the TPP. */
    at: instant('at').notNull(),
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
    /** OPEN until approved, rejected or deleted. */
    state: text('state').$type<'OPEN' | 'APPROVED' | 'REJECTED' | 'DELETED'>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tppId, table.basketId] })],
);

const ofBasket = (table: OwnedColumns<'basketId'>) =>
  belongingTo(
    `${getTableName(table.tppId.table)}_basket_fk`,
    [table.tppId, table.basketId],
    [baskets.tppId, baskets.basketId],
  );

/** Members of baskets. A payment is in at most one live basket, whatever two requests do at once. */
export const basketPayments = pgTable(
  'signing_basket_payments',
  {
    tppId: text('tpp_id').notNull(),
    basketId: text('basket_id').notNull(),
    position: integer('position').notNull(),
    paymentId: text('payment_id').notNull(),
    live: boolean('live').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.basketId, table.position] }),
    ofBasket(table),
    ofPayment(table),
    uniqueIndex('signing_basket_payments_live').on(table.tppId, table.paymentId).where(sql`${table.live}`),
    index('signing_basket_payments_payment').on(table.tppId, table.paymentId),
  ],
);

export const authorisations = pgTable(
  'authorisations',
  {
    tppId: text('tpp_id').notNull(),
    authorisationId: text('authorisation_id').notNull(),
    kind: text('kind').$type<'LOGIN' | 'PAYMENT' | 'CANCELLATION' | 'BASKET'>().notNull(),
    paymentId: text('payment_id'),
    basketId: text('basket_id'),
    scaStatus: text('sca_status')
      .$type<'started' | 'psuAuthenticated' | 'finalised' | 'failed' | 'exempted'>()
      .notNull(),
    /** Why it ended, as a code that pages and redirects turn into words. */
    endReason: text('end_reason').$type<EndReason>(),
    /** The secret part of the address that the PSU follows; it names the TPP too. */
    linkToken: text('link_token').notNull(),
    /** Made with the creation of a payment; counts as started once its page has been opened. */
    implicit: boolean('implicit').notNull(),
    opened: boolean('opened').notNull(),
    ...psuColumns(),
    redirectUri: text('redirect_uri').notNull(),
    brand: text('brand'),
    authMethodPreferred: text('auth_method_preferred'),
    /** Chosen on the page, else the PSU's as the TPP sent it; null: the browser decides. */
    language: text('language').$type<'en' | 'nb'>(),
    /** Who has logged in on the page, and the agreement chosen by a corporate customer. */
    customerId: text('customer_id'),
    agreementId: text('agreement_id'),
    /** The one-time code and the amount and payee it was made for. */
    code: text('code').notNull(),
    codeBinding: text('code_binding').notNull(),
    /** Wrong customer numbers and codes; and the codes among them, which count against the payment as well. */
    wrongAttempts: integer('wrong_attempts').notNull().default(0),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** Hash of the browser's cookie; a new one at log-in and at the end. */
    browserHash: text('browser_hash'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.authorisationId] }),
    ofPayment(table),
    ofBasket(table),
    uniqueIndex('authorisations_link').on(table.tppId, table.linkToken),
    index('authorisations_payment').on(table.tppId, table.paymentId, table.authorisationId),
    index('authorisations_basket').on(table.tppId, table.basketId, table.authorisationId),
    index('authorisations_open').on(table.tppId, table.expiresAt).where(sql`${table.endedAt} is null`),
    index('authorisations_open_logins')
      .on(table.tppId, table.sessionId)
      .where(sql`${table.kind} = 'LOGIN' and ${table.endedAt} is null`),
    index('authorisations_age').on(table.kind, table.recordedAt),
    check('authorisations_attempts', sql`${table.wrongAttempts} between 0 and 5`),
    check('authorisations_codes', sql`${table.wrongCodes} between 0 and ${table.wrongAttempts}`),
  ],
);

/** Requests to an identity provider: one for each authorisation, the last. */
export const authenticationRequests = pgTable(
  'authentication_requests',
  {
    tppId: text('tpp_id').notNull(),
    authorisationId: text('authorisation_id').notNull(),
    /** Hash of the state by which the PSU comes back. */
    stateHash: text('state_hash').notNull(),
    /** Secrets, until the PSU is back. */
    nonce: text('nonce'),
    codeVerifier: text('code_verifier'),
    leftAt: instant('left_at').notNull(),
    usedAt: instant('used_at'),
    /** Evidence: what the provider has signed and granted, once all checks have passed. */
    idToken: text('id_token'),
    details: jsonb('details').$type<readonly unknown[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.authorisationId] }),
    belongingTo(
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
      sql`${table.idToken} is null or (${table.usedAt} is not null and ${table.details} is not null)`,
    ),
  ],
);
