/**
 * How a rule over several fields joins a sandbox schema: it runs beside other faults, so that one answer names all
 * of them, and may point at any place below. A rule sees the raw value and ignores what is malformed.
 */
import type { z } from 'zod';

export interface PlacedFault {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** The schema with a rule for every such value. Give metadata after this: it belongs to the schema made here. */
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
