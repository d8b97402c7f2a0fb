/** Names the key that a JSON text has twice, for the refusal. It walks slowly, and only where there is one to be found. */
import { visit } from 'jsonc-parser';

/** The first key that repeats one of its object. The text is JSON of bounded depth and size. */
export function repeatedKey(text: string): string {
  const open: Set<string>[] = [];
  let found: string | null = null;
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
      return found === null;
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (name) => {
      const names = open.at(-1);
      if (names?.has(name)) found ??= name;
      names?.add(name);
    },
  });
  return found ?? '';
}
