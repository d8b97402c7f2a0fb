/**
 * A rule over several fields runs together with other checks, so that one response lists all faults. It
 * ignores malformed parts.
 */
import type { z } from 'zod';

export interface PlacedFault {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Give metadata afterwards: it belongs to the schema that this returns. */
export function withRule<Schema extends z.ZodType, Value>(
  schema: Schema,
  isSuch: (value: unknown) => value is Value,
  rule: (value: Value) => readonly PlacedFault[],
): Schema {
  return schema.superRefine(
    (value: unknown, context) => {
      if (!isSuch(value)) return;
      for (const { path, text } of rule(value)) {
        context.addIssue({ code: 'custom', path: [...path], message: text });
      }
    },
    { when: () => true },
  );
}
