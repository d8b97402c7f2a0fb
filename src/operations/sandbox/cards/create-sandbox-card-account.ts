import { storedFields } from '../../../domain/fields/view.ts';
import { sandboxMinorUnits, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import { type CardAccountBody, cardAccountDetails } from '../../../domain/sandbox/card-account.ts';
import type { Customer } from '../../../domain/sandbox/customer.ts';
import type { SeedCard } from '../../../domain/sandbox/seed.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import type { RecordIdentity } from '../accounts/create-sandbox-account.ts';
import type { CardAccountRecord, SentBody } from '../ports.ts';
import { requireCapacity } from '../require-capacity.ts';
import { writtenBalances } from '../set-sandbox-balances.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export const createSandboxCardAccount = defineWriteForAnyRole({
  name: 'createSandboxCardAccount',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  async run({ caller: { tppId }, stores, ids, now }, { body, warnings }: SentBody<CardAccountBody>) {
    const { customerNumber } = body;
    const customer =
      (await stores.sandbox.customers.lockAgainstDeletion(tppId, { customerNumber })) ??
      throwUnknownId('customerNumber');
    const { cards } = stores.sandbox;
    await requireCapacity('cardAccountsWithPan', (atMost) =>
      cards.countWithPan(tppId, body.maskedPan, atMost),
    );
    await requireCapacity('cardAccounts', (atMost) => cards.count(tppId, atMost));
    const cardAccount = cardAccountRecordOf(body, customer, { id: ids.next(), tppId, createdAt: now });
    await cards.insert([cardAccount]);
    return { cardAccount, tppMessages: warnings };
  },
});

export function cardAccountRecordOf(
  body: SeedCard,
  { customerId, customerNumber }: Customer,
  { id, tppId, createdAt }: RecordIdentity,
): CardAccountRecord {
  const { creditLimit, currency } = body;
  return {
    resourceId: id,
    tppId,
    customerId,
    customerNumber,
    ...storedFields(cardAccountDetails, body),
    creditLimit: creditLimit
      ? writtenAmount(sandboxMinorUnits(creditLimit.amount, currency), currency)
      : null,
    balances: writtenBalances(body.balances ?? []),
    createdAt,
  };
}
