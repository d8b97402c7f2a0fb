/** Opens a card account for a customer of the sandbox. */
import { keepFields } from '../../../domain/fields/view.ts';
import { minorOf, writtenAmount } from '../../../domain/sandbox/amounts.ts';
import { type CardAccountBody, cardAccountDetails } from '../../../domain/sandbox/card-account.ts';
import { tppWrite } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import type { CardAccountRecord, SentBody } from '../ports.ts';
import { writtenBalances } from '../set-sandbox-balances.ts';

export const createSandboxCardAccount = tppWrite({
  name: 'createSandboxCardAccount',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller: { tppId }, stores, ids, now }, { body, warnings }: SentBody<CardAccountBody>) {
    const { creditLimit: limit, currency, customerNumber } = body;
    const customer =
      (await stores.sandbox.customers.hold(tppId, { customerNumber })) ?? notInSandbox('customerNumber');
    const cardAccount: CardAccountRecord = {
      resourceId: ids.next(),
      tppId,
      customerId: customer.customerId,
      customerNumber: customer.customerNumber,
      ...keepFields(cardAccountDetails, body),
      creditLimit: limit ? writtenAmount(minorOf(limit.amount, limit.currency), currency) : null,
      balances: writtenBalances(body.balances ?? []),
      createdAt: now,
    };
    await stores.sandbox.cards.insert([cardAccount]);
    return { cardAccount, tppMessages: warnings };
  },
});
