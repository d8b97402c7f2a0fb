/** Joins what a report says in several places about one order, or about one entry. */
import { duplicates } from './codes.ts';
import type { ReportedReason, ReportedStatus } from './report.ts';

/** Statuses that differ become one unknown status, such as `ACSC/RJCT`: it changes no payment, and an operator sees it. */
export function commonStatus(statuses: readonly ReportedStatus[]): ReportedStatus | null {
  const [first] = statuses;
  if (first === undefined) return null;
  const codes = new Set(statuses.map(({ code }) => code));
  if (codes.size > 1) return { code: [...codes].join('/'), reason: null };
  return { code: first.code, reason: joinReasons(statuses.flatMap(({ reason }) => reason ?? [])) };
}

/** A status without a reason has the reason of the whole, if the whole has the same status. */
export const withReasonOf = (whole: ReportedStatus | null, status: ReportedStatus): ReportedStatus =>
  status.reason === null && whole?.code === status.code ? whole : status;

/** Keeps all texts and one code: a duplicate before any other, because it may be an echo and no rejection. */
export function joinReasons(reasons: readonly ReportedReason[]): ReportedReason | null {
  if (reasons.length === 0) return null;
  const codes = reasons.flatMap(({ code }) => code ?? []);
  const texts = new Set(reasons.map(({ text }) => text).filter((text) => text !== ''));
  return { code: codes.find((code) => duplicates.has(code)) ?? codes[0] ?? null, text: [...texts].join(' ') };
}
