/**
 * The temporary folder of a run: hundreds of databases, profiles of browsers, folders of services, none of which
 * outlives it.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** A run fills two of them. */
const roomNeeded = 4 * 1024 ** 3;
const tmpfs = 0x01021994;
const leftBy = /^psd2-bank-tests-(\d+)-/;

function hasRoom(): boolean {
  try {
    const { type, bsize, bavail } = statfsSync(memory);
    return type === tmpfs && bsize * bavail >= roomNeeded;
  } catch {
    return false;
  }
}

/** Removes the folders of killed runs, which take up memory. */
function removeLeftOvers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(leftBy.exec(name)?.[1] ?? 0);
    if (pid === 0 || runs(pid)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Another user's: whoever made it removes it.
    }
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Includes the runs of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Not awaited: it takes two seconds of CPU. The next run removes the rest. */
function removeBehind(folder: string): void {
  const removing = spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' });
  removing.once('error', () => undefined).unref();
}

/**
 * Creates the temporary folder of a run, in memory if there is room: creating a database there takes a fifth of the
 * time on a disk.
 */
export function takeFolder(): { readonly folder: string; remove(): void } {
  const parent = hasRoom() ? memory : tmpdir();
  removeLeftOvers(parent);
  const folder = mkdtempSync(join(parent, `psd2-bank-tests-${process.pid}-`));
  // As root a server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return { folder, remove: () => removeBehind(folder) };
}
