/** What is stored of a poll for the status of a payment: its result, and when the next one is due. */
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import type { HeardStatus, RemoteRecord } from '../ports.ts';
import { nextPause, pauses } from './pauses.ts';
import { unknownSinceOf } from './stale.ts';

/** While the bank does not answer the pause is no longer than this, so that its return is noticed. */
const awayPauseMs = 5 * 60_000;
/** What nobody has approved within a day is polled twice a day, and whenever somebody reads it. */
const abandoned = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000 } as const;
/** A payment that the bank does not know for so long is not polled any more. */
export const givenUpAfterMs = 24 * 3_600_000;

export interface EndedPoll {
  readonly record: RemoteRecord;
  readonly payment: PaymentHead;
  /** When it ended, epoch milliseconds. */
  readonly at: number;
}

/** The bank has reported a status, which moved the payment or not. */
export function statusReported(
  poll: EndedPoll,
  { from, to }: Readonly<Record<'from' | 'to', PaymentStatus>>,
): HeardStatus {
  const unchanged = from === to ? poll.record.unchanged + 1 : 0;
  const after = { status: to, unchanged, pauseAtMost: pauses.last };
  return { ...next(poll, after), heardAt: poll.at, unansweredAt: null, unknownSince: null };
}

/** The bank has not answered. */
export const bankUnavailable = (poll: EndedPoll): HeardStatus => ({
  ...next(poll, unmoved(poll, awayPauseMs)),
  unansweredAt: poll.at,
});

/** The bank has answered that it does not know the payment. */
export function paymentUnknown(poll: EndedPoll): HeardStatus {
  const { record, at } = poll;
  const unknownSince = unknownSinceOf(record) ?? at;
  const heardStatus = { ...next(poll, unmoved(poll, pauses.last)), unansweredAt: null, unknownSince };
  return at - unknownSince < givenUpAfterMs ? heardStatus : { ...heardStatus, askAt: null };
}

/** There is nothing to poll for. */
export const lastPoll = (record: RemoteRecord): HeardStatus => ({ ...record, askAt: null, unchanged: 0 });

interface After {
  readonly status: PaymentStatus;
  readonly unchanged: number;
  readonly pauseAtMost: number;
}

const unmoved = ({ record, payment }: EndedPoll, pauseAtMost: number): After => ({
  status: payment.status,
  unchanged: record.unchanged + 1,
  pauseAtMost,
});

function next({ record, payment, at }: EndedPoll, { status, unchanged, pauseAtMost }: After): HeardStatus {
  const isOld = at - payment.createdAt > abandoned.afterMs;
  const pause =
    awaitsApproval(status) && isOld ? abandoned.pauseMs : Math.min(nextPause(unchanged), pauseAtMost);
  return { ...record, unchanged, askAt: isFinal(status) ? null : at + pause };
}
