/** Counts malformed fields of responses that are ignored, for /metrics. It logs the first one of each field. */
import { type CallName, callNames, callOf } from './calls.ts';

export type IgnoredFields = Readonly<Record<CallName, Readonly<Record<string, number>>>>;

export interface IgnoredFieldCounts {
  count(operation: CallName, field: string): void;
  figures(): IgnoredFields;
}

export function createIgnoredFieldCounts(
  notice: (name: string, fields: Readonly<Record<string, string>>) => void,
): IgnoredFieldCounts {
  const counts = Object.fromEntries(callNames.map((name) => [name, zerosOf(name)])) as Record<
    CallName,
    Record<string, number>
  >;
  return {
    count(operation, field) {
      const before = counts[operation][field] ?? 0;
      counts[operation][field] = before + 1;
      if (before === 0) notice('malformed field of a bank response ignored', { operation, field });
    },
    figures: () => counts,
  };
}

/** Counters start at 0, because a rate for an alert needs an earlier value. */
function zerosOf(name: CallName): Record<string, number> {
  const fields = Object.values(callOf(name).answers).flatMap((shape) => Object.keys(shape?.optional ?? {}));
  return Object.fromEntries(fields.map((field) => [field, 0]));
}
