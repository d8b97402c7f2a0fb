/**
 * Rules that concern several fields. They run together with the other checks, so that one response lists all faults. A rule
 * ignores malformed parts.
 */
import type { z } from 'zod';

export interface FaultAtPath {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

interface Rule<Value> {
  readonly appliesTo: (value: unknown) => value is Value;
  readonly faultsOf: (value: Value) => readonly FaultAtPath[];
}

/** Adds a rule to the schema, for the values that pass `appliesTo`. The returned schema has no metadata yet. */
export function withRule<Schema extends z.ZodType, Value>(
  schema: Schema,
  { appliesTo, faultsOf }: Rule<Value>,
): Schema {
  return schema.superRefine(
    (value: unknown, context) => {
      if (!appliesTo(value)) return;
      for (const { path, text } of faultsOf(value)) {
        context.addIssue({ code: 'custom', path: [...path], message: text });
      }
    },
    // Also when the schema has found other faults.
    { when: () => true },
  );
}
