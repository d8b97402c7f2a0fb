import { refuse } from '../../domain/refusal.ts';
import { sandboxBounds } from '../../domain/sandbox/bounds.ts';

/** Refuses new records of a sandbox above the bound. Simultaneous requests do not count each other's new records, and may exceed it. */
export async function requireCapacity(
  name: keyof typeof sandboxBounds,
  countUpTo: (atMost: number) => Promise<number>,
  newRecords = 1,
): Promise<void> {
  const bound = sandboxBounds[name];
  if ((await countUpTo(bound.atMost)) + newRecords <= bound.atMost) return;
  const text = `there may be at most ${bound.atMost} ${bound.recordsText}`;
  throw refuse('CONFLICT', 'path' in bound ? { path: bound.path, text } : { text });
}
