/** Derives from stored polls whether a status may be out of date, so that every replica says the same. */
import type { StaleStatus } from '../../../operations/ports/bank.ts';
import type { RemoteRecord } from '../ports.ts';

/** How long a read waits for the bank before it returns stored data; the poll goes on. */
export const readWaitsMs = 2_000;

type LastPoll = Pick<RemoteRecord, 'heardAt' | 'askedAt' | 'askAt' | 'unansweredAt' | 'unknownSince'>;

/** null if the last poll succeeded or one is in progress. */
export function staleOf(record: LastPoll, now: number): StaleStatus | null {
  const { heardAt, askedAt, askAt, unansweredAt } = record;
  if (unknownSinceOf(record) !== null) return { why: askAt === null ? 'GIVEN_UP' : 'UNKNOWN', heardAt };
  const hangs = isAfter(askedAt, heardAt) && now - (askedAt ?? now) >= readWaitsMs;
  return hangs || isAfter(unansweredAt, heardAt) ? { why: 'UNANSWERED', heardAt } : null;
}

/** null if the bank has reported a status since. */
export const unknownSinceOf = ({
  unknownSince,
  heardAt,
}: Pick<RemoteRecord, 'heardAt' | 'unknownSince'>): number | null =>
  isAfter(unknownSince, heardAt) ? unknownSince : null;

const isAfter = (at: number | null, heardAt: number | null): boolean =>
  at !== null && (heardAt === null || at > heardAt);
