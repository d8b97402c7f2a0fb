/** The result to store after a poll. It contains the time of the next poll. */
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import { backoffMs } from '../../exponential-backoff.ts';
import type { PollResult, RemoteRecord } from '../ports.ts';
import { unknownSinceOf } from './stale.ts';

/** The pauses between polls, in milliseconds. They grow while polls find no change. */
export const pollPauses = { first: 2_000, last: 15 * 60_000 } as const;

export const pauseAfterUnchanged = (unchangedPolls: number): number => backoffMs(pollPauses, unchangedPolls);

/** The longest pause while the bank does not respond, so that this service soon notices when the bank responds again. */
const maxUnavailablePauseMs = 5 * 60_000;
/** After a day without approval a payment is polled only twice a day, and when a TPP reads it. */
const unapprovedPolling = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000, unchangedPolls: 20 } as const;

/** The first poll of a payment that a PSU may approve from now on. No PSU approves at once, so the pause is not the shortest. */
export function firstPoll(now: number): Pick<RemoteRecord, 'nextPollAt' | 'unchangedPolls'> {
  const unchangedPolls = 3;
  return { nextPollAt: now + pauseAfterUnchanged(unchangedPolls), unchangedPolls };
}

/** If the bank has not known a payment for this time, the payment is no longer polled. */
export const givenUpAfterMs = 24 * 3_600_000;

export interface EndedPoll {
  readonly record: RemoteRecord;
  readonly payment: PaymentHead;
  /** When the poll ended, in epoch milliseconds. */
  readonly at: number;
}

export function resultOfStatus(
  poll: EndedPoll,
  { from, to }: Readonly<Record<'from' | 'to', PaymentStatus>>,
): PollResult {
  const unchangedPolls = from === to ? poll.record.unchangedPolls + 1 : 0;
  const next = scheduleNext(poll, to, unchangedPolls, pollPauses.last);
  return { ...next, reportedAt: poll.at, unansweredAt: null, unknownSince: null };
}

/** The result of a poll that ended without a status. If the bank does not know the payment, use `resultOfUnknown` instead. */
export const resultOfUnavailable = (poll: EndedPoll): PollResult => ({
  ...scheduleUnchanged(poll, maxUnavailablePauseMs),
  unansweredAt: poll.at,
});

export function resultOfUnknown(poll: EndedPoll): PollResult {
  const { record, at } = poll;
  const unknownSince = unknownSinceOf(record) ?? at;
  const result = { ...scheduleUnchanged(poll, pollPauses.last), unansweredAt: null, unknownSince };
  return at - unknownSince < givenUpAfterMs ? result : { ...result, nextPollAt: null };
}

/** The result for a payment that no longer exists here, or that has no id at the bank. Such a payment is never polled again. */
export const resultOfNoPoll = (record: RemoteRecord): PollResult => ({
  ...record,
  nextPollAt: null,
  unchangedPolls: 0,
});

const scheduleUnchanged = (poll: EndedPoll, maxPauseMs: number): PollResult =>
  scheduleNext(poll, poll.payment.status, poll.record.unchangedPolls + 1, maxPauseMs);

function scheduleNext(
  { record, payment, at }: EndedPoll,
  status: PaymentStatus,
  unchangedPolls: number,
  maxPauseMs: number,
): PollResult {
  // When a PSU leaves for the bank, `unchangedPolls` starts again, so even an old payment is then polled often for a few hours.
  const isOld =
    at - payment.createdAt > unapprovedPolling.afterMs && unchangedPolls > unapprovedPolling.unchangedPolls;
  const pause =
    awaitsApproval(status) && isOld
      ? unapprovedPolling.pauseMs
      : Math.min(pauseAfterUnchanged(unchangedPolls), maxPauseMs);
  return { ...record, unchangedPolls, nextPollAt: isFinal(status) ? null : at + pause };
}
