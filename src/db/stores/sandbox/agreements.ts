import { asc } from 'drizzle-orm';
import type { AgreementStore } from '../../../operations/sandbox/ports.ts';
import { firstRow, type Session } from '../../session.ts';
import { hasValues } from '../../tables/columns.ts';
import { accounts, agreements, customers, engagements } from '../../tables/sandbox.ts';
import { countUpTo, readPage } from '../keyset.ts';
import { engagementIds } from './child-ids.ts';
import { byCreation, countRows } from './creation-pages.ts';
import { isCustomerOf } from './customers.ts';

const isEngagement = (tppId: string, agreementId: string, engagementId: string) =>
  hasValues(engagements, { tppId, engagementId, agreementId });

export function createAgreementStore(session: Session): AgreementStore {
  return {
    async insert(rows) {
      if (rows.length > 0) await session.db.insert(agreements).values([...rows]);
    },
    list: (...args) => listAgreements(session, ...args),
    count: (...args) => countRows(session, agreements, ...args),
    countOf: (ownerId, atMost) =>
      countUpTo(session.db, agreements, hasValues(agreements, { tppId: session.tppId, ownerId }), atMost),
    countEngagements: (...args) => countRows(session, engagements, ...args),
    async ownerOf(tppId, agreementId) {
      const isAgreement = hasValues(agreements, { tppId, agreementId });
      return (await firstRow(session.db.select().from(agreements).where(isAgreement)))?.ownerId ?? null;
    },
    async oldestAgreementIdOf(ownerId) {
      const [row] = await session.db
        .select({ agreementId: agreements.agreementId })
        .from(agreements)
        .where(hasValues(agreements, { tppId: session.tppId, ownerId }))
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
    removeEngagement: async (...key) =>
      (await session.rowCount(session.db.delete(engagements).where(isEngagement(...key)))) > 0,
  };
}

function listAgreements({ db }: Session, ...[tppId, page]: Parameters<AgreementStore['list']>) {
  const query = db
    .select({
      id: agreements.agreementId,
      name: agreements.name,
      owner: customers.customerNumber,
      createdAt: agreements.createdAt,
      engagements: engagementIds,
    })
    .from(agreements)
    .innerJoin(customers, hasValues(customers, { tppId: agreements.tppId, customerId: agreements.ownerId }))
    .$dynamic();
  const order = byCreation(agreements.createdAt, agreements.agreementId);
  return readPage(query, hasValues(agreements, { tppId }), order, page);
}

function findEngagement({ db }: Session, ...key: Parameters<AgreementStore['findEngagement']>) {
  const query = db
    .select({
      engagementId: engagements.engagementId,
      agreementId: engagements.agreementId,
      customer: customers.customerNumber,
      bban: accounts.bban,
      iban: accounts.iban,
      roles: engagements.roles,
    })
    .from(engagements)
    .innerJoin(customers, isCustomerOf(engagements))
    .innerJoin(accounts, hasValues(accounts, { tppId: engagements.tppId, resourceId: engagements.accountId }))
    .where(isEngagement(...key));
  return firstRow(query);
}
