/** What authorisations need to know of the sandbox's customers: who they are, and which accounts they may use. */
import { and, asc, eq, or, sql } from 'drizzle-orm';
import { accountKey } from '../../domain/payments/instruction.ts';
import type { OwnAccount } from '../../domain/payments/payer.ts';
import type { CustomerDirectory, HeldAccount } from '../../operations/ports/stores.ts';
import { given, kept } from '../statements/kept.ts';
import { narrowed } from '../statements/narrowed.ts';
import type { Session } from '../statements/session.ts';
import { accounts, agreements, cardAccounts, customers, engagements } from '../tables/sandbox.ts';
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
const heldAccounts = narrowed(
  { tppId, key: accounts.accountKey, id: accounts.resourceId },
  {
    tppId: ($) => eq(accounts.tppId, $.tppId),
    key: ($) => eq(accounts.accountKey, $.key),
    id: ($) => eq(accounts.resourceId, $.id),
  },
  (db, where) =>
    db
      .select({ ...customerIdentity, id: accounts.resourceId })
      .from(accounts)
      .leftJoin(customers, and(eq(tppId, accounts.tppId), eq(customerId, accounts.customerId)))
      .where(where),
);
const heldCards = narrowed(
  { tppId, identification: cardAccounts.maskedPan, id: cardAccounts.resourceId },
  {
    tppId: ($) => eq(cardAccounts.tppId, $.tppId),
    identification: ($) =>
      or(eq(cardAccounts.resourceId, $.identification), eq(cardAccounts.maskedPan, $.identification)),
    id: ($) => eq(cardAccounts.resourceId, $.id),
  },
  (db, where) =>
    db
      .select({ ...customerIdentity, id: cardAccounts.resourceId })
      .from(cardAccounts)
      .innerJoin(customers, and(eq(tppId, cardAccounts.tppId), eq(customerId, cardAccounts.customerId)))
      .where(where)
      .orderBy(asc(cardAccounts.createdAt), asc(cardAccounts.resourceId)),
);
const engaged = kept(
  { tppId, agreementId: agreements.agreementId, customerId, resourceId: engagements.accountId },
  (db, $) =>
    db
      .select({ engagementId: engagements.engagementId })
      .from(engagements)
      .where(
        and(
          eq(engagements.tppId, $.tppId),
          eq(engagements.agreementId, $.agreementId),
          eq(engagements.customerId, $.customerId),
          eq(engagements.accountId, $.resourceId),
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

interface AccountName {
  readonly tppId: string;
  readonly key?: string;
  readonly identification?: string;
  readonly id?: string;
}

async function held(
  session: Session,
  kind: OwnAccount['kind'],
  name: AccountName,
): Promise<readonly HeldAccount[]> {
  const rows =
    kind === 'ACCOUNT'
      ? await session.rows(heldAccounts(name, null), name)
      : await session.rows(heldCards(name, null), name);
  return rows.map(({ id, customerId, customerNumber, customerType, customerName }) => ({
    account: { kind, id },
    holder:
      customerId === null || customerNumber === null || customerType === null || customerName === null
        ? null
        : { customerId, customerNumber, customerType, customerName },
  }));
}

export const createCustomerDirectory = (session: Session): CustomerDirectory => ({
  byNumber: (tppId, customerNumber) => session.first(byNumber, { tppId, customerNumber }),
  byId: (customerId) => session.first(byId, { tppId: session.tppId, customerId }),
  agreementsOf: (tppId, customerId) => session.rows(agreementsOf, { tppId, customerId }),

  async accountsByName(tppId, name) {
    const { other } = name;
    if (other === undefined) return held(session, 'ACCOUNT', { tppId, key: accountKey(name) });
    return held(session, 'CARD_ACCOUNT', { tppId, identification: other.identification });
  },

  async accountById(tppId, { kind, id }) {
    const [account] = await held(session, kind, { tppId, id });
    return account ?? null;
  },

  engaged: async (agreementId, customerId, resourceId) =>
    (await session.first(engaged, { tppId: session.tppId, agreementId, customerId, resourceId })) !== null,

  some(tppId, { type, number }, limit) {
    const wanted = { tppId, number, type, limit };
    return session.rows(some(wanted, type !== null), wanted);
  },

  firstPrivate: (tppId) => session.first(firstPrivate, { tppId }),
});
