/**
 * Writes each order to a folder as a file named by its id, for a bank that fetches files. A rename makes it complete; a
 * repeated order gives the same file.
 */
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbox } from './carrier.ts';

/** Suffix of unfinished files, which must not be fetched. */
const unfinished = '.part';

export function createOutbox(folder: string): Outbox {
  return async (orderId, bytes) => {
    const file = join(folder, `${orderId}.xml`);
    const there = await readFile(file).catch(() => null);
    if (there !== null) return there.equals(bytes) ? 'HAS_IT' : 'CONFLICT';
    await synced(await open(`${file}${unfinished}`, 'w'), (handle) => handle.writeFile(bytes));
    await rename(`${file}${unfinished}`, file);
    // A name is durable only after its folder is synced.
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
