import { type Fault, type Refusal, refuseAll, type TppMessage } from '../../../domain/refusal.ts';
import { type CardTransaction, futureDateFaults } from '../../../domain/sandbox/card-transaction.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import type { CardAccountRecord } from '../ports.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export interface CardTransactions {
  readonly cardAccount: CardAccountRecord;
  readonly items: readonly CardTransaction[];
  readonly tppMessages: readonly TppMessage[];
}

interface SentTransactions {
  readonly resourceId: string;
  readonly items: readonly CardTransaction[];
  readonly warnings: readonly TppMessage[];
}

export const createSandboxCardTransactions = defineWriteForAnyRole({
  name: 'createSandboxCardTransactions',
  refusals: ['FORMAT_ERROR', 'RESOURCE_UNKNOWN', 'CONFLICT'],
  async run({ caller, stores, now, today }, { resourceId, items, warnings }: SentTransactions) {
    const faults = futureDateFaults(items, today);
    if (faults.length > 0) throw refuseAll(faults);
    const cardAccount =
      (await stores.sandbox.cards.lockAgainstDeletion(caller.tppId, resourceId)) ??
      throwUnknownId('resourceId');
    const existingIds = await stores.sandbox.cards.insertTransactions(resourceId, items, now);
    // The refusal also rolls back the items that have no conflict.
    if (existingIds.length > 0) throw conflictOf(items, new Set(existingIds));
    return { cardAccount, items, tppMessages: warnings };
  },
});

function conflictOf(items: readonly CardTransaction[], existingIds: ReadonlySet<string>): Refusal {
  const text = 'the card account already has a transaction with this id';
  return refuseAll(
    items.flatMap(({ cardTransactionId }, index): Fault[] =>
      existingIds.has(cardTransactionId)
        ? [{ reason: 'CONFLICT', path: `[${index}].cardTransactionId`, text }]
        : [],
    ),
  );
}
