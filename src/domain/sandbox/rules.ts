/**
 * Rules that concern several fields. They run together with the other checks, so that one response lists all faults. A rule
 * ignores malformed parts.
 */
import type { z } from 'zod';
import { isObject } from '../fields/shared.ts';

export interface FaultAtPath {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Adds a rule to the schema. The returned schema has no metadata yet. */
export const withRule = <Schema extends z.ZodType>(
  schema: Schema,
  faultsOf: (value: Readonly<Record<string, unknown>>) => readonly FaultAtPath[],
): Schema => withAnyRule(schema, (value) => (isObject(value) ? faultsOf(value) : []));

/** `withRule` for a list. */
export const withListRule = <Schema extends z.ZodType>(
  schema: Schema,
  faultsOf: (items: readonly unknown[]) => readonly FaultAtPath[],
): Schema => withAnyRule(schema, (value) => (Array.isArray(value) ? faultsOf(value) : []));

function withAnyRule<Schema extends z.ZodType>(
  schema: Schema,
  faultsOf: (value: unknown) => readonly FaultAtPath[],
): Schema {
  return schema.superRefine(
    (value: unknown, context) => {
      for (const { path, text } of faultsOf(value))
        context.addIssue({ code: 'custom', path: [...path], message: text });
    },
    // Also when the schema has found other faults.
    { when: () => true },
  );
}

/** One fault, or none. */
export const faultIf = (isFault: boolean, path: FaultAtPath['path'], text: string): readonly FaultAtPath[] =>
  isFault ? [{ path, text }] : [];

/** Finds each value that has appeared before. */
export function repetitionFaults(
  entries: readonly (readonly [value: unknown, path: FaultAtPath['path']])[],
  whole: 'list' | 'seed',
): readonly FaultAtPath[] {
  const earlierValues = new Set<unknown>();
  return entries.flatMap(([value, path]) => {
    const isRepeated = earlierValues.has(value);
    earlierValues.add(value);
    return faultIf(isRepeated, path, `appears twice in this ${whole}`);
  });
}
