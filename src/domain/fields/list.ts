/**
 * A list of bounded length that is not looked through to its end once enough faults are found. The schema library alone
 * would name every fault of every item, and a small body can hold a great many.
 */
import { z } from 'zod';
import { faultsCountedAtMost } from '../refusal.ts';

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
      const result = definition.element._zod.run({ value: item, issues: [] }, context) as z.core.ParsePayload;
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      read[index] = result.value;
      if (payload.issues.length >= faultsSoughtAtMost) break;
    }
    payload.value = read;
    return payload;
  };
});

/** A list of `least` to `most` items. */
export function list<Item extends z.ZodType>(item: Item, least: number, most: number): z.ZodArray<Item> {
  const made = new StoppingList({ type: 'array', element: item, most }) as unknown as z.ZodArray<Item>;
  return least === 0 ? made.max(most) : made.min(least).max(most);
}

/** Whether a schema is a list that `list` has made. */
export const isStoppingList = (schema: z.ZodType): boolean => schema instanceof StoppingList;
