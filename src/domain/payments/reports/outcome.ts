/** Reports may come late, twice or out of order. A status never moves back, so their order does not matter. */
import { isFinal, isForwardMove, type PaymentStatus, type Settlement } from '../status.ts';
import * as codes from './codes.ts';
import { commonStatus, withReasonOf } from './join.ts';
import type { EntryFinder, OrderReport, ReportedStatus } from './report.ts';

/** The state of the order, read under the lock of the payment. */
export interface OrderProgress {
  /** An execution of a periodic payment also has BATCH. */
  readonly settlement: Settlement;
  readonly status: PaymentStatus;
  /** The statuses of the entries of a bulk payment: PDNG until a report names the entry. Empty for other payments. */
  readonly entries: readonly PaymentStatus[];
  readonly findEntry: EntryFinder;
  /** true: this service asked the bank about an order that may have arrived twice, and the report is the answer. */
  readonly isAnswer: boolean;
}

interface EntryChange {
  readonly index: number;
  readonly status: PaymentStatus;
  readonly reason: string;
}

export interface ReportOutcome {
  /** null: the status does not change. */
  readonly to: PaymentStatus | null;
  /** For the history. It may contain words of the bank. */
  readonly reason: string;
  /** null: no change. */
  readonly fundsAvailable: boolean | null;
  readonly entryChanges: readonly EntryChange[];
  /** For log and metric. It contains only codes. */
  readonly alarm: string | null;
  /** true: the report changes no status, and the service must ask the bank about the order. */
  readonly mustAsk: boolean;
  /** FINAL: cancelled, or refused. PENDING: not decided. null: the report does not answer a cancellation. */
  readonly cancellationAnswer: 'FINAL' | 'PENDING' | null;
}

interface ReportMove {
  readonly to: PaymentStatus | null;
  readonly alarm: string | null;
}

const noMove: ReportMove = { to: null, alarm: null };

/** The report is a pain.002 about the payment order. */
export function outcomeOfPayment(order: OrderProgress, report: OrderReport): ReportOutcome {
  const reportStatuses = statusesIn(report, order);
  const { entryStatuses, orderStatus, allStatuses, reportAlarm } = reportStatuses;
  const echoOutcome = outcomeOfEcho(order, reportStatuses);
  if (echoOutcome) return echoOutcome;
  const { to, alarm, entryChanges } =
    order.settlement === 'ENTRIES'
      ? moveOfEntries(order, orderStatus, entryStatuses)
      : { ...moveOf(order.settlement, order.status, orderStatus), entryChanges: [] };
  return {
    to,
    reason: reasonOf(to, orderStatus ?? allStatuses[0] ?? null),
    fundsAvailable: isFinal(order.status) ? null : fundsIn(allStatuses, to),
    entryChanges,
    alarm: alarm ?? reportAlarm,
    mustAsk: false,
    cancellationAnswer: null,
  };
}

/** An echo rejects the second copy of an order that the bank already has. */
const isEcho = ({ code, reason }: ReportedStatus): boolean =>
  code === 'RJCT' && reason !== null && codes.duplicateReasons.has(reason.code ?? '');

const saysIdsWereUsed = ({ reason }: ReportedStatus): boolean => codes.usedIdReasons.has(reason?.code ?? '');

/** An echo that rejects the whole order. null: there is none. */
function echoIn(
  { orderStatus, entryStatuses }: ReportStatuses,
  { entries }: OrderProgress,
): ReportedStatus | null {
  if (orderStatus && isEcho(orderStatus)) return orderStatus;
  const statuses = [...entryStatuses.values()];
  const concernsAllEntries = orderStatus?.code === 'RJCT' || statuses.length === entries.length;
  if (!concernsAllEntries || !statuses.every(isEcho)) return null;
  return statuses.find(saysIdsWereUsed) ?? statuses[0] ?? null;
}

/** After an echo the service asks the bank about the order. It raises an alarm if the answer again says that the ids were used. */
function outcomeOfEcho(order: OrderProgress, reportStatuses: ReportStatuses): ReportOutcome | null {
  const echo = echoIn(reportStatuses, order);
  if (echo === null) return null;
  // If the answer does not say that the ids were used, the bank rejects the order as a duplicate of another payment.
  if (order.isAnswer && !saysIdsWereUsed(echo)) return null;
  return {
    to: null,
    reason: 'the bank already has this order',
    fundsAvailable: null,
    entryChanges: [],
    alarm: order.isAnswer ? `${echo.code} ${echo.reason?.code}` : null,
    mustAsk: !order.isAnswer && !isFinal(order.status),
    cancellationAnswer: null,
  };
}

interface ReportStatuses {
  readonly orderStatus: ReportedStatus | null;
  /** By the index of the entry. */
  readonly entryStatuses: ReadonlyMap<number, ReportedStatus>;
  readonly allStatuses: readonly ReportedStatus[];
  readonly reportAlarm: string | null;
}

/** The order of a single payment has one entry. If the report has a status of this entry, this is also the status of the order. */
function statusesIn(
  { status, entries }: OrderReport,
  { findEntry, settlement }: OrderProgress,
): ReportStatuses {
  const statusesByEntry = new Map<number, ReportedStatus[]>();
  let unknownEntryAlarm: string | null = null;
  for (const entry of entries) {
    const index = findEntry(entry.ids);
    if (index === null) unknownEntryAlarm = 'an entry that the order does not have';
    else
      statusesByEntry.set(index, [...(statusesByEntry.get(index) ?? []), withReasonOf(status, entry.status)]);
  }
  const entryStatuses = new Map<number, ReportedStatus>();
  for (const [index, statuses] of statusesByEntry) {
    const entryStatus = commonStatus(statuses);
    if (entryStatus !== null) entryStatuses.set(index, entryStatus);
  }
  const orderStatus = settlement === 'ENTRIES' ? status : (entryStatuses.get(0) ?? status);
  const allStatuses = [status, ...entryStatuses.values()].filter((reported) => reported !== null);
  const reportAlarm = unknownEntryAlarm ?? messageFaultAlarm(allStatuses);
  return { entryStatuses, orderStatus, allStatuses, reportAlarm };
}

function moveOf(settlement: Settlement, from: PaymentStatus, status: ReportedStatus | null): ReportMove {
  if (status === null) return noMove;
  const { code } = status;
  const to = codes.statusOfCode.get(code);
  if (to === undefined) return { to: null, alarm: `the unknown status ${code}` };
  if (to === from) return noMove;
  if (isForwardMove(settlement, from, to)) return { to, alarm: null };
  return isFinal(from) && isFinal(to) ? { to: null, alarm: `${code} after ${from}` } : noMove;
}

/** An entry without a status in the report gets the status of the order, unless that status is mixed. */
function moveOfEntries(
  order: OrderProgress,
  orderStatus: ReportedStatus | null,
  entryStatuses: ReadonlyMap<number, ReportedStatus>,
) {
  const statusForAll = orderStatus?.code === codes.mixedStatus ? null : orderStatus;
  let alarm: string | null = null;
  const entryChanges = order.entries.flatMap((from, index): EntryChange[] => {
    const status = entryStatuses.get(index) ?? statusForAll;
    const entryMove = moveOf('BATCH', from, status);
    alarm ??= entryMove.alarm;
    const { to } = entryMove;
    return to === null ? [] : [{ index, status: to, reason: reasonOf(to, status) }];
  });
  return { to: statusAfter(order, entryChanges), alarm, entryChanges };
}

function statusAfter(
  { entries, status }: OrderProgress,
  changes: readonly EntryChange[],
): PaymentStatus | null {
  const newEntries = [...entries];
  for (const change of changes) newEntries[change.index] = change.status;
  const to = statusOfEntries(newEntries);
  return isForwardMove('ENTRIES', status, to) ? to : null;
}

/** In the order of progress, so that the first match is the entry that is furthest behind. */
const openStatuses = ['PDNG', 'ACCP', 'ACWC', 'ACSP'] as const;

export function statusOfEntries(entries: readonly PaymentStatus[]): PaymentStatus {
  const hasUnbooked = entries.includes('ACWP');
  const hasSettled = entries.includes('ACSC');
  const open = openStatuses.find((status) => entries.includes(status));
  if (open !== undefined) return hasSettled || hasUnbooked ? 'PRSY' : open;
  if (hasUnbooked) return 'ACWP';
  if (hasSettled) return entries.every((status) => status === 'ACSC') ? 'ACSC' : 'PART';
  return entries.includes('RJCT') ? 'RJCT' : 'CANC';
}

function fundsIn(statuses: readonly ReportedStatus[], to: PaymentStatus | null): boolean | null {
  if (statuses.some(({ reason }) => reason?.code === codes.fundsMissingCode)) return false;
  // A payment that is settled had its funds, even if an earlier report said that funds were missing.
  const hadFunds = to === 'ACSC' || statuses.some(({ code }) => code === codes.fundsCheckedCode);
  return hadFunds ? true : null;
}

function messageFaultAlarm(statuses: readonly ReportedStatus[]): string | null {
  const fault = statuses.find(({ reason }) => codes.messageFaultReasons.has(reason?.code ?? ''));
  return fault ? `${fault.code} ${fault.reason?.code}` : null;
}

function reasonOf(to: PaymentStatus | null, status: ReportedStatus | null): string {
  const bankText = codes.reasonText(status);
  if (bankText !== null) return bankText;
  return to === null ? 'reported by the bank, without a change' : 'reported by the bank';
}

/** The report is a camt.029, or a pain.002 about the cancellation request. */
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
    meaning === 'CANCELLED' && isForwardMove('BATCH', from, 'CANC')
      ? [{ index, status: 'CANC', reason: 'cancelled by the bank' }]
      : [],
  );
  const singleStatus = changes.length > 0 ? 'CANC' : null;
  const to = isSingle ? singleStatus : statusAfter(order, changes);
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

/** The bank is too late if it cancels a named entry that has ended, or a whole order of which all entries have ended. */
function tooLateAlarm(order: OrderProgress, answers: readonly CancellationAnswer[]): string | null {
  const cancellations = answers.filter(({ meaning }) => meaning === 'CANCELLED');
  const lateOnes = cancellations.filter(({ from }) => isFinal(from) && from !== 'CANC');
  const namedEntry = lateOnes.find(({ isNamed }) => isNamed);
  if (namedEntry) return `cancelled after ${namedEntry.from}`;
  const areAllLate = lateOnes.length > 0 && lateOnes.length === cancellations.length;
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
