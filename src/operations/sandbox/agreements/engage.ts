/**
 * Puts engagements on an agreement: each names a customer of the sandbox and an account of the agreement's
 * owner.
 */
import { accountKey } from '../../../domain/payments/instruction.ts';
import { refuse } from '../../../domain/refusal.ts';
import type { Engagement, EngagementBody } from '../../../domain/sandbox/agreement.ts';
import { twoAccountsText } from '../../../domain/sandbox/two-accounts.ts';
import type { Context } from '../../operation.ts';
import { nameTwoAccounts } from '../accounts/two-accounts.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

/** Adds engagements to an agreement. `at` returns the path in front of the fields. */
export async function engage(
  context: Context,
  agreement: { readonly agreementId: string; readonly ownerId: string },
  bodies: readonly EngagementBody[],
  at: (index: number) => string,
): Promise<readonly Engagement[]> {
  const { stores, ids, now } = context;
  const { agreementId } = agreement;
  const newEngagements = [];
  for (const [index, body] of bodies.entries()) {
    newEngagements.push({
      engagementId: ids.next(),
      ...(await parties(context, agreement.ownerId, body, at(index))),
      roles: body.roles,
    });
  }
  await stores.sandbox.agreements.engage(
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
async function parties(
  { caller: { tppId }, stores }: Context,
  ownerId: string,
  body: EngagementBody,
  at: string,
) {
  const heldCustomer = await stores.sandbox.customers.hold(tppId, { customerNumber: body.customer });
  const customer = heldCustomer ?? notInSandbox('customerNumber', `${at}customer`);
  if (await nameTwoAccounts(stores, tppId, body.account))
    throw refuse('FORMAT_ERROR', { path: `${at}account.iban`, text: twoAccountsText });
  const key = accountKey({ ...body.account, currency: '' });
  const [lockedAccount] = await stores.ledger.lock(tppId, { accountKeys: [key] });
  const account = lockedAccount ?? notInSandbox('resourceId', `${at}account`);
  if (account.customerId !== ownerId) {
    throw refuse('FORMAT_ERROR', {
      path: `${at}account`,
      text: 'must be an account of the owner of the agreement',
    });
  }
  return { customer, account };
}
