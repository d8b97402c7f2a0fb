/** Customers as data that a TPP creates and deletes in its sandbox. */
import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { sandboxBounds } from '../../../domain/sandbox/bounds.ts';
import type { AgreementSummary } from '../../../domain/sandbox/customer.ts';
import type { CustomerStore } from '../../../operations/sandbox/ports.ts';
import { firstRow, type Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { type ColumnsWithTpp, hasValues } from '../../tables/columns.ts';
import { accounts, agreements, cardAccounts, customers } from '../../tables/sandbox.ts';
import { readPage } from '../keyset.ts';
import { childIds, engagementIds } from './child-ids.ts';
import { byCreation, countRows } from './creation-pages.ts';

const { tppId: _, createdAt: __, ...identity } = getTableColumns(customers);
export const customerIdentity = identity;

/** The condition of a join: the customer to whom the row with these columns belongs. */
export const isCustomerOf = ({ tppId, customerId }: ColumnsWithTpp<'customerId'>): SQL =>
  hasValues(customers, { tppId, customerId });

const recordColumns = {
  ...identity,
  agreements: sql<AgreementSummary[]>`(select coalesce(json_agg(summary order by created_at, id), '[]') from (
    select agreement_id as id, created_at,
      json_build_object('id', agreement_id, 'name', name, 'engagements', ${engagementIds}) as summary
    from ${agreements} where tpp_id = ${customers}.tpp_id and owner_id = ${customers}.customer_id
    order by created_at, agreement_id limit ${sql.raw(String(sandboxBounds.agreementsOfOwner.atMost))}) as oldest)`,
  accounts: childIds(accounts.resourceId, accounts.customerId, customers.customerId),
  cardAccounts: childIds(cardAccounts.resourceId, cardAccounts.customerId, customers.customerId),
};

export function createCustomerStore(session: Session): CustomerStore {
  const selectRecords = (where: SQL | undefined) =>
    session.db.select(recordColumns).from(customers).where(where);

  return {
    async insert(rows) {
      const insert = session.db
        .insert(customers)
        .values([...rows])
        .onConflictDoNothing();
      return (await session.rowCount(insert)) === rows.length;
    },

    list: (tppId, page) =>
      readPage(
        session.db
          .select({ ...recordColumns, createdAt: customers.createdAt })
          .from(customers)
          .$dynamic(),
        eq(customers.tppId, tppId),
        byCreation(customers.createdAt, customers.customerId),
        page,
      ),

    count: (...args) => countRows(session, customers, ...args),

    findMany: (tppId, customerIds) =>
      selectRecords(and(eq(customers.tppId, tppId), isAnyOf(customers.customerId, customerIds))),

    find: (tppId, customerId) => firstRow(selectRecords(hasValues(customers, { tppId, customerId }))),

    lockAgainstDeletion(tppId, key) {
      const condition =
        'customerNumber' in key
          ? eq(customers.customerNumber, key.customerNumber)
          : or(eq(customers.customerNumber, key.numberOrId), eq(customers.customerId, key.numberOrId));
      return firstRow(
        session.db
          .select(identity)
          .from(customers)
          .where(and(eq(customers.tppId, tppId), condition))
          .for('key share'),
      );
    },

    async lock(tppId, customerId) {
      const lock = session.db
        .select({ one: sql`1` })
        .from(customers)
        .where(hasValues(customers, { tppId, customerId }));
      return (await session.rowCount(lock.for('update'))) > 0;
    },

    async remove(customerId) {
      await session.db.delete(customers).where(hasValues(customers, { tppId: session.tppId, customerId }));
    },
  };
}
