/** For a bank that fetches files. */
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbox } from './carrier.ts';

/** A file with this suffix is not complete yet, and must not be fetched. */
const partialSuffix = '.part';

export function createOutbox(folder: string): Outbox {
  return async (orderId, bytes) => {
    const file = join(folder, `${orderId}.xml`);
    const existing = await readFile(file).catch(() => null);
    if (existing !== null) return existing.equals(bytes) ? 'DELIVERED' : 'CONFLICT';
    await useAndSync(await open(`${file}${partialSuffix}`, 'w'), (handle) => handle.writeFile(bytes));
    await rename(`${file}${partialSuffix}`, file);
    // The new name is durable only after the folder is synced.
    await useAndSync(await open(folder, 'r'), async () => undefined);
    return 'DELIVERED';
  };
}

async function useAndSync(handle: FileHandle, use: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await use(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
