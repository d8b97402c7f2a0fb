import { adjustment, type Movement, type PostingKind } from '../../domain/bank/posting.ts';
import { todayInOslo } from '../../domain/values/oslo-time.ts';
import type { Context } from '../operation.ts';
import type { LedgerAccount } from '../ports/ledger.ts';

export type MoneyContext = Pick<Context, 'stores' | 'ids' | 'now'>;

export async function postMoney(
  { stores, ids, now }: MoneyContext,
  kind: Exclude<PostingKind, 'PAYMENT'>,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return;
  const bookingDate = todayInOslo(now);
  const posting = { postingId: ids.next(), kind, at: now, bookingDate, movements };
  await stores.ledger.post([{ ...posting, paymentId: null, transferNumber: 0 }]);
}

/** Call it before the accounts are deleted, because a posting to a missing account fails. */
export function returnMoneyToBank(context: MoneyContext, accounts: readonly LedgerAccount[]): Promise<void> {
  const movements = accounts.flatMap(({ resourceId, currency, balanceMinor }) =>
    adjustment(resourceId, currency, balanceMinor, 0n),
  );
  return postMoney(context, 'ADJUSTMENT', movements);
}
