/** What a report about a cancellation changes. Such a report is a camt.029, or a pain.002 about the cancellation request. */
import { isFinal, type PaymentStatus } from '../status.ts';
import * as codes from './codes.ts';
import {
  bulkStatusAfter,
  type EntryChange,
  type OrderProgress,
  outcomeOfEcho,
  type ReportOutcome,
  statusesIn,
} from './outcome.ts';
import type { OrderReport, ReportedStatus } from './report.ts';

export function outcomeOfCancellation(order: OrderProgress, report: OrderReport): ReportOutcome {
  const reportStatuses = statusesIn(report, order);
  const { entryStatuses, orderStatus, allStatuses, reportAlarm } = reportStatuses;
  const echoOutcome = outcomeOfEcho(order, reportStatuses);
  if (echoOutcome) return echoOutcome;
  const isSingle = order.settlement !== 'ENTRIES';
  const answers = (isSingle ? [order.status] : order.entries).map((from, index): CancellationAnswer => {
    const status = entryStatuses.get(index) ?? orderStatus;
    const meaning = status && (codes.cancellationOfCode.get(status.code) ?? null);
    return { from, status, meaning, isNamed: entryStatuses.has(index) };
  });
  const changes = answers.flatMap(({ from, meaning }, index): EntryChange[] =>
    meaning === 'CANCELLED' && !isFinal(from)
      ? [{ index, status: 'CANC', reason: 'cancelled by the bank' }]
      : [],
  );
  const singleStatus = changes.length > 0 ? 'CANC' : null;
  const to = isSingle ? singleStatus : bulkStatusAfter(order, changes);
  const unknownAnswer = allStatuses.find(({ code }) => !codes.cancellationOfCode.has(code));
  const unknownAnswerAlarm = unknownAnswer ? `the unknown answer ${unknownAnswer.code}` : null;
  const isOrderUnknown = orderStatus?.reason?.code === codes.orderUnknownCode;
  const unknownOrderAlarm = isOrderUnknown ? `${orderStatus.code} ${codes.orderUnknownCode}` : null;
  return {
    to,
    reason: cancellationText(to, answers),
    fundsAvailable: null,
    entryChanges: isSingle ? [] : changes,
    alarm: unknownAnswerAlarm ?? unknownOrderAlarm ?? tooLateAlarm(order, answers) ?? reportAlarm,
    mustAsk: false,
    cancellationAnswer: unknownAnswer ? null : joinAnswers(answers),
  };
}

interface CancellationAnswer {
  /** The status before the report. */
  readonly from: PaymentStatus;
  readonly status: ReportedStatus | null;
  /** null: the report has no status, or an unknown code. */
  readonly meaning: codes.CancellationMeaning | null;
  /** false: the report names no status of this entry, so `status` is that of the order. */
  readonly isNamed: boolean;
}

/**
 * The bank is too late if it cancels a named entry after the entry has ended in another way, or a whole order after all entries have ended
 * in another way.
 */
function tooLateAlarm(order: OrderProgress, answers: readonly CancellationAnswer[]): string | null {
  const cancellations = answers.filter(({ meaning }) => meaning === 'CANCELLED');
  const lateCancellations = cancellations.filter(({ from }) => isFinal(from) && from !== 'CANC');
  const namedEntry = lateCancellations.find(({ isNamed }) => isNamed);
  if (namedEntry) return `cancelled after ${namedEntry.from}`;
  const areAllLate = lateCancellations.length > 0 && lateCancellations.length === cancellations.length;
  return areAllLate ? `cancelled after ${order.status}` : null;
}

function joinAnswers(answers: readonly CancellationAnswer[]): ReportOutcome['cancellationAnswer'] {
  if (answers.some(({ meaning }) => meaning === 'PENDING')) return 'PENDING';
  return answers.some(({ meaning }) => meaning !== null) ? 'FINAL' : null;
}

function cancellationText(to: PaymentStatus | null, answers: readonly CancellationAnswer[]): string {
  const meanings = new Set(answers.map(({ meaning }) => meaning));
  const hasCancelledSome = meanings.has('CANCELLED') || meanings.has('PARTLY');
  if (to === 'CANC' || answers.every(({ meaning }) => meaning === 'CANCELLED'))
    return 'cancelled by the bank';
  if (answers.length > 1 && hasCancelledSome) return 'the bank cancelled some entries';
  if (meanings.has('PENDING')) return 'the bank has not decided on the cancellation';
  const bankText = answers.map(({ status }) => codes.reasonText(status)).find((text) => text !== null);
  return bankText === undefined
    ? 'the bank did not cancel the payment'
    : `the bank did not cancel the payment: ${bankText}`;
}
