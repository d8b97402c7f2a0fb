/** What a report changes. Reports may come late, twice or out of sequence, which is safe because a status never moves back. */
import { isFinal, isForwardMove, type PaymentStatus, type Settlement } from '../status.ts';
import * as codes from './codes.ts';
import { commonStatus, inheritReason } from './join.ts';
import type { EntryFinder, OrderReport, ReportedStatus } from './report.ts';

/** The state of the order, read under the lock of the payment. */
export interface OrderProgress {
  /** BATCH, not SCHEDULE, for an execution of a periodic payment, because each execution is an order of its own. */
  readonly settlement: Settlement;
  readonly status: PaymentStatus;
  /** The statuses of the entries of a bulk payment: PDNG until a report names the entry. Empty for other payments. */
  readonly entries: readonly PaymentStatus[];
  readonly findEntry: EntryFinder;
  /** true: this service asked the bank about an order that may have arrived twice, and the report is the answer. */
  readonly answersQuery: boolean;
}

export interface EntryChange {
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
  /** For the log, so it has fixed words and codes of the report, but no other words of the bank. null: no alarm. */
  readonly alarm: string | null;
  /** true: the report changes no status, and the service must ask the bank about the order. */
  readonly mustAsk: boolean;
  /** FINAL: cancelled, or refused. PENDING: not decided. null: the report does not answer a cancellation. */
  readonly cancellationAnswer: 'FINAL' | 'PENDING' | null;
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
export function outcomeOfEcho(order: OrderProgress, reportStatuses: ReportStatuses): ReportOutcome | null {
  const echo = echoIn(reportStatuses, order);
  if (echo === null) return null;
  // The answer does not say that the ids were used, so it rejects the order as a duplicate of another payment.
  if (order.answersQuery && !saysIdsWereUsed(echo)) return null;
  return {
    to: null,
    reason: 'the bank already has this order',
    fundsAvailable: null,
    entryChanges: [],
    alarm: order.answersQuery ? `${echo.code} ${echo.reason?.code}` : null,
    mustAsk: !order.answersQuery && !isFinal(order.status),
    cancellationAnswer: null,
  };
}

interface ReportStatuses {
  readonly orderStatus: ReportedStatus | null;
  /** By the index of the entry. */
  readonly entryStatuses: ReadonlyMap<number, ReportedStatus>;
  /** The status that the report itself gives the order, and then those of the entries. */
  readonly allStatuses: readonly ReportedStatus[];
  readonly reportAlarm: string | null;
}

/** The order of a single payment has one entry. If the report has a status of this entry, this is also the status of the order. */
export function statusesIn(
  { status, entries }: OrderReport,
  { findEntry, settlement }: OrderProgress,
): ReportStatuses {
  const statusesByEntry = new Map<number, ReportedStatus[]>();
  let unknownEntryAlarm: string | null = null;
  for (const entry of entries) {
    const index = findEntry(entry.ids);
    if (index === null) unknownEntryAlarm = 'an entry that the order does not have';
    else
      statusesByEntry.set(index, [
        ...(statusesByEntry.get(index) ?? []),
        inheritReason(entry.status, status),
      ]);
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

/** The new status of a bulk payment after changes of its entries. null: it does not change. */
export function bulkStatusAfter(
  { entries, status }: OrderProgress,
  changes: readonly EntryChange[],
): PaymentStatus | null {
  const newEntries = [...entries];
  for (const change of changes) newEntries[change.index] = change.status;
  const to = statusOfEntries(newEntries);
  return isForwardMove('ENTRIES', status, to) ? to : null;
}

/** The open statuses before ACWP, in the order of progress. The status of an entry begins with PDNG, and is never RCVD or ACTC. */
const unsettledEntryStatuses = ['PDNG', 'ACCP', 'ACWC', 'ACSP'] as const;

/** The status of a bulk payment with these statuses of its entries. */
export function statusOfEntries(entries: readonly PaymentStatus[]): PaymentStatus {
  const hasUnbooked = entries.includes('ACWP');
  const hasSettled = entries.includes('ACSC');
  const furthestBehind = unsettledEntryStatuses.find((status) => entries.includes(status));
  if (furthestBehind !== undefined) return hasSettled || hasUnbooked ? 'PRSY' : furthestBehind;
  if (hasUnbooked) return 'ACWP';
  if (hasSettled) return entries.every((status) => status === 'ACSC') ? 'ACSC' : 'PART';
  return entries.includes('RJCT') ? 'RJCT' : 'CANC';
}

function messageFaultAlarm(statuses: readonly ReportedStatus[]): string | null {
  const fault = statuses.find(({ reason }) => codes.messageFaultReasons.has(reason?.code ?? ''));
  return fault ? `${fault.code} ${fault.reason?.code}` : null;
}
