/** What to store after a poll, and when to poll next. */
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import type { PollResult, RemoteRecord } from '../ports.ts';
import { pauseAfterUnchanged, pollPauses } from './pauses.ts';
import { unknownSinceOf } from './stale.ts';

/** The longest pause while the bank does not respond, so that this service soon notices when it responds again. */
const maxUnavailablePauseMs = 5 * 60_000;
/** After a day without approval a payment is polled only twice a day, and when a TPP reads it. */
const unapprovedPolling = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000 } as const;
/** A payment that the bank does not know is no longer polled after this time. */
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
  const unchanged = from === to ? poll.record.unchanged + 1 : 0;
  const input = { status: to, unchanged, maxPauseMs: pollPauses.last };
  return { ...scheduleNext(poll, input), reportedAt: poll.at, unansweredAt: null, unknownSince: null };
}

export const resultOfUnavailable = (poll: EndedPoll): PollResult => ({
  ...scheduleNext(poll, unchangedInput(poll, maxUnavailablePauseMs)),
  unansweredAt: poll.at,
});

export function resultOfUnknown(poll: EndedPoll): PollResult {
  const { record, at } = poll;
  const unknownSince = unknownSinceOf(record) ?? at;
  const result = {
    ...scheduleNext(poll, unchangedInput(poll, pollPauses.last)),
    unansweredAt: null,
    unknownSince,
  };
  return at - unknownSince < givenUpAfterMs ? result : { ...result, nextPollAt: null };
}

/** For a payment that cannot be polled: it is never polled again. */
export const resultOfNoPoll = (record: RemoteRecord): PollResult => ({
  ...record,
  nextPollAt: null,
  unchanged: 0,
});

interface ScheduleInput {
  readonly status: PaymentStatus;
  readonly unchanged: number;
  readonly maxPauseMs: number;
}

const unchangedInput = ({ record, payment }: EndedPoll, maxPauseMs: number): ScheduleInput => ({
  status: payment.status,
  unchanged: record.unchanged + 1,
  maxPauseMs,
});

function scheduleNext(
  { record, payment, at }: EndedPoll,
  { status, unchanged, maxPauseMs }: ScheduleInput,
): PollResult {
  const isOld = at - payment.createdAt > unapprovedPolling.afterMs;
  const pause =
    awaitsApproval(status) && isOld
      ? unapprovedPolling.pauseMs
      : Math.min(pauseAfterUnchanged(unchanged), maxPauseMs);
  return { ...record, unchanged, nextPollAt: isFinal(status) ? null : at + pause };
}
