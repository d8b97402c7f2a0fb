/** Where a run writes: hundreds of databases, profiles of browsers, folders of services, none of which outlives it. */
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

/** A run that was killed has left its folder; the memory that it takes is free again with the next run. */
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
    // Another user's runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Nobody waits for it: it takes two seconds of one processor. What it leaves when it is stopped goes with the next run. */
function removeBehind(folder: string): void {
  const removing = spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' });
  removing.once('error', () => undefined).unref();
}

/**
 * Makes a folder, in memory where there is room: making a database there takes a fifth of what it takes on a disk. It is
 * the temporary folder of everything that the run starts.
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
