/** Decides whether a status may be out of date. It uses only what is stored of the polls, so that all processes decide alike. */
import type { StaleStatus } from '../../../operations/ports/bank.ts';
import type { RemoteRecord } from '../ports.ts';

/** A read waits this long for the bank, and then returns stored data. The poll goes on. */
export const maxReadWaitMs = 2_000;

type PollTimes = Pick<RemoteRecord, 'heardAt' | 'askedAt' | 'askAt' | 'unansweredAt' | 'unknownSince'>;

/** null if the last poll succeeded, or one has just begun. */
export function staleOf(record: PollTimes, now: number): StaleStatus | null {
  const { heardAt, askedAt, askAt, unansweredAt } = record;
  if (unknownSinceOf(record) !== null) return { why: askAt === null ? 'GIVEN_UP' : 'UNKNOWN', heardAt };
  const isHanging = isAfter(askedAt, heardAt) && now - (askedAt ?? now) >= maxReadWaitMs;
  return isHanging || isAfter(unansweredAt, heardAt) ? { why: 'UNANSWERED', heardAt } : null;
}

/** null if the bank knows the payment, or has reported a status since. */
export const unknownSinceOf = ({
  unknownSince,
  heardAt,
}: Pick<RemoteRecord, 'heardAt' | 'unknownSince'>): number | null =>
  isAfter(unknownSince, heardAt) ? unknownSince : null;

const isAfter = (at: number | null, heardAt: number | null): boolean =>
  at !== null && (heardAt === null || at > heardAt);
