/**
 * A rule over several fields runs even if other checks have found faults (`when`), so it must ignore malformed values. Only a fault with
 * `continue: false`, such as that of a check with `abort: true`, prevents the rule.
 */
import type { z } from 'zod';
import { isObject } from '../fields/shared.ts';

export interface FaultAtPath {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** The returned schema lacks the metadata of `schema`, so call `meta` afterwards. */
export const withRule = <Schema extends z.ZodType>(
  schema: Schema,
  faultsOf: (value: Readonly<Record<string, unknown>>) => readonly FaultAtPath[],
): Schema => withAnyRule(schema, (value) => (isObject(value) ? faultsOf(value) : []));

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
    { when: () => true },
  );
}

export const faultIf = (isFault: boolean, path: FaultAtPath['path'], text: string): readonly FaultAtPath[] =>
  isFault ? [{ path, text }] : [];

/** A fault for each entry that repeats the value of an earlier entry. */
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
