/** What authorisations need to know of the sandbox's customers: who they are, and which accounts they may use. */
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { CustomerDirectory } from '../../operations/ports/stores.ts';
import { given, kept } from '../statements/kept.ts';
import { narrowed } from '../statements/narrowed.ts';
import type { Session } from '../statements/session.ts';
import { accounts, agreements, customers, engagements } from '../tables/sandbox.ts';
import { customerIdentity } from './sandbox/customers.ts';

const { tppId, customerId, customerNumber, customerType } = customers;
const lookedAtMost = 200;

const byNumber = kept({ tppId, customerNumber }, (db, $) =>
  db
    .select(customerIdentity)
    .from(customers)
    .where(and(eq(tppId, $.tppId), eq(customerNumber, $.customerNumber))),
);
const byId = kept({ tppId, customerId }, (db, $) =>
  db
    .select(customerIdentity)
    .from(customers)
    .where(and(eq(tppId, $.tppId), eq(customerId, $.customerId))),
);
const agreementsOf = kept({ tppId, customerId }, (db, $) =>
  db
    .selectDistinct({
      agreementId: agreements.agreementId,
      name: agreements.name,
      ownerNumber: customerNumber,
    })
    .from(agreements)
    .innerJoin(customers, and(eq(tppId, agreements.tppId), eq(customerId, agreements.ownerId)))
    .leftJoin(
      engagements,
      and(eq(engagements.tppId, agreements.tppId), eq(engagements.agreementId, agreements.agreementId)),
    )
    .where(
      and(
        eq(agreements.tppId, $.tppId),
        eq(customerType, 'CORPORATE'),
        or(eq(agreements.ownerId, $.customerId), eq(engagements.customerId, $.customerId)),
      ),
    )
    .orderBy(asc(agreements.agreementId)),
);
const holderOf = kept({ tppId, accountKey: accounts.accountKey }, (db, $) =>
  db
    .select(customerIdentity)
    .from(accounts)
    .innerJoin(customers, and(eq(tppId, accounts.tppId), eq(customerId, accounts.customerId)))
    .where(and(eq(accounts.tppId, $.tppId), eq(accounts.accountKey, $.accountKey))),
);
const engaged = kept(
  { tppId, agreementId: agreements.agreementId, customerId, accountKey: accounts.accountKey },
  (db, $) =>
    db
      .select({ engagementId: engagements.engagementId })
      .from(engagements)
      .innerJoin(
        accounts,
        and(eq(accounts.tppId, engagements.tppId), eq(accounts.resourceId, engagements.accountId)),
      )
      .where(
        and(
          eq(engagements.tppId, $.tppId),
          eq(engagements.agreementId, $.agreementId),
          eq(engagements.customerId, $.customerId),
          eq(accounts.accountKey, $.accountKey),
          sql`${engagements.roles} ? 'REGISTER'`,
        ),
      )
      .limit(1),
);
const parameters = { tppId, number: customerNumber, type: customerType, limit: given<number>() };
const some = narrowed(
  parameters,
  { tppId: ($) => eq(tppId, $.tppId), number: ($) => eq(customerNumber, $.number) },
  (db, where, $, ofType: boolean) => {
    // Bounds how far the index of numbers is read, however many customers the sandbox has.
    const first = db
      .select(customerIdentity)
      .from(customers)
      .where(where)
      .orderBy(asc(customerNumber))
      .limit(lookedAtMost)
      .as('first');
    return db
      .select()
      .from(first)
      .where(ofType ? eq(first.customerType, $.type) : undefined)
      .orderBy(asc(first.customerNumber))
      .limit($.limit);
  },
);
const firstPrivate = kept({ tppId }, (db, $) =>
  db
    .select(customerIdentity)
    .from(customers)
    .where(and(eq(tppId, $.tppId), eq(customerType, 'PRIVATE')))
    .orderBy(asc(customers.createdAt), asc(customerId))
    .limit(1),
);

export const createCustomerDirectory = (session: Session): CustomerDirectory => ({
  byNumber: (tppId, customerNumber) => session.first(byNumber, { tppId, customerNumber }),
  byId: (customerId) => session.first(byId, { tppId: session.tppId, customerId }),
  agreementsOf: (tppId, customerId) => session.rows(agreementsOf, { tppId, customerId }),
  holderOf: (tppId, accountKey) => session.first(holderOf, { tppId, accountKey }),

  engaged: async (agreementId, customerId, accountKey) =>
    (await session.first(engaged, { tppId: session.tppId, agreementId, customerId, accountKey })) !== null,

  some(tppId, { type, number }, limit) {
    const wanted = { tppId, number, type, limit };
    return session.rows(some(wanted, type !== null), wanted);
  },

  firstPrivate: (tppId) => session.first(firstPrivate, { tppId }),
});
