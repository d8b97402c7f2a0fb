import {
  type BookingStatus,
  type DayRange,
  requireRange,
} from '../../../domain/sandbox/transaction-lists.ts';
import { defineReadForAnyRole } from '../../operation.ts';
import type { Page } from '../../ports/page.ts';
import type { CardAccountRecord, CardTransactionKey, StoredCardTransaction } from '../ports.ts';
import { getSandboxCardAccount } from './get-sandbox-card-account.ts';

interface CardTransactionsInput {
  readonly resourceId: string;
  readonly bookingStatus: BookingStatus;
  readonly range: DayRange;
  readonly page: Page<CardTransactionKey>;
  /** From the header X-Accept-Fix. */
  readonly fixNames: readonly string[];
}

export interface CardTransactionPage {
  readonly cardAccount: CardAccountRecord;
  readonly transactions: readonly StoredCardTransaction[];
  readonly page: Page<CardTransactionKey>;
}

export const getSandboxCardTransactions = defineReadForAnyRole({
  name: 'getSandboxCardTransactions',
  refusals: ['FORMAT_ERROR', 'RESOURCE_UNKNOWN'],
  async run(
    context,
    { resourceId, bookingStatus, range, page, fixNames }: CardTransactionsInput,
  ): Promise<CardTransactionPage> {
    requireRange(range);
    const cardAccount = await getSandboxCardAccount.run(context, { resourceId });
    // The sandbox has only booked transactions.
    if (bookingStatus === 'pending') return { cardAccount, transactions: [], page };
    const pages = await context.stores.sandbox.cards.transactions([resourceId], range, page, page.limit);
    // null only if the pages of several card accounts together exceed the last argument. One page never exceeds its own limit.
    const transactions = pages?.get(resourceId) ?? [];
    return { cardAccount, transactions: switchAmountsIfAsked(fixNames, transactions), page };
  },
});

export const switchAmountsIfAsked = (
  fixNames: readonly string[],
  transactions: readonly StoredCardTransaction[],
): readonly StoredCardTransaction[] =>
  fixNames.includes(switchFix) ? transactions.map(switchAmounts) : transactions;

const switchFix = 'cardaccount-switch-originalamount-and-transactionamount';

function switchAmounts({ item, sequence }: StoredCardTransaction): StoredCardTransaction {
  const { transactionAmount, originalAmount } = item;
  const switchedItem = { ...item, transactionAmount: originalAmount, originalAmount: transactionAmount };
  return { sequence, item: switchedItem };
}
