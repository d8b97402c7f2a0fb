/** Customers as PSUs: their agreements and accounts. A method without `tppId` reads rows of the session's TPP. */
import { and, asc, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { accountFinder, accountKeys } from '../../domain/payments/instruction.ts';
import type { SandboxAccountId } from '../../domain/payments/payer.ts';
import { sandboxBounds } from '../../domain/sandbox/bounds.ts';
import type { AccountWithHolder, CustomerDirectory } from '../../operations/ports/stores.ts';
import { firstRow, type Session } from '../session.ts';
import { prepare } from '../statement.ts';
import { hasValues } from '../tables/columns.ts';
import { accounts, agreements, cardAccounts, customers, engagements } from '../tables/sandbox.ts';
import { hasAnyKey } from './account-keys.ts';
import { customerIdentity, isCustomerOf } from './sandbox/customers.ts';

/** A page of SCA shows all agreements that it gets. PSU-Corporate-ID can name one beyond this limit. */
const maxAgreements = 100;

const selectCustomers = ({ db }: Session, condition: SQL | undefined) =>
  db.select(customerIdentity).from(customers).where(condition);

const { agreementId } = agreements;
const isCorporateOwner = and(
  hasValues(customers, { tppId: agreements.tppId, customerId: agreements.ownerId }),
  eq(customers.customerType, 'CORPORATE'),
);

const agreementsWhere = (db: Session['db'], condition: SQL | undefined) =>
  db
    .select({ agreementId, name: agreements.name, ownerNumber: customers.customerNumber })
    .from(agreements)
    .innerJoin(customers, isCorporateOwner)
    .where(condition);

/**
 * `corporateId`: the id of the agreement, or the customer number of its owner. A union, because for an `or` over two tables
 * PostgreSQL would read all agreements of the TPP.
 */
const agreementsNamed = (db: Session['db'], tppId: string, corporateId: string, condition?: SQL) =>
  union(
    agreementsWhere(db, and(hasValues(agreements, { tppId, agreementId: corporateId }), condition)),
    agreementsWhere(db, and(hasValues(customers, { tppId, customerNumber: corporateId }), condition)),
  );

const selectAgreements = prepare(
  { tppId: customers.tppId, customerId: customers.customerId },
  (db, { tppId, customerId }) => {
    const ofOwner = db
      .select({ agreementId })
      .from(agreements)
      .where(hasValues(agreements, { tppId, ownerId: customerId }));
    const ofEngagedCustomer = db
      .select({ agreementId: engagements.agreementId })
      .from(engagements)
      .where(hasValues(engagements, { tppId, customerId }));
    const isOfCustomer = sql`${agreementId} in (${ofOwner} union ${ofEngagedCustomer})`;
    return agreementsWhere(db, and(eq(agreements.tppId, tppId), isOfCustomer))
      .orderBy(asc(agreementId))
      .limit(maxAgreements);
  },
);

/** Reads only the named agreements, because the customer may have thousands of engagements. */
function namedAgreementsOf({ db }: Session, tppId: string, customerId: string, corporateId: string) {
  const engagement = db
    .select({ one: sql`1` })
    .from(engagements)
    .where(hasValues(engagements, { tppId, agreementId, customerId }));
  const isOfCustomer = or(eq(agreements.ownerId, customerId), exists(engagement));
  return agreementsNamed(db, tppId, corporateId, isOfCustomer).orderBy(asc(agreementId)).limit(maxAgreements);
}

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

const toAccount = (
  kind: SandboxAccountId['kind'],
  { id, holder }: Pick<AccountWithHolder, 'holder'> & { readonly id: string },
): AccountWithHolder => ({ account: { kind, id }, holder });

export const createCustomerDirectory = (session: Session): CustomerDirectory => ({
  byNumber: (tppId, customerNumber) =>
    firstRow(selectCustomers(session, hasValues(customers, { tppId, customerNumber }))),
  byId: (customerId) =>
    firstRow(selectCustomers(session, hasValues(customers, { tppId: session.tppId, customerId }))),
  agreementsOf: (tppId, customerId, corporateId) =>
    corporateId === null
      ? session.rows(selectAgreements, { tppId, customerId })
      : namedAgreementsOf(session, tppId, customerId, corporateId),
  hasCorporateAgreement: async (tppId, corporateId) =>
    (await agreementsNamed(session.db, tppId, corporateId).limit(1)).length > 0,

  accountsByReference: (...args) => accountsByReference(session, ...args),

  async accountById(tppId, { kind, id }) {
    const [row] = await (kind === 'ACCOUNT'
      ? selectAccounts(session, tppId, eq(accounts.resourceId, id))
      : selectCards(session, tppId, eq(cardAccounts.resourceId, id)));
    return row === undefined ? null : toAccount(kind, row);
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

  findMatching: (tppId, { type, number }, limit) =>
    selectCustomers(
      session,
      and(
        eq(customers.tppId, tppId),
        type === null ? undefined : eq(customers.customerType, type),
        number === null ? undefined : eq(customers.customerNumber, number),
      ),
    )
      .orderBy(asc(customers.customerNumber))
      .limit(limit),

  oldestPrivate: (tppId) =>
    firstRow(
      selectCustomers(session, hasValues(customers, { tppId, customerType: 'PRIVATE' }))
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
    return row === undefined ? [] : [toAccount('ACCOUNT', row)];
  }
  const { identification } = reference.other;
  const isNamed = or(eq(cardAccounts.resourceId, identification), eq(cardAccounts.maskedPan, identification));
  const rows = await selectCards(session, tppId, isNamed);
  return rows.map((row) => toAccount('CARD_ACCOUNT', row));
}
