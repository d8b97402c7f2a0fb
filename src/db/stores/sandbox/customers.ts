/** One statement per call reads a customer with all children. */
import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import type { AgreementSummary } from '../../../domain/sandbox/customer.ts';
import type { CustomerStore } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { accounts, agreements, cardAccounts, customers } from '../../tables/sandbox.ts';
import { engagementIds, idsOf, of } from './belongings.ts';
import { countRows, creationPage } from './creation-pages.ts';

const agreementsAtMost = 100;

const { tppId: _, createdAt: __, ...identity } = getTableColumns(customers);
export const customerIdentity = identity;

const resourcesOf = ({
  resourceId: id,
  createdAt,
  tppId,
  customerId,
}: typeof accounts | typeof cardAccounts) =>
  idsOf({ id, createdAt, tppId, link: customerId }, { tppId: customers.tppId, id: customers.customerId });

const record = {
  ...identity,
  agreements: sql<
    AgreementSummary[]
  >`(select coalesce(json_agg(summary order by "createdAt", id), '[]') from (
    select ${of(agreements.agreementId)} as id, ${of(agreements.createdAt)} as "createdAt", json_build_object(
      'id', ${of(agreements.agreementId)}, 'name', ${of(agreements.name)}, 'engagements', ${engagementIds}) as summary
    from ${agreements}
    where ${of(agreements.tppId)} = ${of(customers.tppId)} and ${of(agreements.ownerId)} = ${of(customers.customerId)}
    order by ${of(agreements.createdAt)}, ${of(agreements.agreementId)} limit ${sql.raw(String(agreementsAtMost))}) as first)`,
  accounts: resourcesOf(accounts),
  cardAccounts: resourcesOf(cardAccounts),
};

export function createCustomerStore(session: Session): CustomerStore {
  const records = (where: SQL | undefined) => session.db.select(record).from(customers).where(where);

  return {
    async insert(rows) {
      const newRows = await session.db
        .insert(customers)
        .values([...rows])
        .onConflictDoNothing()
        .returning({ customerId: customers.customerId });
      return newRows.length === rows.length;
    },

    async list(tppId, page) {
      const { where, orderBy, arrange } = creationPage(customers.createdAt, customers.customerId, page);
      const rows = await session.db
        .select({ ...record, createdAt: customers.createdAt })
        .from(customers)
        .where(and(eq(customers.tppId, tppId), ...where))
        .orderBy(...orderBy)
        .limit(page.limit)
        .offset(page.offset ?? 0);
      return arrange(rows);
    },

    count: (...args) => countRows(session, customers, ...args),

    findMany: (tppId, customerIds) =>
      records(and(eq(customers.tppId, tppId), isAnyOf(customers.customerId, customerIds))),

    async find(tppId, customerId) {
      const [row] = await records(and(eq(customers.tppId, tppId), eq(customers.customerId, customerId)));
      return row ?? null;
    },

    async hold(tppId, name) {
      const condition =
        'customerNumber' in name
          ? eq(customers.customerNumber, name.customerNumber)
          : or(eq(customers.customerNumber, name.numberOrId), eq(customers.customerId, name.numberOrId));
      const [row] = await session.db
        .select(identity)
        .from(customers)
        .where(and(eq(customers.tppId, tppId), condition))
        .for('key share');
      return row ?? null;
    },

    async lock(tppId, customerId) {
      const rows = await session.db
        .select({ customerId: customers.customerId })
        .from(customers)
        .where(and(eq(customers.tppId, tppId), eq(customers.customerId, customerId)))
        .for('update');
      return rows.length > 0;
    },

    async remove(customerId) {
      await session.db
        .delete(customers)
        .where(and(eq(customers.tppId, session.tppId), eq(customers.customerId, customerId)));
    },
  };
}
