/**
 * Turns an unknown JSON value into a checked one, or into every fault at once, each with its place.
 * Unknown properties and suspicious values become warnings; nulls count as absent.
 * Start at `parseFields`.
 */
import type { z } from 'zod';
import { type Fault, faultsCountedAtMost, type TppMessage } from '../refusal.ts';
import { atOnce, type Steps } from '../steps.ts';
import { Warnings } from '../warnings.ts';
import { readAhead } from './list.ts';
import { writePath } from './path.ts';
import { isObject } from './text.ts';
import { collectWarnings } from './warn.ts';

export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly TppMessage[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Parses `input` by `schema`. `root` is the path of a fault that lies in no field, such as a body that is no object;
 * `warnings` are those of the request so far, to which those of the input come.
 */
export function parseFields<T>(
  schema: z.ZodType<T>,
  input: unknown,
  root = 'body',
  warnings = new Warnings(),
): Parsed<T> {
  return atOnce(readFields(schema, input, root, warnings));
}

/** The same in steps. */
export function* readFields<T>(
  schema: z.ZodType<T>,
  input: unknown,
  root = 'body',
  warnings = new Warnings(),
): Steps<Parsed<T>> {
  yield;
  const cleaned = withoutNulls(input);
  yield;
  yield* readAhead(schema, cleaned);
  const result = schema.safeParse(cleaned, { error: issueText });
  if (!result.success) return { ok: false, faults: faultsOf(result.error, root) };
  yield;
  collectWarnings(schema, cleaned, warnings);
  return { ok: true, value: result.data, warnings: warnings.messages };
}

/** Faults of a schema error, in the order of the schema, without repetitions. */
function faultsOf(error: z.ZodError, root: string): readonly Fault[] {
  const faults = error.issues.map(({ path, message }) => ({ path: writePath(path) || root, text: message }));
  // The search ended early, so the total is not exact and repetitions may stay.
  if (faults.length >= faultsCountedAtMost) return faults;
  return [...new Map(faults.map((fault) => [`${fault.path}\n${fault.text}`, fault])).values()];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Public texts of the faults that the schema library finds by itself. */
function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required';
    return `must be ${typeNames[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is required';
    const values = issue.values.map(String);
    if (values.length <= 20) return `must be one of ${values.join(', ')}`;
    return `is not one of the ${values.length} codes that the interface takes`;
  }
  if (issue.code === 'too_big') {
    return issue.origin === 'array'
      ? `must have at most ${issue.maximum} items`
      : `must be at most ${issue.maximum}`;
  }
  if (issue.code === 'too_small') {
    return issue.origin === 'array'
      ? `must have at least ${issue.minimum} item(s)`
      : `must be at least ${issue.minimum}`;
  }
  return undefined;
}

/** The value without properties that are null, at every depth: itself, where it has none. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return itemsWithoutNulls(value);
  return isObject(value) ? fieldsWithoutNulls(value) : value;
}

function itemsWithoutNulls(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (const [index, item] of items.entries()) {
    const kept = withoutNulls(item);
    if (kept === item) continue;
    copy ??= [...items];
    copy[index] = kept;
  }
  return copy ?? items;
}

function fieldsWithoutNulls(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(value);
  let copy: Record<string, unknown> | null = null;
  for (const [index, name] of names.entries()) {
    const field = value[name];
    const kept = withoutNulls(field);
    if (copy === null && (field === null || kept !== field)) {
      copy = Object.create(null) as Record<string, unknown>;
      for (const before of names.slice(0, index)) copy[before] = value[before];
    }
    if (copy !== null && field !== null) copy[name] = kept;
  }
  return copy ?? value;
}
