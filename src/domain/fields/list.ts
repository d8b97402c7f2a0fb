/** The schema of a list. Its check stops at a limit of faults. `readAhead` parses the items of a long list earlier, with pauses. */
import { z } from 'zod';
import type { PausableWork } from '../pausable-work.ts';
import { faultsCountedAtMost } from '../refusal.ts';
import { isObject } from './shared.ts';

/** The length checks run only on lists, because zod would throw for `{"length": {"valueOf": 1, "toString": 1}}`. */
const isList = ({ value }: z.core.ParsePayload): boolean => Array.isArray(value);

export function list<Item extends z.ZodType>(element: Item, least: number, most: number): z.ZodArray<Item> {
  const definition = { type: 'array', element, itemsAtMost: most } as const;
  const schema = new StoppingList(definition) as unknown as z.ZodArray<Item>;
  const atMost = new z.core.$ZodCheckMaxLength({ check: 'max_length', maximum: most, when: isList });
  const atLeast = new z.core.$ZodCheckMinLength({ check: 'min_length', minimum: least, when: isList });
  return least === 0 ? schema.check(atMost) : schema.check(atLeast, atMost);
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
