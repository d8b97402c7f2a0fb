/** Reports every fault of a JSON value with its path. Null properties count as absent. */
import type { z } from 'zod';
import { type PausableWork, runToEnd } from '../pausable-work.ts';
import { type Fault, faultsCountedAtMost, type TppMessage } from '../refusal.ts';
import { readAhead } from './list.ts';
import { writePath } from './path.ts';
import { isObject } from './shared.ts';
import { collectWarnings, Warnings } from './warn.ts';

type ParsedFields<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly TppMessage[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** `root` is the path of a fault that belongs to no field. */
export function parseFields<T>(
  schema: z.ZodType<T>,
  input: unknown,
  root = 'body',
  textOfIssue = issueText,
): ParsedFields<T> {
  return runToEnd(parseFieldsWithPauses(schema, input, root, new Warnings(), textOfIssue));
}

export function* parseFieldsWithPauses<T>(
  schema: z.ZodType<T>,
  input: unknown,
  root: string,
  warnings = new Warnings(),
  textOfIssue = issueText,
): PausableWork<ParsedFields<T>> {
  yield;
  const cleaned = withoutNulls(input);
  yield;
  // Stores the results of the items of long lists. `safeParse` takes them, and parses only the rest.
  yield* readAhead(schema, cleaned);
  const result = schema.safeParse(cleaned, { error: textOfIssue });
  if (!result.success) return { ok: false, faults: faultsOf(result.error, root) };
  yield;
  collectWarnings(schema, cleaned, warnings);
  return { ok: true, value: result.data, warnings: warnings.messages };
}

function faultsOf(error: z.ZodError, root: string): readonly Fault[] {
  const faults = error.issues.map(({ path, message }) => ({ path: writePath(path) || root, text: message }));
  // The schema of a list stops its check at this number of faults (list.ts), so this number means that there may be more. If duplicates
  // were removed here, the smaller number would wrongly mean that the check was complete.
  if (faults.length >= faultsCountedAtMost) return faults;
  return [...new Map(faults.map((fault) => [`${fault.path}\n${fault.text}`, fault])).values()];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'a boolean, true or false',
  array: 'a list',
  object: 'an object',
};

const codesListedAtMost = 20;

export const mustBeOneOf = (codes: readonly string[]): string =>
  codes.length <= codesListedAtMost
    ? `must be ${codes.length > 1 ? 'one of ' : ''}${codes.join(', ')}`
    : `is not one of the ${codes.length} codes that this interface supports`;

/** undefined: the text of zod stays. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required';
    return `must be ${typeNames[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is required';
    return mustBeOneOf(issue.values.map(String));
  }
  if (issue.code === 'too_big') {
    return issue.origin === 'array'
      ? `must have at most ${issue.maximum} ${issue.maximum === 1 ? 'item' : 'items'}`
      : `must be at most ${issue.maximum}`;
  }
  if (issue.code === 'too_small') {
    return issue.origin === 'array'
      ? `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'item' : 'items'}`
      : `must be at least ${issue.minimum}`;
  }
  return undefined;
}

/** Copies the value only if it has null properties, because few bodies have them. */
export const withoutNulls = (value: unknown): unknown => (hasNulls(value) ? copyWithoutNulls(value) : value);

function hasNulls(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNulls);
  return isObject(value) && Object.keys(value).some((name) => value[name] === null || hasNulls(value[name]));
}

function copyWithoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyWithoutNulls);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, copyWithoutNulls(field)]));
}
