import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accountFinder, accountKeys } from '../../domain/payments/instruction.ts';
import type { SandboxAccountId } from '../../domain/payments/payer.ts';
import type { AccountWithHolder, CustomerDirectory } from '../../operations/ports/stores.ts';
import { firstRow, type Session } from '../session.ts';
import { prepare } from '../statement.ts';
import { hasValues, pickColumns } from '../tables/columns.ts';
import { accounts, agreements, cardAccounts, customers, engagements } from '../tables/sandbox.ts';
import { hasAnyKey } from './account-keys.ts';
import { customerIdentity, isCustomerOf } from './sandbox/customers.ts';

const maxScannedRows = 200;

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
const selectAgreements = prepare({ tppId: customers.tppId, customerId: customers.customerId }, (db, $) =>
  db
    .selectDistinct({
      agreementId: agreements.agreementId,
      name: agreements.name,
      ownerNumber: customers.customerNumber,
    })
    .from(agreements)
    .innerJoin(customers, isOwner)
    .leftJoin(engagements, hasValues(engagements, pickColumns(agreements, ['tppId', 'agreementId'])))
    .where(
      and(
        eq(agreements.tppId, $.tppId),
        eq(customers.customerType, 'CORPORATE'),
        or(eq(agreements.ownerId, $.customerId), eq(engagements.customerId, $.customerId)),
      ),
    )
    .orderBy(asc(agreements.agreementId)),
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
    .orderBy(asc(cardAccounts.createdAt), asc(cardAccounts.resourceId));

const toAccountOf =
  (kind: SandboxAccountId['kind']) =>
  ({ id, holder }: Pick<AccountWithHolder, 'holder'> & { readonly id: string }): AccountWithHolder => ({
    account: { kind, id },
    holder,
  });

export const createCustomerDirectory = (session: Session): CustomerDirectory => ({
  byNumber: (tppId, customerNumber) => session.first(selectByNumber, { tppId, value: customerNumber }),
  byId: (customerId) => session.first(selectById, { tppId: session.tppId, value: customerId }),
  agreementsOf: (tppId, customerId) => session.rows(selectAgreements, { tppId, customerId }),

  async hasCorporateAgreement(tppId, corporateId) {
    const query = session.db
      .select({ one: sql`1` })
      .from(agreements)
      .innerJoin(customers, isOwner)
      .where(
        and(
          eq(agreements.tppId, tppId),
          eq(customers.customerType, 'CORPORATE'),
          or(eq(agreements.agreementId, corporateId), eq(customers.customerNumber, corporateId)),
        ),
      )
      .limit(1);
    return (await session.rowCount(query)) > 0;
  },

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
  // A sandbox may have any number of customers, so only the first `maxScannedRows` are searched.
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
