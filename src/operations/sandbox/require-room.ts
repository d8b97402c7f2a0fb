import { refuse } from '../../domain/refusal.ts';
import { sandboxBounds } from '../../domain/sandbox/bounds.ts';

/** Simultaneous requests do not count each other's new records, so together they can exceed the bound by these records. */
export async function requireRoom(
  name: keyof typeof sandboxBounds,
  countUpTo: (atMost: number) => Promise<number>,
  newRecords = 1,
): Promise<void> {
  const bound = sandboxBounds[name];
  if ((await countUpTo(bound.atMost)) + newRecords <= bound.atMost) return;
  const text = `there may be at most ${bound.atMost} ${bound.recordsText}`;
  throw refuse('CONFLICT', 'path' in bound ? { path: bound.path, text } : { text });
}
