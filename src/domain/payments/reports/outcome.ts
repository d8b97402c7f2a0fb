/**
 * What a report changes: pure. Reports come late, twice, out of order or after the end; a status moves on and never back, so
 * that the same reports come to the same whatever their order.
 */
import { isFinal, mayBeReported, type PaymentStatus, type Settlement } from '../status.ts';
import * as codes from './codes.ts';
import type { EntryFinder, OrderReport, ReportedStatus } from './report.ts';

/** How the payment of an order stands when a report is taken, under its lock. */
export interface OrderNow {
  /** Of an execution of a standing order: BATCH, for the order is a single one and the plan decides on the payment. */
  readonly settlement: Settlement;
  readonly status: PaymentStatus;
  /** What each entry of a bulk payment has come to, PDNG where nothing has been reported; empty for any other. */
  readonly entries: readonly PaymentStatus[];
  readonly find: EntryFinder;
  /** The report is the answer to the question how the order stands, which is asked when it may have come twice. */
  readonly isAnswer: boolean;
}

export interface EntryChange {
  readonly index: number;
  readonly status: PaymentStatus;
  readonly reason: string;
}

export interface ReportOutcome {
  /** null: the status stays as it is. */
  readonly to: PaymentStatus | null;
  /** For the history; it may hold words of the bank. */
  readonly reason: string;
  /** null: the report does not say. */
  readonly fundsAvailable: boolean | null;
  readonly entries: readonly EntryChange[];
  /** Why somebody has to look, for log and metric: codes alone. null: nobody has to. */
  readonly alarm: string | null;
  /** The bank must be asked how the order stands before anything is believed. */
  readonly ask: boolean;
  /** Whether the bank has decided on a request to cancel, which the history says; null: this is about no request. */
  readonly decision: 'MADE' | 'PENDING' | null;
}

/** What of a single status comes: the next status or null, and an alarm or null. */
interface ReportStep {
  readonly to: PaymentStatus | null;
  readonly alarm: string | null;
}

const nothing: ReportStep = { to: null, alarm: null };

/** What a pain.002 changes. */
export function outcomeOfPayment(now: OrderNow, report: OrderReport): ReportOutcome {
  const { entries, strangers } = located(now, report);
  const all = [report.status, ...entries.values()].filter((one) => one !== null);
  const ofOrder = now.settlement === 'ENTRIES' ? report.status : (entries.get(0) ?? report.status);
  const echo = ofOrder && echoed(now, ofOrder);
  if (echo) return echo;
  const changes = now.settlement === 'ENTRIES' ? entrySteps(now, report.status, entries) : null;
  const single = changes === null && ofOrder !== null ? step(now.settlement, now.status, ofOrder) : nothing;
  const to = changes === null ? single.to : statusAfter(now, changes.changes);
  return {
    to,
    reason: reasonOf(to, ofOrder ?? all[0] ?? null),
    fundsAvailable: isFinal(now.status) ? null : fundsIn(all),
    entries: changes?.changes ?? [],
    alarm: single.alarm ?? changes?.alarm ?? strangers ?? faultIn(all),
    ask: false,
    decision: null,
  };
}

const unchanged = (reason: string): ReportOutcome => ({
  to: null,
  reason,
  fundsAvailable: null,
  entries: [],
  alarm: null,
  ask: false,
  decision: null,
});

/** A rejection that may be no more than the echo of an order sent again. */
const isEcho = ({ code, reason }: ReportedStatus): boolean =>
  code === 'RJCT' && reason !== null && codes.duplicates.has(reason.code ?? '');

/** What an echo changes: nothing, but the bank is asked, or has said so again. null: it is none. */
function echoed(now: OrderNow, status: ReportedStatus): ReportOutcome | null {
  if (!isEcho(status)) return null;
  const { code } = status.reason ?? {};
  if (!now.isAnswer) return { ...unchanged('the bank already has this order'), ask: !isFinal(now.status) };
  if (!code || !codes.knownOrder.has(code)) return null;
  return { ...unchanged('the bank already has this order'), alarm: `${status.code} ${code}` };
}

/** The reported entries by index; `strangers` says that some are of no entry, which moves none. */
function located({ find }: OrderNow, { entries }: OrderReport) {
  const byIndex = new Map<number, ReportedStatus>();
  let strangers: string | null = null;
  for (const { names, status } of entries) {
    const index = find(names);
    if (index === null) strangers = 'an entry that the order does not have';
    else byIndex.set(index, status);
  }
  return { entries: byIndex, strangers };
}

/** How a reported status moves another: on, and never back or out of an end. */
function step(settlement: Settlement, from: PaymentStatus, { code }: ReportedStatus): ReportStep {
  const to = codes.statusOfCode.get(code);
  if (to === undefined) return { to: null, alarm: `the unknown status ${code}` };
  if (to === from) return nothing;
  if (mayBeReported(settlement, from, to)) return { to, alarm: null };
  return isFinal(from) && isFinal(to) ? { to: null, alarm: `${code} after ${from}` } : nothing;
}

/** What every entry comes to: by its own status, else by that of the order where it speaks for all. */
function entrySteps(now: OrderNow, ofOrder: ReportedStatus | null, own: ReadonlyMap<number, ReportedStatus>) {
  const forAll = ofOrder?.code === codes.partially ? null : ofOrder;
  let alarm: string | null = null;
  const changes = now.entries.flatMap((from, index): EntryChange[] => {
    const status = own.get(index) ?? forAll;
    if (status === null) return [];
    const move = step('BATCH', from, status);
    alarm ??= move.alarm;
    return move.to === null ? [] : [{ index, status: move.to, reason: reasonOf(move.to, status) }];
  });
  return { changes, alarm };
}

/** The status of a bulk payment after changes of its entries; null: as it was. */
function statusAfter({ entries, status }: OrderNow, changes: readonly EntryChange[]): PaymentStatus | null {
  const next = [...entries];
  for (const change of changes) next[change.index] = change.status;
  const to = statusOfEntries(next);
  return to !== status && mayBeReported('ENTRIES', status, to) ? to : null;
}

/** Not carried out and not final, the least advanced first. */
const openStatuses = ['PDNG', 'ACCP', 'ACWC', 'ACSP'] as const;

/** The status of a bulk payment as its entries decide it. */
export function statusOfEntries(entries: readonly PaymentStatus[]): PaymentStatus {
  const unbooked = entries.includes('ACWP');
  const hasSettled = entries.includes('ACSC');
  const open = openStatuses.find((status) => entries.includes(status));
  if (open !== undefined) return hasSettled || unbooked ? 'PRSY' : open;
  if (unbooked) return 'ACWP';
  if (hasSettled) return entries.every((status) => status === 'ACSC') ? 'ACSC' : 'PART';
  return entries.includes('RJCT') ? 'RJCT' : 'CANC';
}

function fundsIn(statuses: readonly ReportedStatus[]): boolean | null {
  if (statuses.some(({ reason }) => reason?.code === codes.fundsMissing)) return false;
  return statuses.some(({ code }) => code === codes.fundsChecked) ? true : null;
}

/** The bank has rejected what we wrote. */
function faultIn(statuses: readonly ReportedStatus[]): string | null {
  const fault = statuses.find(({ reason }) => codes.ourFault.has(reason?.code ?? ''));
  return fault ? `${fault.code} ${fault.reason?.code}` : null;
}

function reasonOf(to: PaymentStatus | null, report: ReportedStatus | null): string {
  const words = report && reasonText(report);
  if (words !== null) return words;
  return to === null ? 'reported by the bank, without a change' : 'reported by the bank';
}

const reasonText = ({ reason }: ReportedStatus): string | null => codes.reasonText(reason);

/** What the answer to the request to cancel the order changes: a camt.029, or a pain.002 about the request. */
export function outcomeOfCancellation(now: OrderNow, report: OrderReport): ReportOutcome {
  const { entries: own, strangers } = located(now, report);
  const single = now.settlement !== 'ENTRIES';
  const answer = single ? (own.get(0) ?? report.status) : report.status;
  const echo = answer && echoed(now, answer);
  if (echo) return echo;
  const meaning = answer === null ? undefined : codes.cancellationOfCode.get(answer.code);
  const unknown = answer !== null && meaning === undefined ? `the unknown answer ${answer.code}` : null;
  const all = [report.status, ...own.values()].filter((one) => one !== null);
  const lost = answer?.reason?.code === codes.neverHad ? `${answer.code} ${codes.neverHad}` : null;
  const changes = single ? [] : cancelledEntries(now, meaning === 'CANCELLED', own);
  const to = single
    ? meaning === 'CANCELLED' && mayBeReported(now.settlement, now.status, 'CANC')
      ? 'CANC'
      : null
    : statusAfter(now, changes);
  const tooLate = single && meaning === 'CANCELLED' && to === null && now.status !== 'CANC';
  return {
    ...unchanged(cancellationText(meaning, answer)),
    to,
    entries: changes,
    decision: unknown === null ? (meaning === 'PENDING' ? 'PENDING' : 'MADE') : null,
    alarm: unknown ?? lost ?? (tooLate ? `cancelled after ${now.status}` : strangers) ?? faultIn(all),
  };
}

/** Entries that are open and were cancelled, by their own answer or by the one for all. */
function cancelledEntries(
  now: OrderNow,
  forAll: boolean,
  own: ReadonlyMap<number, ReportedStatus>,
): readonly EntryChange[] {
  return now.entries.flatMap((from, index): EntryChange[] => {
    const answer = own.get(index);
    const cancelled = answer ? codes.cancellationOfCode.get(answer.code) === 'CANCELLED' : forAll;
    return cancelled && mayBeReported('BATCH', from, 'CANC')
      ? [{ index, status: 'CANC', reason: 'cancelled by the bank' }]
      : [];
  });
}

function cancellationText(meaning: string | undefined, answer: ReportedStatus | null): string {
  if (meaning === 'CANCELLED') return 'cancelled by the bank';
  if (meaning === 'PENDING') return 'the bank has not decided on the cancellation';
  const words = answer && reasonText(answer);
  return words === null ? 'the bank did not cancel it' : `the bank did not cancel it: ${words}`;
}
