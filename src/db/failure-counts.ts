/** Failures of the database, counted by kind for an operator: few words, whatever PostgreSQL has codes for. */
import { failureCode, isUnreachable } from './failure.ts';

export const failureKinds = [
  'connection',
  'pool',
  'timeout',
  'lock',
  'deadlock',
  'constraint',
  'resources',
  'other',
] as const;
export type FailureKind = (typeof failureKinds)[number];

const kindsByCode: readonly (readonly [RegExp, FailureKind])[] = [
  [/^POOL_TIMEOUT$/, 'pool'],
  [/^(57014|25P03|ANSWER_TIMEOUT)$/, 'timeout'],
  [/^55P03$/, 'lock'],
  [/^(40001|40P01)$/, 'deadlock'],
  [/^23...$/, 'constraint'],
  [/^53...$/, 'resources'],
];

/** The kind of a failure of the database; null when it is none. */
export function failureKind(error: unknown): FailureKind | null {
  const code = failureCode(error);
  if (code === null) return null;
  const known = kindsByCode.find(([codes]) => codes.test(code))?.[1];
  return known ?? (isUnreachable(error) ? 'connection' : 'other');
}

export function countFailures() {
  const counts = Object.fromEntries(failureKinds.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  return {
    /** Counts the failure, and answers it. */
    counted(error: unknown): unknown {
      const kind = failureKind(error);
      if (kind !== null) counts[kind] += 1;
      return error;
    },
    read: (): Readonly<Record<FailureKind, number>> => counts,
  };
}
