/** Locks the accounts that payments may touch: accounts first, then card accounts, each in the order of ids. */

import { type Book, openBook } from '../../domain/bank/book.ts';
import { accountKeys, transfersOf } from '../../domain/payments/instruction.ts';
import { availableCredit, balancesAfter } from '../../domain/sandbox/card-credit.ts';
import type { Stores } from '../../operations/ports/stores.ts';
import type { ExecutablePayment } from '../ports.ts';

export interface LockedBook {
  readonly book: Book;
  /** Stores the new balances of the cards that payments on the book have used. */
  chargeCards(): Promise<void>;
}

export async function lockBook(
  stores: Pick<Stores, 'ledger' | 'sandbox'>,
  tppId: string,
  payments: readonly ExecutablePayment[],
): Promise<LockedBook> {
  const accounts = await stores.ledger.lock(tppId, {
    accountKeys: [...new Set(payments.flatMap(keysOf))],
    orIds: payersOf(payments, 'ACCOUNT'),
  });
  const ids = payersOf(payments, 'CARD_ACCOUNT');
  const cards = ids.length === 0 ? [] : await stores.sandbox.cards.lock(tppId, ids);
  const book = openBook(
    accounts,
    cards.map((card) => ({ ...card, availableMinor: availableCredit(card) })),
  );
  return {
    book,
    async chargeCards() {
      for (const card of cards) {
        const charged = book.charges.get(card.resourceId);
        if (charged === undefined) continue;
        await stores.sandbox.cards.setBalances(card.resourceId, balancesAfter(card, charged));
      }
    },
  };
}

const keysOf = ({ debtorAccount, payer, instruction }: ExecutablePayment): readonly string[] => [
  ...(payer === null ? accountKeys(debtorAccount) : []),
  ...transfersOf(instruction).flatMap(({ creditorAccount }) => accountKeys(creditorAccount)),
];

const payersOf = (
  payments: readonly ExecutablePayment[],
  kind: 'ACCOUNT' | 'CARD_ACCOUNT',
): readonly string[] => [
  ...new Set(payments.flatMap(({ payer }) => (payer?.kind === kind ? [payer.id] : []))),
];
