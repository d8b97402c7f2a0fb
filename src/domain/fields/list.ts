/**
 * A schema for lists of bounded length that stops looking once it has found enough faults. zod alone would name every
 * fault of every item, and a small body can hold a great many.
 */
import { z } from 'zod';
import { faultsCountedAtMost } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { isObject } from './text.ts';

interface Definition extends z.core.$ZodArrayDef {
  readonly most: number;
}

const StoppingList = z.core.$constructor<z.ZodArray, Definition>('StoppingList', (list, definition) => {
  z.ZodArray.init(list, definition);
  const throughout = list._zod.parse;
  const parse: typeof throughout = (payload, context) => {
    const items: unknown = payload.value;
    // A value that is no list, or too long a one, is a single fault; its items are not looked at.
    if (!Array.isArray(items) || items.length > definition.most) return throughout(payload, context);
    const read: unknown[] = Array(items.length);
    for (const [index, item] of items.entries()) {
      const result = takenAhead(item, definition.element) ?? readItem(item, definition.element, context);
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      read[index] = result.value;
      if (payload.issues.length >= faultsCountedAtMost) break;
    }
    payload.value = read;
    return payload;
  };
  list._zod.parse = parse;
});

interface ReadItem {
  readonly by: z.core.$ZodType;
  readonly result: z.core.ParsePayload;
}

/** Results for items that `readAhead` has parsed and the list has not taken yet. */
const ahead = new WeakMap<object, ReadItem>();

const readItem = (value: unknown, by: z.core.$ZodType, context: z.core.ParseContextInternal) =>
  by._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;

/** Takes the result that `readAhead` has left for this item, if there is one. */
function takenAhead(item: unknown, by: z.core.$ZodType): z.core.ParsePayload | null {
  const found = isObject(item) ? ahead.get(item) : undefined;
  if (!isObject(item) || found?.by !== by) return null;
  ahead.delete(item);
  return found.result;
}

/** Items that are read in one step. */
const itemsAtOnce = 20;

/** Parses the items of long lists in a value in steps, before the schema itself runs and takes the results. */
export function* readAhead(schema: z.ZodType, value: unknown): Steps<void> {
  if (schema instanceof StoppingList) yield* readItems(schema as unknown as z.ZodArray, value);
  else if (schema instanceof z.ZodOptional) yield* readAhead(schema.unwrap() as z.ZodType, value);
  else if (schema instanceof z.ZodObject && isObject(value)) {
    for (const [name, field] of Object.entries(schema.shape))
      if (Array.isArray(value[name])) yield* readAhead(field as z.ZodType, value[name]);
  }
}

function* readItems(list: z.ZodArray, value: unknown): Steps<void> {
  const { element, most } = list._zod.def as unknown as Definition;
  if (!Array.isArray(value) || value.length <= itemsAtOnce || value.length > most) return;
  let issues = 0;
  for (const [index, item] of value.entries()) {
    if (!isObject(item)) return;
    const result = readItem(item, element, { async: false });
    ahead.set(item, { by: element, result });
    issues += result.issues.length;
    if (issues >= faultsCountedAtMost) return;
    if (index % itemsAtOnce === itemsAtOnce - 1) yield;
  }
}

/** A list of `least` to `most` items. */
export function list<Item extends z.ZodType>(item: Item, least: number, most: number): z.ZodArray<Item> {
  const made = new StoppingList({ type: 'array', element: item, most }) as unknown as z.ZodArray<Item>;
  return least === 0 ? made.max(most) : made.min(least).max(most);
}

/** Whether a schema is a list that `list` has made. */
export const isStoppingList = (schema: z.ZodType): boolean => schema instanceof StoppingList;
