/** What a report about a payment order (pain.002) changes. */
import { isFinal, isForwardMove, type PaymentStatus, type Settlement } from '../status.ts';
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
    // If the report is only about entries, the history of the payment shows the reason of the first entry.
    reason: reasonOf(to, orderStatus ?? allStatuses[0] ?? null),
    fundsAvailable: isFinal(order.status) ? null : fundsIn(allStatuses, to),
    entryChanges,
    alarm: alarm ?? reportAlarm,
    mustAsk: false,
    cancellationAnswer: null,
  };
}

interface ReportMove {
  readonly to: PaymentStatus | null;
  readonly alarm: string | null;
}

const noMove: ReportMove = { to: null, alarm: null };

function moveOf(settlement: Settlement, from: PaymentStatus, status: ReportedStatus | null): ReportMove {
  if (status === null) return noMove;
  const { code } = status;
  const to = codes.statusOfCode.get(code);
  if (to === undefined) return { to: null, alarm: `the unknown status ${code}` };
  if (to === from) return noMove;
  if (isForwardMove(settlement, from, to)) return { to, alarm: null };
  return isFinal(from) && isFinal(to) ? { to: null, alarm: `${code} after ${from}` } : noMove;
}

/**
 * An entry without a status in the report gets the status of the order, unless that status is mixed.
 * An entry is one transfer, so it moves like a single payment of a batch run (BATCH).
 */
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
  return { to: bulkStatusAfter(order, entryChanges), alarm, entryChanges };
}

function fundsIn(statuses: readonly ReportedStatus[], to: PaymentStatus | null): boolean | null {
  if (statuses.some(({ reason }) => reason?.code === codes.fundsMissingCode)) return false;
  // A payment that is settled had its funds, even if an earlier report said that funds were missing.
  const hadFunds = to === 'ACSC' || statuses.some(({ code }) => code === codes.fundsCheckedCode);
  return hadFunds ? true : null;
}

function reasonOf(to: PaymentStatus | null, status: ReportedStatus | null): string {
  const bankText = codes.reasonText(status);
  if (bankText !== null) return bankText;
  return to === null ? 'reported by the bank, without a change' : 'reported by the bank';
}
