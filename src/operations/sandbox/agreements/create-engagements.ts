/** An engagement gives a customer roles for an account of the agreement's owner. */
import { accountFinder, accountKeys } from '../../../domain/payments/instruction.ts';
import { refuse } from '../../../domain/refusal.ts';
import type { Engagement, EngagementBody } from '../../../domain/sandbox/agreement.ts';
import type { Customer } from '../../../domain/sandbox/customer.ts';
import { refersToTwoAccounts, twoAccountsText } from '../../../domain/sandbox/two-accounts.ts';
import type { Context } from '../../operation.ts';
import type { LedgerAccount } from '../../ports/ledger.ts';
import { requireCapacity } from '../require-capacity.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

/**
 * `pathPrefixOf` returns the prefix of the paths in refusals of a body, such as `engagements[1].`. A caller with a single body omits it,
 * because its paths have no prefix.
 */
export async function createEngagements(
  context: Context,
  agreement: { readonly agreementId: string; readonly ownerId: string },
  bodies: readonly EngagementBody[],
  pathPrefixOf: (index: number) => string = () => '',
): Promise<readonly Engagement[]> {
  const { stores, ids, now } = context;
  const { tppId } = context.caller;
  const { agreementId } = agreement;
  if (bodies.length === 0) return [];
  const { agreements } = stores.sandbox;
  await requireCapacity('engagements', (atMost) => agreements.countEngagements(tppId, atMost), bodies.length);
  // Locks against deletion do not exclude each other, so the order of the bodies is safe.
  const customers: (Customer | null)[] = [];
  for (const { customer: customerNumber } of bodies)
    customers.push(await stores.sandbox.customers.lockAgainstDeletion(tppId, { customerNumber }));
  // One statement locks all accounts in the order of their ids. Locks in the order of the bodies could deadlock.
  const accounts = await stores.ledger.lock(tppId, {
    accountKeys: bodies.flatMap(({ account }) => accountKeys(account)),
  });
  const newEngagements = bodies.map((body, index) => ({
    engagementId: ids.next(),
    ...requireParties(agreement.ownerId, body, customers[index] ?? null, accounts, pathPrefixOf(index)),
    roles: body.roles,
  }));
  await agreements.insertEngagements(
    newEngagements.map(({ engagementId, customer, account, roles }, index) => ({
      engagementId,
      agreementId,
      customerId: customer.customerId,
      accountId: account.resourceId,
      roles,
      // Lists sort engagements by this time, so they keep the order of `bodies`.
      createdAt: now + index,
    })),
  );
  return newEngagements.map(({ engagementId, customer, account, roles }) => ({
    engagementId,
    agreementId,
    customer: customer.customerNumber,
    bban: account.bban,
    iban: account.iban,
    roles,
  }));
}

function requireParties(
  ownerId: string,
  body: EngagementBody,
  customer: Customer | null,
  accounts: readonly LedgerAccount[],
  prefix: string,
) {
  if (customer === null) return throwUnknownId('customerNumber', `${prefix}customer`);
  if (refersToTwoAccounts(body.account, accounts))
    throw refuse('FORMAT_ERROR', { path: `${prefix}account.iban`, text: twoAccountsText });
  const account = accountFinder(accounts)(body.account) ?? throwUnknownId('resourceId', `${prefix}account`);
  if (account.customerId !== ownerId) {
    throw refuse('FORMAT_ERROR', {
      path: `${prefix}account`,
      text: 'must be an account of the owner of the agreement',
    });
  }
  return { customer, account };
}
