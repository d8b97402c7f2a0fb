/** Only the stored times of the polls say whether a status is stale, so all processes come to the same result. */
import type { StaleStatus } from '../../../operations/ports/bank.ts';
import type { RemoteRecord } from '../ports.ts';

/** After this time a read returns stored data, while the poll goes on. */
export const maxReadWaitMs = 2_000;

type PollTimes = Pick<
  RemoteRecord,
  'reportedAt' | 'bankAskedAt' | 'nextPollAt' | 'unansweredAt' | 'unknownSince'
>;

/** Why the stored status may be old; null: the times show no reason. `unansweredAt` is also set if the bank warns of an old status. */
export function staleOf(record: PollTimes, now: number): StaleStatus | null {
  const { reportedAt, bankAskedAt, nextPollAt, unansweredAt } = record;
  if (unknownSinceOf(record) !== null)
    return { why: nextPollAt === null ? 'GIVEN_UP' : 'UNKNOWN', reportedAt };
  const isHanging = isAfter(bankAskedAt, reportedAt) && now - bankAskedAt >= maxReadWaitMs;
  return isHanging || isAfter(unansweredAt, reportedAt) ? { why: 'UNANSWERED', reportedAt } : null;
}

/** Since when the bank says that it does not know the payment; null: it never said so, or has reported a status since then. */
export const unknownSinceOf = ({
  unknownSince,
  reportedAt,
}: Pick<RemoteRecord, 'reportedAt' | 'unknownSince'>): number | null =>
  isAfter(unknownSince, reportedAt) ? unknownSince : null;

const isAfter = (at: number | null, reportedAt: number | null): at is number =>
  at !== null && (reportedAt === null || at > reportedAt);
