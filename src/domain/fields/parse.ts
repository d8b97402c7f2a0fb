/**
 * Turns an unknown JSON value into a checked one, or into every fault at once, each with its place.
 * Unknown properties and suspicious values become warnings; nulls count as absent (contract 2).
 * Start at `parseFields`.
 */
import { z } from 'zod';
import type { Fault, TppMessage } from '../refusal.ts';
import { shownName, Warnings } from '../warnings.ts';
import { faultsSoughtAtMost } from './list.ts';
import { warningsOf } from './shared.ts';
import { isObject } from './text.ts';

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
  const cleaned = withoutNulls(input);
  const result = schema.safeParse(cleaned, { error: issueText });
  if (!result.success) return { ok: false, faults: faultsOf(result.error, root) };
  collectWarnings(schema, cleaned, [], warnings);
  return { ok: true, value: result.data, warnings: warnings.messages };
}

/** Faults of a schema error, in the order of the schema, without repetitions. */
function faultsOf(error: z.ZodError, root: string): readonly Fault[] {
  // Where the search was ended, how many there are without repetitions is not known, and does not matter.
  if (error.issues.length >= faultsSoughtAtMost) {
    return error.issues.map((issue) => ({ path: writePath(issue.path) || root, text: issue.message }));
  }
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const issue of error.issues) {
    const fault = { path: writePath(issue.path) || root, text: issue.message };
    const key = `${fault.path}\n${fault.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    faults.push(fault);
  }
  return faults;
}

/** Writes a place as the contract has it: `payments[2].instructedAmount.amount`. */
export function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((written, step) => {
    if (typeof step === 'number') return `${written}[${step}]`;
    return written === '' ? String(step) : `${written}.${String(step)}`;
  }, '');
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

/** A copy in which properties that are null are absent, at every depth (contract 2). */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    if (item !== null) copy[key] = withoutNulls(item);
  }
  return copy;
}

/** Warnings for a value that has passed: unknown properties, and values their schema finds suspicious. */
function collectWarnings(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
  warnings: Warnings,
): void {
  if (value === undefined) return;
  const suspicion = warningsOf.get(schema);
  const found = suspicion?.warn(value as never) ?? null;
  if (found !== null) warnings.add(writePath([...path, ...(suspicion?.at ?? [])]), found);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    collectWarnings(schema.unwrap() as z.ZodType, value, path, warnings);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    value.forEach((item, index) => {
      collectWarnings(schema.element as z.ZodType, item, [...path, index], warnings);
    });
  } else if (schema instanceof z.ZodObject && isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const field = Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
      if (field) collectWarnings(field, item, [...path, key], warnings);
      else
        warnings.add(
          writePath([...path, shownName(key)]),
          'is not a property of this operation and was ignored',
        );
    }
  }
}
