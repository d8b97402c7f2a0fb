/**
 * Whether the stored status of a payment may be out of date, by what is stored of the polls of a remote bank: so every
 * replica says the same of it. Start at `staleOf`.
 */
import type { StaleStatus } from '../../../operations/ports/bank.ts';
import type { RemoteRecord } from '../ports.ts';

/** For so long a read waits for the bank; then it is answered from stored data, and the poll goes on. */
export const readWaitsMs = 2_000;

type LastPoll = Pick<RemoteRecord, 'heardAt' | 'askedAt' | 'askAt' | 'unansweredAt' | 'unknownSince'>;

/** null: the last poll brought the status, or one is under way. */
export function staleOf(record: LastPoll, now: number): StaleStatus | null {
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
