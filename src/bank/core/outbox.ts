/** Writes messages as files, for a bank that fetches them. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file with this suffix is not complete yet, and must not be fetched. */
const partialSuffix = '.part';
const partialName = /^[0-9a-f]{32}\.xml\.[0-9a-f-]{36}\.part$/;
/** No process writes one file for so long, so an older file is that of a killed process. */
const partialLifetimeMs = 60_000;

export function deleteOldPartialFiles(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((candidate) => partialName.test(candidate))) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs < now - partialLifetimeMs) rmSync(path, { force: true });
  }
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(folder: string, newId: () => string) {
  const fileOf = (orderId: string) => join(folder, `${orderId}.xml`);
  /** null: there is no file. */
  const read = (orderId: string) => readFile(fileOf(orderId)).catch(nullIfMissing);
  return {
    has: async (orderId: string) => (await read(orderId)) !== null,
    async write(orderId: string, bytes: Uint8Array): Promise<'DELIVERED' | 'CONFLICT'> {
      const file = fileOf(orderId);
      const existing = await read(orderId);
      if (existing !== null) return existing.equals(bytes) ? 'DELIVERED' : 'CONFLICT';
      // Each attempt has its own file: if a slow process loses its claim on an order, two processes may write the order at the same time.
      const partialFile = `${file}.${newId()}${partialSuffix}`;
      await writeFile(partialFile, bytes, { flush: true })
        .then(() => rename(partialFile, file))
        .finally(() => rm(partialFile, { force: true }));
      // The new name is durable only after the folder is synced.
      const folderHandle = await open(folder, 'r');
      await folderHandle.sync().finally(() => folderHandle.close());
      return 'DELIVERED';
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
