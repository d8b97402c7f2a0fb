/**
 * A list of bounded length that is not looked through to its end once enough faults are found. The schema library alone
 * would name every fault of every item, and a small body can hold a great many.
 */
import { z } from 'zod';
import { faultsCountedAtMost } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { isObject } from './text.ts';

/** A list that has found this many faults looks no further. */
export const faultsSoughtAtMost = faultsCountedAtMost;

interface Definition extends z.core.$ZodArrayDef {
  readonly most: number;
}

const StoppingList = z.core.$constructor<z.ZodArray, Definition>('StoppingList', (list, definition) => {
  z.ZodArray.init(list, definition);
  const throughout = list._zod.parse;
  list._zod.parse = (payload, context) => {
    const items: unknown = payload.value;
    // What is no list, or too long a one, is a single fault that needs no look inside.
    if (!Array.isArray(items) || items.length > definition.most) return throughout(payload, context);
    const read: unknown[] = Array(items.length);
    for (const [index, item] of items.entries()) {
      const result = takenAhead(item, definition.element) ?? readItem(item, definition.element, context);
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      read[index] = result.value;
      if (payload.issues.length >= faultsSoughtAtMost) break;
    }
    payload.value = read;
    return payload;
  };
});

interface ReadItem {
  readonly by: z.core.$ZodType;
  readonly result: z.core.ParsePayload;
}

/** Items that `readAhead` has read and that no list has asked for yet. */
const ahead = new WeakMap<object, ReadItem>();

const readItem = (value: unknown, by: z.core.$ZodType, context: z.core.ParseContextInternal) =>
  by._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;

/** What was found ahead, once: the list makes it its own. */
function takenAhead(item: unknown, by: z.core.$ZodType): z.core.ParsePayload | null {
  const found = isObject(item) ? ahead.get(item) : undefined;
  if (!isObject(item) || found?.by !== by) return null;
  ahead.delete(item);
  return found.result;
}

/** Items that are read in one step. */
const itemsAtOnce = 20;

/** Reads the items of the long lists in a value, in steps; the schema then finds them read. */
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
    if (issues >= faultsSoughtAtMost) return;
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
