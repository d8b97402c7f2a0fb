/** Where a run writes: hundreds of databases, profiles of browsers, folders of services, none of which outlives it. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** A run fills two of them. */
const roomNeeded = 4 * 1024 ** 3;
const tmpfs = 0x01021994;

function hasRoom(): boolean {
  try {
    const { type, bsize, bavail } = statfsSync(memory);
    return type === tmpfs && bsize * bavail >= roomNeeded;
  } catch {
    return false;
  }
}

/**
 * Makes a folder, in memory where there is room: making a database there takes a fifth of what it takes on a disk. It is
 * the temporary folder of everything that the run starts.
 */
export function takeFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(hasRoom() ? memory : tmpdir(), 'psd2-bank-tests-'));
  // As root a server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
