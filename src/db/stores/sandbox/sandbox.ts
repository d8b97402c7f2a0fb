import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { SandboxStore } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { tpps } from '../../tables/payments.ts';
import { accounts, certificateCounts, customers } from '../../tables/sandbox.ts';
import type { ChangeListener } from '../notification-outbox.ts';
import { createAccountStore } from './accounts.ts';
import { createAgreementStore } from './agreements.ts';
import { createCardStore } from './cards.ts';
import { createCustomerStore } from './customers.ts';
import { createSandboxFaultStore } from './faults.ts';
import { createSeededPaymentStore } from './seeded-payments.ts';

export function createSandboxStore(session: Session, onChange: ChangeListener): SandboxStore {
  return {
    customers: createCustomerStore(session),
    agreements: createAgreementStore(session),
    accounts: createAccountStore(session),
    cards: createCardStore(session),
    faults: createSandboxFaultStore(session),
    seededPayments: createSeededPaymentStore(session, onChange),
    async lock(tppId) {
      await session.db
        .select({ tppId: tpps.tppId })
        .from(tpps)
        .where(eq(tpps.tppId, tppId))
        .for('no key update');
      const rows = await session.db
        .select({ customerId: customers.customerId })
        .from(customers)
        .where(eq(customers.tppId, tppId))
        .orderBy(asc(customers.customerId))
        .for('update');
      return rows.map(({ customerId }) => customerId);
    },
    async wipe(tppId, customerIds) {
      // Deleting a customer cascades to agreements, accounts and cards.
      await session.db
        .delete(customers)
        .where(and(eq(customers.tppId, tppId), isAnyOf(customers.customerId, customerIds)));
      await session.db.delete(accounts).where(and(eq(accounts.tppId, tppId), isNull(accounts.customerId)));
    },
    async countCertificate(counterName, now, periodMs) {
      const { since, count } = certificateCounts;
      // `excluded.since` is `now`. The period is also over if the clock was set back.
      const isPeriodOver = sql`not (${since} <= excluded.since and excluded.since < ${since} + ${periodMs} * interval '1 millisecond')`;
      const [row] = await session.db
        .insert(certificateCounts)
        .values({ counterName, since: now, count: 1 })
        .onConflictDoUpdate({
          target: certificateCounts.counterName,
          set: {
            since: sql`case when ${isPeriodOver} then excluded.since else ${since} end`,
            count: sql`case when ${isPeriodOver} then 1 else ${count} + 1 end`,
          },
        })
        .returning({ since, count });
      if (row === undefined) throw new Error('the upsert has returned no row');
      return row;
    },
  };
}
