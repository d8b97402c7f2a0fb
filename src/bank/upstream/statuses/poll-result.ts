import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import type { HeardStatus, RemoteRecord } from '../ports.ts';
import { nextPause, pauses } from './pauses.ts';
import { unknownSinceOf } from './stale.ts';

/** The longest pause while the bank is unreachable, so that its return is noticed. */
const awayPauseMs = 5 * 60_000;
/** Payments without approval for a day are polled twice a day, and whenever they are read. */
const abandoned = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000 } as const;
/** After this time, polling of a payment that the bank does not know stops. */
export const givenUpAfterMs = 24 * 3_600_000;

export interface EndedPoll {
  readonly record: RemoteRecord;
  readonly payment: PaymentHead;
  /** Epoch milliseconds of its end. */
  readonly at: number;
}

export function statusReported(
  poll: EndedPoll,
  { from, to }: Readonly<Record<'from' | 'to', PaymentStatus>>,
): HeardStatus {
  const unchanged = from === to ? poll.record.unchanged + 1 : 0;
  const after = { status: to, unchanged, pauseAtMost: pauses.last };
  return { ...next(poll, after), heardAt: poll.at, unansweredAt: null, unknownSince: null };
}

export const bankUnavailable = (poll: EndedPoll): HeardStatus => ({
  ...next(poll, unmoved(poll, awayPauseMs)),
  unansweredAt: poll.at,
});

export function paymentUnknown(poll: EndedPoll): HeardStatus {
  const { record, at } = poll;
  const unknownSince = unknownSinceOf(record) ?? at;
  const heardStatus = { ...next(poll, unmoved(poll, pauses.last)), unansweredAt: null, unknownSince };
  return at - unknownSince < givenUpAfterMs ? heardStatus : { ...heardStatus, askAt: null };
}

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
