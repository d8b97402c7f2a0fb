import { adjustment } from '../../../domain/bank/posting.ts';
import { storedFields } from '../../../domain/fields/view.ts';
import { accountKey, accountKeys, foreignIbansOfKeys } from '../../../domain/payments/instruction.ts';
import { refuse } from '../../../domain/refusal.ts';
import { type AccountBody, accountDetails, type SeedAccount } from '../../../domain/sandbox/account.ts';
import { engagementRoles } from '../../../domain/sandbox/agreement.ts';
import { defaultBalanceType, sandboxMinorUnits, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import type { Customer } from '../../../domain/sandbox/customer.ts';
import { type Context, defineWriteForAnyRole } from '../../operation.ts';
import type { AccountRecord, SentBody } from '../ports.ts';
import { postMoney } from '../post-money.ts';
import { requireCapacity } from '../require-capacity.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const createSandboxAccount = defineWriteForAnyRole({
  name: 'createSandboxAccount',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async run(context, { body, warnings }: SentBody<AccountBody>) {
    const { stores, ids, now } = context;
    const { tppId } = context.caller;
    const { customers, accounts } = stores.sandbox;
    const { customerNumber } = body;
    // No unique constraint covers a foreign IBAN of an account with a BBAN. This lock of the TPP and the search below keep it unique.
    const hasForeignIban = foreignIbansOfKeys(accountKeys(body)).length > 0;
    if (hasForeignIban) await stores.clock.lock(tppId, { wait: true });
    const existingCustomer = await customers.lockAgainstDeletion(tppId, { customerNumber });
    const customer = existingCustomer ?? throwUnknownId('customerNumber');
    await requireCapacity('accounts', (atMost) => accounts.count(tppId, atMost));
    const account = accountRecordOf(body, customer, { id: ids.next(), tppId, createdAt: now });
    if (!(await accounts.insert([account])))
      throw knownNumberRefusal(body.bban === undefined ? 'iban' : 'bban');
    if (hasForeignIban) {
      const accountsWithIban = await accounts.findByKeys(tppId, accountKeys({ iban: body.iban }));
      if (accountsWithIban.length > 1) throw knownNumberRefusal('iban');
    }
    const { resourceId, currency } = account;
    const opening = adjustment(resourceId, currency, 0n, sandboxMinorUnits(account.balance, currency));
    await postMoney(context, 'OPENING', opening);
    if (customer.customerType === 'PRIVATE') await engageOwner(context, customer, account);
    return { account, tppMessages: warnings };
  },
});

const knownNumberRefusal = (path: 'bban' | 'iban') =>
  refuse('CONFLICT', { path, text: `the sandbox already has an account with this ${path}` });

/** What each new record of a sandbox has. */
export interface RecordIdentity {
  readonly id: string;
  readonly tppId: string;
  readonly createdAt: number;
}

export function accountRecordOf(
  body: SeedAccount,
  customer: Customer | null,
  { id, tppId, createdAt }: RecordIdentity,
): AccountRecord {
  const { currency } = body;
  const [balance] = body.balances ?? [];
  const writeAmount = (amount: string | number) =>
    writtenAmount(sandboxMinorUnits(amount, currency), currency);
  return {
    resourceId: id,
    tppId,
    customerId: customer?.customerId ?? null,
    customerNumber: customer?.customerNumber ?? null,
    ...storedFields(accountDetails, body),
    accountKey: accountKey(body),
    creditLine: writeAmount(body.creditLine ?? 0),
    balance: writeAmount(balance?.balanceAmount.amount ?? 0),
    balanceType: balance?.balanceType ?? defaultBalanceType,
    kidAgreement: body.kidAgreement ?? null,
    createdAt,
  };
}

async function engageOwner(
  { stores, ids, now }: Context,
  { customerId }: Customer,
  { resourceId: accountId }: AccountRecord,
): Promise<void> {
  const agreementId = await stores.sandbox.agreements.oldestAgreementIdOf(customerId);
  if (agreementId === null) return;
  const engagementId = ids.next();
  await stores.sandbox.agreements.insertEngagements([
    { engagementId, agreementId, customerId, accountId, roles: engagementRoles, createdAt: now },
  ]);
}
