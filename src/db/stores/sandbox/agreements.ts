/** Agreements of the sandbox with their engagements. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { AgreementStore } from '../../../operations/sandbox/ports.ts';
import type { Executor } from '../../statements/session.ts';
import { accounts, agreements, customers, engagements } from '../../tables/sandbox.ts';
import { engagementIds } from './belongings.ts';

export function createAgreementStore(db: Executor): AgreementStore {
  const ofTpp = (tppId: string, agreementId: string) =>
    and(eq(agreements.tppId, tppId), eq(agreements.agreementId, agreementId));

  return {
    async insert(rows) {
      if (rows.length === 0) return;
      await db.insert(agreements).values([...rows]);
    },

    list: (tppId, part) =>
      db
        .select({
          id: agreements.agreementId,
          name: agreements.name,
          owner: customers.customerNumber,
          ownerId: agreements.ownerId,
          engagements: engagementIds,
        })
        .from(agreements)
        .innerJoin(customers, eq(customers.customerId, agreements.ownerId))
        .where(eq(agreements.tppId, tppId))
        .orderBy(asc(agreements.createdAt), asc(agreements.agreementId))
        .limit(part.limit)
        .offset(part.offset),

    async ownerOf(tppId, agreementId) {
      const [row] = await db
        .select({ ownerId: agreements.ownerId })
        .from(agreements)
        .where(ofTpp(tppId, agreementId));
      return row?.ownerId ?? null;
    },

    async ofOwner(ownerId) {
      const [row] = await db
        .select({ agreementId: agreements.agreementId })
        .from(agreements)
        .where(eq(agreements.ownerId, ownerId))
        .orderBy(asc(agreements.createdAt), asc(agreements.agreementId))
        .limit(1);
      return row?.agreementId ?? null;
    },

    async engage(rows) {
      if (rows.length === 0) return;
      await db.insert(engagements).values([...rows]);
    },

    async findEngagement(tppId, agreementId, engagementId) {
      const [row] = await db
        .select({
          engagementId: engagements.engagementId,
          agreementId: engagements.agreementId,
          customer: customers.customerNumber,
          bban: accounts.bban,
          iban: accounts.iban,
          roles: engagements.roles,
        })
        .from(engagements)
        .innerJoin(agreements, eq(agreements.agreementId, engagements.agreementId))
        .innerJoin(customers, eq(customers.customerId, engagements.customerId))
        .innerJoin(accounts, eq(accounts.resourceId, engagements.accountId))
        .where(and(ofTpp(tppId, agreementId), eq(engagements.engagementId, engagementId)));
      return row ?? null;
    },

    async removeEngagement(tppId, agreementId, engagementId) {
      const gone = await db
        .delete(engagements)
        .where(
          and(
            eq(engagements.engagementId, engagementId),
            eq(engagements.agreementId, agreementId),
            sql`exists (select 1 from ${agreements} where ${ofTpp(tppId, agreementId)})`,
          ),
        )
        .returning({ engagementId: engagements.engagementId });
      return gone.length > 0;
    },
  };
}
