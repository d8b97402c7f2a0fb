/**
 * Rules that concern several fields. They run together with the other checks, so that one response lists all faults. A rule
 * ignores malformed parts.
 */
import type { z } from 'zod';

export interface PlacedFault {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/**
 * Adds the rule to the schema. `isChecked` skips values of another type. Add metadata to the returned schema, because the rule
 * drops those of `schema`.
 */
export function withRule<Schema extends z.ZodType, Value>(
  schema: Schema,
  isChecked: (value: unknown) => value is Value,
  rule: (value: Value) => readonly PlacedFault[],
): Schema {
  return schema.superRefine(
    (value: unknown, context) => {
      if (!isChecked(value)) return;
      for (const { path, text } of rule(value)) {
        context.addIssue({ code: 'custom', path: [...path], message: text });
      }
    },
    { when: () => true },
  );
}
