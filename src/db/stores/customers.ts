/** What authorisations need to know of the sandbox's customers: who they are, and which accounts they may use. */

import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { CustomerDirectory } from '../../operations/ports/stores.ts';
import type { Executor } from '../connections/client.ts';
import { accounts, agreements, customers, engagements } from '../tables/sandbox.ts';
import { customerIdentity } from './sandbox/customers.ts';

const lookedAtMost = 200;

export function createCustomerDirectory(db: Executor): CustomerDirectory {
  const first = (rows: readonly Customer[]) => rows[0] ?? null;
  const identities = (where: SQL | undefined) => db.select(customerIdentity).from(customers).where(where);
  return {
    byNumber: async (tppId, customerNumber) =>
      first(await identities(and(eq(customers.tppId, tppId), eq(customers.customerNumber, customerNumber)))),

    byId: async (customerId) => first(await identities(eq(customers.customerId, customerId))),

    async agreementsOf(tppId, customerId) {
      return db
        .selectDistinct({
          agreementId: agreements.agreementId,
          name: agreements.name,
          ownerNumber: customers.customerNumber,
        })
        .from(agreements)
        .innerJoin(customers, eq(customers.customerId, agreements.ownerId))
        .leftJoin(engagements, eq(engagements.agreementId, agreements.agreementId))
        .where(
          and(
            eq(agreements.tppId, tppId),
            eq(customers.customerType, 'CORPORATE'),
            or(eq(agreements.ownerId, customerId), eq(engagements.customerId, customerId)),
          ),
        )
        .orderBy(asc(agreements.agreementId));
    },

    holderOf: async (tppId, accountKey) =>
      first(
        await db
          .select(customerIdentity)
          .from(accounts)
          .innerJoin(customers, eq(customers.customerId, accounts.customerId))
          .where(and(eq(accounts.tppId, tppId), eq(accounts.accountKey, accountKey))),
      ),

    async engaged(agreementId, customerId, accountKey) {
      const rows = await db
        .select({ engagementId: engagements.engagementId })
        .from(engagements)
        .innerJoin(accounts, eq(accounts.resourceId, engagements.accountId))
        .where(
          and(
            eq(engagements.agreementId, agreementId),
            eq(engagements.customerId, customerId),
            eq(accounts.accountKey, accountKey),
            sql`${engagements.roles} ? 'REGISTER'`,
          ),
        )
        .limit(1);
      return rows.length > 0;
    },

    async some(tppId, { type, number }, limit) {
      // Bounds how far the index of numbers is read, however many customers the sandbox has.
      const named = number === null ? undefined : eq(customers.customerNumber, number);
      const first = identities(and(eq(customers.tppId, tppId), named))
        .orderBy(asc(customers.customerNumber))
        .limit(lookedAtMost)
        .as('first');
      return db
        .select()
        .from(first)
        .where(type === null ? undefined : eq(first.customerType, type))
        .orderBy(asc(first.customerNumber))
        .limit(limit);
    },

    firstPrivate: async (tppId) =>
      first(
        await identities(and(eq(customers.tppId, tppId), eq(customers.customerType, 'PRIVATE')))
          .orderBy(asc(customers.createdAt), asc(customers.customerId))
          .limit(1),
      ),
  };
}
