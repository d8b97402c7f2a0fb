/** Removes folders of `outside.ts` whose data directory was deleted. If in doubt, it keeps a folder: it may hold the only copy. */
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultWording } from './error.ts';
import { takeServiceLock } from './lock.ts';
import { hardLinkName, linkPathName, type OutsidePlace, places } from './outside.ts';
import { readPostmaster, worksIn } from './postmaster.ts';
import { describeProcess } from './processes.ts';
import { isRoot } from './user.ts';

/** One start examines this number of folders in each place. */
const examinedAtMost = 1_000;
const removedAtMost = 100;
const removingPrefix = 'removing-';

/** Never rejects: a later start tries again. */
export async function removeAbandoned(name: string, onNotice: (text: string) => void): Promise<void> {
  if (!isRoot()) return;
  let removedCount = 0;
  for (const place of places(name)) {
    const folders = await foldersOf(place).catch(() => []);
    for (const folder of folders) {
      if (removedCount >= removedAtMost) break;
      if (await removeIfAbandoned(place, folder).catch(() => false)) removedCount += 1;
    }
  }
  if (removedCount === 0) return;
  const owners = removedCount === 1 ? 'a deleted data directory' : `${removedCount} deleted data directories`;
  onNotice(`Removed the files of the embedded PostgreSQL for ${owners}.`);
}

/** Begins with a random folder, so that after several starts each folder has been examined. */
async function foldersOf({ parent, prefix }: OutsidePlace): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const first = Math.floor(Math.random() * names.length);
  const examinedNames = [...names.slice(first), ...names.slice(0, first)].slice(0, examinedAtMost);
  return examinedNames.map((name) => join(parent, name));
}

async function removeIfAbandoned({ parent, prefix }: OutsidePlace, folder: string): Promise<boolean> {
  if (!isOurs(await lstat(folder))) return false;
  if (folder.startsWith(join(parent, `${prefix}${removingPrefix}`))) {
    // An earlier start has not finished its removal.
    await rm(folder, { recursive: true, force: true });
    return false;
  }
  if (!(await isAbandoned(folder))) return false;
  const lock = await takeServiceLock({ folder, dataDir: folder, wording: defaultWording }, 'close');
  try {
    if (await isRunning(join(folder, 'cluster'))) return false;
    // Before the removal, so that PostgreSQL's user cannot put links in its way.
    await chmod(folder, 0o700);
    const newName = join(parent, `${prefix}${removingPrefix}${randomBytes(6).toString('hex')}`);
    await rename(folder, newName);
    await rm(newName, { recursive: true, force: true });
    return true;
  } finally {
    lock.release();
  }
}

/** In a shared place, other users may create folders with such names. */
const isOurs = (folder: Stats): boolean =>
  folder.isDirectory() && folder.uid === 0 && (folder.mode & 0o022) === 0;

/** The data directory is deleted if its link has no name but the hard link in this folder, and the stored path does not lead here. */
async function isAbandoned(folder: string): Promise<boolean> {
  const hardLink = await lstat(join(folder, hardLinkName));
  if (!hardLink.isSymbolicLink() || hardLink.nlink !== 1) return false;
  const linkPath = (await readFile(join(folder, linkPathName), 'utf8')).trimEnd();
  return (await realpath(linkPath).catch(() => null)) !== (await realpath(folder));
}

async function isRunning(cluster: string): Promise<boolean> {
  const record = await readPostmaster(cluster);
  return (
    record !== null && describeProcess(record.pid) !== null && (await worksIn(cluster, record.pid)) !== 'no'
  );
}
