import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import type { PollResult, RemoteRecord } from '../ports.ts';
import { unknownSinceOf } from './stale.ts';

/** In milliseconds. The pauses grow while polls find no change. */
export const pollPauses = { first: 2_000, last: 15 * 60_000 } as const;

export const pauseAfterUnchanged = (unchangedPolls: number): number =>
  Math.min(pollPauses.last, pollPauses.first * 2 ** unchangedPolls);

/** Short, so that this service soon notices when the bank responds again. */
const maxUnavailablePauseMs = 5 * 60_000;
/** After a day and 20 polls without change, a payment that still waits for its approval is polled only twice a day. */
const unapprovedPolling = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000, unchangedPolls: 20 } as const;

/** No PSU approves at once, so the first pause is not the shortest. */
export function firstPoll(now: number): Pick<RemoteRecord, 'nextPollAt' | 'unchangedPolls'> {
  const unchangedPolls = 3;
  return { nextPollAt: now + pauseAfterUnchanged(unchangedPolls), unchangedPolls };
}

/** A payment that the bank has not known for this long is no longer polled. */
export const givenUpAfterMs = 24 * 3_600_000;

export interface EndedPoll {
  readonly record: RemoteRecord;
  readonly payment: PaymentHead;
  /** Epoch milliseconds. */
  readonly at: number;
  /** false: a request caused the poll. Then the poll does not make the pauses longer, because a TPP may read often. */
  readonly isInBackground: boolean;
}

/** `isStale`: the bank warns that the status may be out of date. The caller stores the status, but the poll counts as unanswered. */
export function resultOfStatus(
  poll: EndedPoll,
  { from, to }: Readonly<Record<'from' | 'to', PaymentStatus>>,
  isStale: boolean,
): PollResult {
  const unchangedPolls = from === to ? countUnchanged(poll) : 0;
  if (isStale)
    return { ...scheduleNext(poll, to, unchangedPolls, maxUnavailablePauseMs), unansweredAt: poll.at };
  const next = scheduleNext(poll, to, unchangedPolls, pollPauses.last);
  return { ...next, reportedAt: poll.at, unansweredAt: null, unknownSince: null };
}

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

/** The payment no longer exists here, or has no id at the bank. */
export const resultOfNoPoll = (record: RemoteRecord): PollResult => ({
  ...record,
  nextPollAt: null,
  unchangedPollsBefore: record.unchangedPolls,
});

const scheduleUnchanged = (poll: EndedPoll, maxPauseMs: number): PollResult =>
  scheduleNext(poll, poll.payment.status, countUnchanged(poll), maxPauseMs);

const countUnchanged = ({ record, isInBackground }: EndedPoll): number =>
  record.unchangedPolls + (isInBackground ? 1 : 0);

function scheduleNext(
  { record, payment, at }: EndedPoll,
  status: PaymentStatus,
  unchangedPolls: number,
  maxPauseMs: number,
): PollResult {
  // When a PSU is sent to the bank, `pollEarlier` resets `unchangedPolls`, so even an old payment is then polled often for a few hours.
  const isPolledRarely =
    awaitsApproval(status) &&
    at - payment.createdAt > unapprovedPolling.afterMs &&
    unchangedPolls > unapprovedPolling.unchangedPolls;
  const pause = isPolledRarely
    ? unapprovedPolling.pauseMs
    : Math.min(pauseAfterUnchanged(unchangedPolls), maxPauseMs);
  const unchangedPollsBefore = record.unchangedPolls;
  return { ...record, unchangedPolls, unchangedPollsBefore, nextPollAt: isFinal(status) ? null : at + pause };
}
