/** Joins what a report says in several places about one order or entry. */
import { duplicateReasons } from './codes.ts';
import type { ReportedReason, ReportedStatus } from './report.ts';

/** null: the list is empty. Different statuses give an unknown one such as `ACSC/RJCT`, which only raises an alarm. */
export function commonStatus(statuses: readonly ReportedStatus[]): ReportedStatus | null {
  const [first] = statuses;
  if (first === undefined) return null;
  const codes = new Set(statuses.map(({ code }) => code));
  if (codes.size > 1) return { code: [...codes].join('/'), reason: null };
  return { code: first.code, reason: joinReasons(statuses.flatMap(({ reason }) => reason ?? [])) };
}

/** An order inherits the reason of its message, and an entry that of its order, if it has none itself and both have the same code. */
export const inheritReason = (inner: ReportedStatus, outer: ReportedStatus | null): ReportedStatus =>
  inner.reason === null && outer?.code === inner.code ? outer : inner;

/** Joins all texts, but keeps one code: preferably one of `duplicateReasons`, which say that the bank may have the payment already. */
export function joinReasons(reasons: readonly ReportedReason[]): ReportedReason | null {
  if (reasons.length === 0) return null;
  const codes = reasons.flatMap(({ code }) => code ?? []);
  const texts = new Set(reasons.map(({ text }) => text).filter((text) => text !== ''));
  return {
    code: codes.find((code) => duplicateReasons.has(code)) ?? codes[0] ?? null,
    text: [...texts].join(' '),
  };
}
