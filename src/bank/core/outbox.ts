/**
 * A folder as the way out of orders, for a bank that fetches files: each order is a file of its id, there whole or not at all.
 * The same order written again is the same file. Start at `createOutbox`.
 */
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbox } from './carrier.ts';

/** What is not yet whole ends so; whoever fetches leaves it. */
const unfinished = '.part';

export function createOutbox(folder: string): Outbox {
  return async (orderId, bytes) => {
    const file = join(folder, `${orderId}.xml`);
    const there = await readFile(file).catch(() => null);
    if (there !== null) return there.equals(bytes) ? 'HAS_IT' : 'CONFLICT';
    await synced(await open(`${file}${unfinished}`, 'w'), (handle) => handle.writeFile(bytes));
    await rename(`${file}${unfinished}`, file);
    // The name is as lasting as the content only once its folder is.
    await synced(await open(folder, 'r'), async () => undefined);
    return 'HAS_IT';
  };
}

async function synced(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
