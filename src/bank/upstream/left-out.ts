/** Counts dropped fields of responses for /metrics; the first of each kind is logged. */
import { type CallName, callNames, callOf } from './calls.ts';

export type LeftOut = Readonly<Record<CallName, Readonly<Record<string, number>>>>;

export interface LeftOutCounts {
  count(operation: CallName, field: string): void;
  figures(): LeftOut;
}

export function createLeftOutCounts(
  notice: (name: string, fields: Readonly<Record<string, string>>) => void,
): LeftOutCounts {
  const counts = Object.fromEntries(callNames.map((name) => [name, zerosOf(name)])) as Record<
    CallName,
    Record<string, number>
  >;
  return {
    count(operation, field) {
      const before = counts[operation][field] ?? 0;
      counts[operation][field] = before + 1;
      if (before === 0) notice('field of an answer of the bank left out', { operation, field });
    },
    figures: () => counts,
  };
}

/** Counters start at 0, because alerts need a rate. */
function zerosOf(name: CallName): Record<string, number> {
  const shapes = Object.values(callOf(name).answers).filter(
    (one) => one !== null && typeof one !== 'function',
  );
  return Object.fromEntries(shapes.flatMap(({ extra }) => Object.keys(extra).map((field) => [field, 0])));
}
