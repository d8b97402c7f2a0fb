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
 * Adds a rule to the schema. It is checked only for values that pass `isValue`. Add metadata to the returned schema, because
 * it does not have those of `schema`.
 */
export function withRule<Schema extends z.ZodType, Value>(
  schema: Schema,
  isValue: (value: unknown) => value is Value,
  rule: (value: Value) => readonly PlacedFault[],
): Schema {
  return schema.superRefine(
    (value: unknown, context) => {
      if (!isValue(value)) return;
      for (const { path, text } of rule(value)) {
        context.addIssue({ code: 'custom', path: [...path], message: text });
      }
    },
    { when: () => true },
  );
}
