import { and, asc, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accountFinder, accountKeys } from '../../domain/payments/instruction.ts';
import type { SandboxAccountId } from '../../domain/payments/payer.ts';
import { sandboxBounds } from '../../domain/sandbox/bounds.ts';
import type { AccountWithHolder, CustomerDirectory } from '../../operations/ports/stores.ts';
import { firstRow, type Session } from '../session.ts';
import { type Builder, prepare } from '../statement.ts';
import { hasValues } from '../tables/columns.ts';
import { accounts, agreements, cardAccounts, customers, engagements } from '../tables/sandbox.ts';
import { hasAnyKey } from './account-keys.ts';
import { customerIdentity, isCustomerOf } from './sandbox/customers.ts';

const maxScannedRows = 200;
/** A page of SCA shows all of them. PSU-Corporate-ID can name any other. */
const maxAgreements = 100;

const selectBy = (column: PgColumn) =>
  prepare({ tppId: customers.tppId, value: column }, (db, $) =>
    db
      .select(customerIdentity)
      .from(customers)
      .where(and(eq(customers.tppId, $.tppId), eq(column, $.value))),
  );
const selectByNumber = selectBy(customers.customerNumber);
const selectById = selectBy(customers.customerId);
const isOwner = hasValues(customers, { tppId: agreements.tppId, customerId: agreements.ownerId });
const { agreementId } = agreements;
/** Of companies. A union, because for an `or` over two tables PostgreSQL would read all agreements of the TPP. */
const idsNamedBy = (db: Builder, tppId: SQL, corporateId: SQL): SQL => {
  const withId = db
    .select({ agreementId })
    .from(agreements)
    .where(hasValues(agreements, { tppId, agreementId: corporateId }));
  const ofOwner = db
    .select({ agreementId })
    .from(customers)
    .innerJoin(agreements, isOwner)
    .where(hasValues(customers, { tppId, customerNumber: corporateId }));
  return sql`${withId} union ${ofOwner}`;
};
const idsOfCustomer = (db: Builder, tppId: SQL, customerId: SQL): SQL => {
  const owned = db
    .select({ agreementId })
    .from(agreements)
    .where(hasValues(agreements, { tppId, ownerId: customerId }));
  const engaged = db
    .select({ agreementId: engagements.agreementId })
    .from(engagements)
    .where(hasValues(engagements, { tppId, customerId }));
  return sql`${owned} union ${engaged}`;
};
const isCorporateAgreement = (tppId: SQL, ids: SQL) =>
  and(eq(agreements.tppId, tppId), eq(customers.customerType, 'CORPORATE'), sql`${agreementId} in (${ids})`);
const agreementsWith = (db: Builder, condition: SQL | undefined) =>
  db
    .select({ agreementId, name: agreements.name, ownerNumber: customers.customerNumber })
    .from(agreements)
    .innerJoin(customers, isOwner)
    .where(condition)
    .orderBy(asc(agreementId))
    .limit(maxAgreements);
const selectAgreements = prepare(
  { tppId: customers.tppId, customerId: customers.customerId },
  (db, { tppId, customerId }) =>
    agreementsWith(db, isCorporateAgreement(tppId, idsOfCustomer(db, tppId, customerId))),
);
const selectNamedAgreements = prepare(
  { tppId: customers.tppId, customerId: customers.customerId, corporateId: customers.customerNumber },
  (db, { tppId, customerId, corporateId }) => {
    const isEngaged = db
      .select({ one: sql`1` })
      .from(engagements)
      .where(hasValues(engagements, { tppId, agreementId, customerId }));
    const isAgreementOfCustomer = or(eq(agreements.ownerId, customerId), exists(isEngaged));
    const isNamed = isCorporateAgreement(tppId, idsNamedBy(db, tppId, corporateId));
    return agreementsWith(db, and(isNamed, isAgreementOfCustomer));
  },
);
const selectCorporateAgreement = prepare(
  { tppId: customers.tppId, corporateId: customers.customerNumber },
  (db, $) =>
    db
      .select({ agreementId })
      .from(agreements)
      .innerJoin(customers, isOwner)
      .where(isCorporateAgreement($.tppId, idsNamedBy(db, $.tppId, $.corporateId)))
      .limit(1),
);
const selectAccounts = ({ db }: Session, tppId: string, condition: SQL) =>
  db
    .select({ id: accounts.resourceId, bban: accounts.bban, iban: accounts.iban, holder: customerIdentity })
    .from(accounts)
    .leftJoin(customers, isCustomerOf(accounts))
    .where(and(eq(accounts.tppId, tppId), condition));
const selectCards = ({ db }: Session, tppId: string, condition: SQL | undefined) =>
  db
    .select({ id: cardAccounts.resourceId, holder: customerIdentity })
    .from(cardAccounts)
    .innerJoin(customers, isCustomerOf(cardAccounts))
    .where(and(eq(cardAccounts.tppId, tppId), condition))
    .orderBy(asc(cardAccounts.createdAt), asc(cardAccounts.resourceId))
    .limit(sandboxBounds.cardAccountsWithPan.atMost);

const toAccountOf =
  (kind: SandboxAccountId['kind']) =>
  ({ id, holder }: Pick<AccountWithHolder, 'holder'> & { readonly id: string }): AccountWithHolder => ({
    account: { kind, id },
    holder,
  });

export const createCustomerDirectory = (session: Session): CustomerDirectory => ({
  byNumber: (tppId, customerNumber) => session.first(selectByNumber, { tppId, value: customerNumber }),
  byId: (customerId) => session.first(selectById, { tppId: session.tppId, value: customerId }),
  agreementsOf: (tppId, customerId, corporateId) =>
    corporateId === null
      ? session.rows(selectAgreements, { tppId, customerId })
      : session.rows(selectNamedAgreements, { tppId, customerId, corporateId }),

  hasCorporateAgreement: async (tppId, corporateId) =>
    (await session.first(selectCorporateAgreement, { tppId, corporateId })) !== null,

  accountsByReference: (...args) => accountsByReference(session, ...args),

  async accountById(tppId, { kind, id }) {
    const [row] = await (kind === 'ACCOUNT'
      ? selectAccounts(session, tppId, eq(accounts.resourceId, id))
      : selectCards(session, tppId, eq(cardAccounts.resourceId, id)));
    return row === undefined ? null : toAccountOf(kind)(row);
  },

  async hasEngagement(agreementId, customerId, accountId) {
    const isEngaged = hasValues(engagements, { tppId: session.tppId, agreementId, customerId, accountId });
    const query = session.db
      .select({ one: sql`1` })
      .from(engagements)
      .where(and(isEngaged, sql`${engagements.roles} ? 'REGISTER'`))
      .limit(1);
    return (await session.rowCount(query)) > 0;
  },

  findMatching: (...args) => findMatching(session, ...args),

  firstPrivate: (tppId) =>
    firstRow(
      session.db
        .select(customerIdentity)
        .from(customers)
        .where(and(eq(customers.tppId, tppId), eq(customers.customerType, 'PRIVATE')))
        .orderBy(asc(customers.createdAt), asc(customers.customerId))
        .limit(1),
    ),
});

async function accountsByReference(
  session: Session,
  ...[tppId, reference]: Parameters<CustomerDirectory['accountsByReference']>
): Promise<readonly AccountWithHolder[]> {
  if (reference.other === undefined) {
    const rows = await selectAccounts(session, tppId, hasAnyKey(accountKeys(reference)));
    const row = accountFinder(rows)(reference);
    return row === undefined ? [] : [toAccountOf('ACCOUNT')(row)];
  }
  const { identification } = reference.other;
  const isNamed = or(eq(cardAccounts.resourceId, identification), eq(cardAccounts.maskedPan, identification));
  return (await selectCards(session, tppId, isNamed)).map(toAccountOf('CARD_ACCOUNT'));
}

function findMatching(
  { db }: Session,
  ...[tppId, { type, number }, limit]: Parameters<CustomerDirectory['findMatching']>
) {
  // A sandbox may have thousands of customers, so only the first `maxScannedRows` are searched.
  const scannedRows = db
    .select(customerIdentity)
    .from(customers)
    .where(
      and(eq(customers.tppId, tppId), number === null ? undefined : eq(customers.customerNumber, number)),
    )
    .orderBy(asc(customers.customerNumber))
    .limit(maxScannedRows)
    .as('scanned_rows');
  return db
    .select()
    .from(scannedRows)
    .where(type === null ? undefined : eq(scannedRows.customerType, type))
    .orderBy(asc(scannedRows.customerNumber))
    .limit(limit);
}
