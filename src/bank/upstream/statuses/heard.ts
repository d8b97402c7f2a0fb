/** What is stored of a question for the status of a payment: what came of it, and when the bank is asked again. */
import { awaitsApproval, isFinal, type PaymentStatus } from '../../../domain/payments/status.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import type { HeardStatus, RemoteRecord } from '../ports.ts';
import { nextPause, pauses } from './pauses.ts';
import { unknownSinceOf } from './stale.ts';
import type { Taken } from './take.ts';

/** While the bank does not answer the pause is no longer than this, so that its return is noticed. */
const awayPauseMs = 5 * 60_000;
/** What nobody has approved within a day is asked for twice a day, and whenever somebody reads it. */
const abandoned = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000 } as const;
/** A payment that the bank does not know for so long is not asked for any more. */
export const givenUpAfterMs = 24 * 3_600_000;

/** A question that has ended. */
export interface EndedQuestion {
  readonly record: RemoteRecord;
  readonly payment: PaymentHead;
  /** When it ended, epoch milliseconds. */
  readonly at: number;
}

/** The bank has told the status. */
export function statusTold(question: EndedQuestion, { from, status }: Taken): HeardStatus {
  const unchanged = status === from ? question.record.unchanged + 1 : 0;
  const after = { status, unchanged, pauseAtMost: pauses.last };
  return { ...next(question, after), heardAt: question.at, unansweredAt: null, unknownSince: null };
}

/** The bank has not answered. */
export const notAnswered = (question: EndedQuestion): HeardStatus => ({
  ...next(question, unmoved(question, awayPauseMs)),
  unansweredAt: question.at,
});

/** The bank has answered that it does not know the payment. */
export function paymentUnknown(question: EndedQuestion): HeardStatus {
  const { record, at } = question;
  const unknownSince = unknownSinceOf(record) ?? at;
  const heard = { ...next(question, unmoved(question, pauses.last)), unansweredAt: null, unknownSince };
  return at - unknownSince < givenUpAfterMs ? heard : { ...heard, askAt: null };
}

/** There is nothing to ask for. */
export const neverAgain = (record: RemoteRecord): HeardStatus => ({ ...record, askAt: null, unchanged: 0 });

interface After {
  readonly status: PaymentStatus;
  readonly unchanged: number;
  readonly pauseAtMost: number;
}

const unmoved = ({ record, payment }: EndedQuestion, pauseAtMost: number): After => ({
  status: payment.status,
  unchanged: record.unchanged + 1,
  pauseAtMost,
});

function next(
  { record, payment, at }: EndedQuestion,
  { status, unchanged, pauseAtMost }: After,
): HeardStatus {
  const isOld = at - payment.createdAt > abandoned.afterMs;
  const pause =
    awaitsApproval(status) && isOld ? abandoned.pauseMs : Math.min(nextPause(unchanged), pauseAtMost);
  return { ...record, unchanged, askAt: isFinal(status) ? null : at + pause };
}
