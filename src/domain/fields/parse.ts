/** Reports every fault of a JSON value with its path. Null properties count as absent. */
import { z } from 'zod';
import { type PausableWork, runToEnd } from '../pausable-work.ts';
import { type Fault, faultsCountedAtMost, type TppMessage } from '../refusal.ts';
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
  yield* readAhead(schema, cleaned);
  const result = schema.safeParse(cleaned, { error: textOfIssue });
  if (!result.success) return { ok: false, faults: faultsOf(result.error, root) };
  yield;
  collectWarnings(schema, cleaned, warnings);
  return { ok: true, value: result.data, warnings: warnings.messages };
}

function faultsOf(error: z.ZodError, root: string): readonly Fault[] {
  const faults = error.issues.map(({ path, message }) => ({ path: writePath(path) || root, text: message }));
  // With this many faults, the check has stopped early. Without its duplicates, the list would be shorter and look complete.
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

interface StoppingListDefinition extends z.core.$ZodArrayDef {
  readonly itemsAtMost: number;
}

/** The check stops after `faultsCountedAtMost` faults. Zod's own list reports every fault of a large body. */
export const StoppingList = z.core.$constructor<z.ZodArray, StoppingListDefinition>(
  'StoppingList',
  (listSchema, definition) => {
    z.ZodArray.init(listSchema, definition);
    const zodParse = listSchema._zod.parse;
    const parse: typeof zodParse = (payload, context) => {
      const items: unknown = payload.value;
      // If the value is no list, or too long a list, zod reports only that, and not the faults of items.
      if (!Array.isArray(items) || items.length > definition.itemsAtMost) return zodParse(payload, context);
      const values: unknown[] = [];
      for (const [index, item] of items.entries()) {
        const result =
          takeEarlierResult(item, definition.element) ?? readItem(item, definition.element, context);
        payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
        values.push(result.value);
        if (payload.issues.length >= faultsCountedAtMost) break;
      }
      payload.value = values;
      return payload;
    };
    listSchema._zod.parse = parse;
  },
);

interface EarlierResult {
  readonly schema: z.core.$ZodType;
  readonly result: z.core.ParsePayload;
}

/** Results of `readAhead`, until the list that contains the item uses them. */
const earlierResults = new WeakMap<object, EarlierResult>();

const readItem = (value: unknown, schema: z.core.$ZodType, context: z.core.ParseContextInternal) =>
  schema._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;

function takeEarlierResult(item: unknown, schema: z.core.$ZodType): z.core.ParsePayload | null {
  if (!isObject(item)) return null;
  const earlier = earlierResults.get(item);
  if (earlier?.schema !== schema) return null;
  earlierResults.delete(item);
  return earlier.result;
}

const itemsBetweenPauses = 20;

/** Parses the items of long lists with pauses, because zod cannot yield. The schema then uses these results. */
export function* readAhead(schema: z.ZodType, value: unknown): PausableWork<void> {
  if (schema instanceof StoppingList) yield* readItems(schema, value);
  else if (schema instanceof z.ZodOptional) yield* readAhead(schema.unwrap() as z.ZodType, value);
  else if (schema instanceof z.ZodObject && isObject(value)) {
    for (const [name, field] of Object.entries(schema.shape))
      if (Array.isArray(value[name])) yield* readAhead(field as z.ZodType, value[name]);
  }
}

function* readItems(listSchema: z.ZodArray, value: unknown): PausableWork<void> {
  const { element, itemsAtMost } = listSchema._zod.def as unknown as StoppingListDefinition;
  if (!Array.isArray(value) || value.length <= itemsBetweenPauses || value.length > itemsAtMost) return;
  let issueCount = 0;
  for (const [index, item] of value.entries()) {
    if (!isObject(item)) return;
    const result = readItem(item, element, { async: false });
    earlierResults.set(item, { schema: element, result });
    issueCount += result.issues.length;
    if (issueCount >= faultsCountedAtMost) return;
    if (index % itemsBetweenPauses === itemsBetweenPauses - 1) yield;
  }
}

/** Without this condition, zod would throw for `{"length": {"valueOf": 1, "toString": 1}}`. */
const isList = ({ value }: z.core.ParsePayload): boolean => Array.isArray(value);

export function list<Item extends z.ZodType>(element: Item, least: number, most: number): z.ZodArray<Item> {
  const definition = { type: 'array', element, itemsAtMost: most } as const;
  const schema = new StoppingList(definition) as unknown as z.ZodArray<Item>;
  const atMost = new z.core.$ZodCheckMaxLength({ check: 'max_length', maximum: most, when: isList });
  const atLeast = new z.core.$ZodCheckMinLength({ check: 'min_length', minimum: least, when: isList });
  return least === 0 ? schema.check(atMost) : schema.check(atLeast, atMost);
}
