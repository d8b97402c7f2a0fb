/** Adds engagements to an agreement. Each names a customer of the sandbox and an account of the agreement's owner. */
import { accountFinder, accountKeys } from '../../../domain/payments/instruction.ts';
import { refuse } from '../../../domain/refusal.ts';
import type { Engagement, EngagementBody } from '../../../domain/sandbox/agreement.ts';
import { twoAccountsText } from '../../../domain/sandbox/two-accounts.ts';
import type { Context } from '../../operation.ts';
import { refersToTwoSandboxAccounts } from '../accounts/two-accounts.ts';
import { refuseUnknownId } from '../refuse-unknown-id.ts';

/** `pathPrefix` is the path in front of the fields of a body. */
export async function engage(
  context: Context,
  agreement: { readonly agreementId: string; readonly ownerId: string },
  bodies: readonly EngagementBody[],
  pathPrefix: (index: number) => string,
): Promise<readonly Engagement[]> {
  const { stores, ids, now } = context;
  const { agreementId } = agreement;
  const newEngagements = [];
  for (const [index, body] of bodies.entries()) {
    newEngagements.push({
      engagementId: ids.next(),
      ...(await lockParties(context, agreement.ownerId, body, pathPrefix(index))),
      roles: body.roles,
    });
  }
  await stores.sandbox.agreements.insertEngagements(
    newEngagements.map(({ engagementId, customer, account, roles }, index) => ({
      engagementId,
      agreementId,
      customerId: customer.customerId,
      accountId: account.resourceId,
      roles,
      // A millisecond apart, so that they keep the order of the body.
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

/** The customer and the account of an engagement, which stay locked until the transaction ends. */
async function lockParties(
  { caller: { tppId }, stores }: Context,
  ownerId: string,
  body: EngagementBody,
  prefix: string,
) {
  const existingCustomer = await stores.sandbox.customers.lockAgainstDeletion(tppId, {
    customerNumber: body.customer,
  });
  const customer = existingCustomer ?? refuseUnknownId('customerNumber', `${prefix}customer`);
  if (await refersToTwoSandboxAccounts(stores, tppId, body.account))
    throw refuse('FORMAT_ERROR', { path: `${prefix}account.iban`, text: twoAccountsText });
  const lockedAccounts = await stores.ledger.lock(tppId, { accountKeys: accountKeys(body.account) });
  const account =
    accountFinder(lockedAccounts)(body.account) ?? refuseUnknownId('resourceId', `${prefix}account`);
  if (account.customerId !== ownerId) {
    throw refuse('FORMAT_ERROR', {
      path: `${prefix}account`,
      text: 'must be an account of the owner of the agreement',
    });
  }
  return { customer, account };
}
