/**
 * Whether the stored status of a payment may be out of date, by what is stored of the questions to a remote bank: so every
 * replica says the same of it. Start at `staleOf`.
 */
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import { instantText } from '../../domain/values/iso-date.ts';
import type { ReadContext } from '../operation.ts';
import type { StaleStatus } from '../ports/bank.ts';
import type { RemoteRecord } from '../ports/remote.ts';

/** For so long a read waits for the bank; then it is answered from stored data, and the question goes on. */
export const readWaitsMs = 2_000;

type Asked = Pick<RemoteRecord, 'heardAt' | 'askedAt' | 'askAt' | 'unansweredAt' | 'unknownSince'>;

/** null: the bank told the status when it was last asked, or is being asked. */
export function staleOf(record: Asked, now: number): StaleStatus | null {
  const { heardAt, askedAt, askAt, unansweredAt } = record;
  if (unknownSinceOf(record) !== null) return { why: askAt === null ? 'GIVEN_UP' : 'UNKNOWN', heardAt };
  const hangs = isAfter(askedAt, heardAt) && now - (askedAt ?? now) >= readWaitsMs;
  return hangs || isAfter(unansweredAt, heardAt) ? { why: 'UNANSWERED', heardAt } : null;
}

/** Since when the bank says that it does not know the payment; null: it has told its status since. */
export const unknownSinceOf = ({
  unknownSince,
  heardAt,
}: Pick<RemoteRecord, 'heardAt' | 'unknownSince'>): number | null =>
  isAfter(unknownSince, heardAt) ? unknownSince : null;

const isAfter = (at: number | null, heardAt: number | null): boolean =>
  at !== null && (heardAt === null || at > heardAt);

/** A payment with the status that is shown of it. */
export interface ShownStatus {
  readonly paymentId: string;
  readonly status: PaymentStatus;
}

/** Why the statuses of these payments may be out of date; a final one never is. */
export async function staleStatuses(
  { follower, caller }: Pick<ReadContext, 'follower' | 'caller'>,
  payments: readonly ShownStatus[],
): Promise<ReadonlyMap<string, StaleStatus>> {
  const ids = payments.flatMap(({ paymentId, status }) => (isFinal(status) ? [] : [paymentId]));
  return follower === null || ids.length === 0 ? new Map() : follower.stale(caller.tppId, ids);
}

/** One warning of a kind for all of these payments, by the one that was heard of longest ago. */
export async function staleWarnings(
  context: Pick<ReadContext, 'follower' | 'caller'>,
  payments: readonly ShownStatus[],
): Promise<readonly TppMessage[]> {
  return warningsOf([...(await staleStatuses(context, payments)).values()]);
}

const kinds = {
  UNANSWERED: ['SYSTEM_ERROR', 'the bank behind this service does not answer now'],
  UNKNOWN: ['RESOURCE_UNKNOWN', 'the bank behind this service says that it does not know the payment'],
  GIVEN_UP: [
    'RESOURCE_UNKNOWN',
    'the bank behind this service no longer knows the payment, and is not asked again',
  ],
} as const;

export function warningsOf(stale: readonly StaleStatus[]): readonly TppMessage[] {
  return Object.entries(kinds).flatMap(([kind, [code, says]]) => {
    const heard = stale.filter(({ why }) => why === kind).map(({ heardAt }) => heardAt);
    if (heard.length === 0) return [];
    const oldest = heard.includes(null) ? null : Math.min(...heard.map((heardAt) => heardAt ?? 0));
    const since = oldest === null ? 'when the payment was created' : `at ${instantText(oldest)}`;
    const text = `${says}; this is the status as it was ${since}`;
    return [{ category: 'WARNING', code, path: 'transactionStatus', text } as const];
  });
}
