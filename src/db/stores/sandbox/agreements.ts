import { and, asc, eq } from 'drizzle-orm';
import type { AgreementStore } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { accounts, agreements, customers, engagements } from '../../tables/sandbox.ts';
import { readPage } from '../keyset.ts';
import { engagementIds } from './child-ids.ts';
import { byCreation, countRows } from './creation-pages.ts';

/** An engagement lets a PSU act on one account under an agreement. */
const isEngagement = (tppId: string, agreementId: string, engagementId: string) =>
  and(
    eq(engagements.tppId, tppId),
    eq(engagements.engagementId, engagementId),
    eq(engagements.agreementId, agreementId),
  );

export function createAgreementStore(session: Session): AgreementStore {
  return {
    async insert(rows) {
      if (rows.length > 0) await session.db.insert(agreements).values([...rows]);
    },
    list: (...args) => listAgreements(session, ...args),
    count: (...args) => countRows(session, agreements, ...args),
    async ownerOf(tppId, agreementId) {
      const [row] = await session.db
        .select({ ownerId: agreements.ownerId })
        .from(agreements)
        .where(and(eq(agreements.tppId, tppId), eq(agreements.agreementId, agreementId)));
      return row?.ownerId ?? null;
    },
    async oldestIdOfOwner(ownerId) {
      const [row] = await session.db
        .select({ agreementId: agreements.agreementId })
        .from(agreements)
        .where(and(eq(agreements.tppId, session.tppId), eq(agreements.ownerId, ownerId)))
        .orderBy(asc(agreements.createdAt), asc(agreements.agreementId))
        .limit(1);
      return row?.agreementId ?? null;
    },
    async insertEngagements(rows) {
      if (rows.length === 0) return;
      const { tppId } = session;
      await session.db.insert(engagements).values(rows.map((row) => ({ tppId, ...row })));
    },
    findEngagement: (...key) => findEngagement(session, ...key),
    async removeEngagement(...key) {
      const deletedRows = await session.db
        .delete(engagements)
        .where(isEngagement(...key))
        .returning({ engagementId: engagements.engagementId });
      return deletedRows.length > 0;
    },
  };
}

function listAgreements({ db }: Session, ...[tppId, page]: Parameters<AgreementStore['list']>) {
  const query = db
    .select({
      id: agreements.agreementId,
      name: agreements.name,
      owner: customers.customerNumber,
      ownerId: agreements.ownerId,
      createdAt: agreements.createdAt,
      engagements: engagementIds,
    })
    .from(agreements)
    .innerJoin(
      customers,
      and(eq(customers.tppId, agreements.tppId), eq(customers.customerId, agreements.ownerId)),
    )
    .$dynamic();
  const order = byCreation(agreements.createdAt, agreements.agreementId);
  return readPage(query, eq(agreements.tppId, tppId), order, page);
}

async function findEngagement({ db }: Session, ...key: Parameters<AgreementStore['findEngagement']>) {
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
    .innerJoin(
      customers,
      and(eq(customers.tppId, engagements.tppId), eq(customers.customerId, engagements.customerId)),
    )
    .innerJoin(
      accounts,
      and(eq(accounts.tppId, engagements.tppId), eq(accounts.resourceId, engagements.accountId)),
    )
    .where(isEngagement(...key));
  return row ?? null;
}
