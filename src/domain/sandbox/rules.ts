/**
 * A rule over several fields. It runs together with the other checks, so that one response lists all faults. It ignores
 * malformed parts.
 */
import type { z } from 'zod';

export interface PlacedFault {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Add metadata to the schema that this returns, not to the one that it takes. */
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
