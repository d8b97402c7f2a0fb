/** Writes messages as files, for a bank that fetches them. */
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbox } from './carrier.ts';

/** A file with this suffix is not complete yet, and must not be fetched. */
const partialSuffix = '.part';

export function createOutbox(folder: string): Outbox {
  return async (orderId, bytes, mayHaveArrived) => {
    const file = join(folder, `${orderId}.xml`);
    const existing = await readFile(file).catch(() => null);
    // The bytes of a later attempt may differ: the TPP has another name, or the service another profile.
    if (existing !== null) return mayHaveArrived || existing.equals(bytes) ? 'DELIVERED' : 'CONFLICT';
    await writeFile(`${file}${partialSuffix}`, bytes, { flush: true });
    await rename(`${file}${partialSuffix}`, file);
    // The new name is durable only after the folder is synced.
    const folderHandle = await open(folder, 'r');
    await folderHandle.sync().finally(() => folderHandle.close());
    return 'DELIVERED';
  };
}
