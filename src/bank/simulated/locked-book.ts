/** Opens the book in which payments settle. Locks their accounts and then their card accounts, both in the order of ids. */

import { openBook } from '../../domain/bank/book.ts';
import { accountKeys, transfersOf } from '../../domain/payments/instruction.ts';
import { availableCredit, balancesAfter } from '../../domain/sandbox/card-credit.ts';
import type { Stores } from '../../operations/ports/stores.ts';
import type { ExecutablePayment } from '../ports.ts';

export async function lockBook(
  stores: Pick<Stores, 'ledger' | 'sandbox'>,
  tppId: string,
  payments: readonly ExecutablePayment[],
) {
  const accounts = await stores.ledger.lock(tppId, {
    accountKeys: [...new Set(payments.flatMap(accountKeysOf))],
    orResourceIds: payerIdsOf(payments, 'ACCOUNT'),
  });
  const cardIds = payerIdsOf(payments, 'CARD_ACCOUNT');
  const cards = cardIds.length === 0 ? [] : await stores.sandbox.cards.lock(tppId, cardIds);
  const book = openBook(
    accounts,
    cards.map((card) => ({ ...card, availableMinor: availableCredit(card) })),
  );
  return {
    book,
    /** Call it after the last transfer of `book`. */
    async chargeCards() {
      for (const card of cards) {
        const debitedMinor = book.debitsByCard.get(card.resourceId);
        if (debitedMinor === undefined) continue;
        await stores.sandbox.cards.setBalances(card.resourceId, balancesAfter(card, debitedMinor));
      }
    },
  };
}

const accountKeysOf = ({ debtorAccount, payer, instruction }: ExecutablePayment): readonly string[] => [
  ...(payer === null ? accountKeys(debtorAccount) : []),
  ...transfersOf(instruction).flatMap(({ creditorAccount }) => accountKeys(creditorAccount)),
];

const payerIdsOf = (
  payments: readonly ExecutablePayment[],
  kind: 'ACCOUNT' | 'CARD_ACCOUNT',
): readonly string[] => [
  ...new Set(payments.flatMap(({ payer }) => (payer?.kind === kind ? [payer.id] : []))),
];
