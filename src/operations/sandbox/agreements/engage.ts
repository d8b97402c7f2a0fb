/** Adds engagements to an agreement. Each names a customer of the sandbox and an account of the agreement's owner. */
import { accountFinder, accountKeys } from '../../../domain/payments/instruction.ts';
import { refuse } from '../../../domain/refusal.ts';
import type { Engagement, EngagementBody } from '../../../domain/sandbox/agreement.ts';
import type { Customer } from '../../../domain/sandbox/customer.ts';
import { twoAccountsText } from '../../../domain/sandbox/two-accounts.ts';
import type { Context } from '../../operation.ts';
import type { LedgerAccount } from '../../ports/ledger.ts';
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
  const { tppId } = context.caller;
  const { agreementId } = agreement;
  const customers: (Customer | null)[] = [];
  for (const { customer: customerNumber } of bodies)
    customers.push(await stores.sandbox.customers.lockAgainstDeletion(tppId, { customerNumber }));
  // One statement locks all accounts, in the order of their ids. The order of the bodies is another.
  const findAccount = accountFinder(
    await stores.ledger.lock(tppId, { accountKeys: bodies.flatMap(({ account }) => accountKeys(account)) }),
  );
  const newEngagements = [];
  for (const [index, body] of bodies.entries()) {
    const found = { customer: customers[index], account: findAccount(body.account) };
    newEngagements.push({
      engagementId: ids.next(),
      ...(await checkParties(context, agreement.ownerId, body, found, pathPrefix(index))),
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

interface Parties {
  readonly customer: Customer | null | undefined;
  readonly account: LedgerAccount | undefined;
}

/** The customer and the account of an engagement, which stay locked until the transaction ends. */
async function checkParties(
  { caller: { tppId }, stores }: Context,
  ownerId: string,
  body: EngagementBody,
  found: Parties,
  prefix: string,
) {
  const customer = found.customer ?? refuseUnknownId('customerNumber', `${prefix}customer`);
  if (await refersToTwoSandboxAccounts(stores, tppId, body.account))
    throw refuse('FORMAT_ERROR', { path: `${prefix}account.iban`, text: twoAccountsText });
  const account = found.account ?? refuseUnknownId('resourceId', `${prefix}account`);
  if (account.customerId !== ownerId) {
    throw refuse('FORMAT_ERROR', {
      path: `${prefix}account`,
      text: 'must be an account of the owner of the agreement',
    });
  }
  return { customer, account };
}
