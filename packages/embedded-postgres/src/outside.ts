/**
 * If the server's user cannot enter the data directory, `postgres` in it is a symbolic link to a folder outside. The folder outside
 * has a hard link, a second name of the symbolic link. While both names exist, the data directory exists, even if it was moved.
 */
import { chmod, link, lstat, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError, type Wording } from './error.ts';
import { ignoreExisting, isReachable, type ServerUser } from './user.ts';

export interface OutsidePlace {
  readonly parent: string;
  readonly prefix: string;
  /** true: only this program uses the parent. false: all users share it. */
  readonly isOwn: boolean;
}

export const hardLinkName = 'link';
export const linkPathName = 'link-path';

/** The most durable place comes first. */
export const places = (name: string): readonly OutsidePlace[] => [
  { parent: join('/var/lib', name), prefix: 'data-', isOwn: true },
  { parent: '/var/tmp', prefix: `${name}-`, isOwn: false },
  { parent: tmpdir(), prefix: `${name}-`, isOwn: false },
];

/** Creates the folder on the disk of the data directory, if possible, because hard links do not cross disks. */
export async function makeOutside(
  dataDir: string,
  name: string,
  user: ServerUser,
  wording: Wording,
): Promise<string> {
  const { dev } = await stat(dataDir);
  const sameDisk: OutsidePlace[] = [];
  const otherDisks: OutsidePlace[] = [];
  for (const place of places(name)) {
    const parent = await openPlace(place, user).catch(() => null);
    if (parent !== null) (parent.dev === dev ? sameDisk : otherDisks).push(place);
  }
  for (const { parent, prefix } of [...sameDisk, ...otherDisks]) {
    try {
      const folder = await mkdtemp(join(parent, prefix));
      await chmod(folder, 0o711);
      return await realpath(folder);
    } catch {
      // The place is full or not writable.
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run as root here: no folder is open to other users. Start as an ordinary user, or ${wording.alternative}.`,
  );
}

/** null: the user cannot enter the place. */
async function openPlace(
  { parent, isOwn }: OutsidePlace,
  user: ServerUser,
): Promise<{ readonly dev: number } | null> {
  // Only root writes to /var/lib, so a fixed name is safe there.
  const isNew = isOwn && (await mkdir(parent).then(() => true, ignoreExisting));
  if (isNew) await chmod(parent, 0o755);
  return (await isReachable(parent, user)) ? await stat(parent) : null;
}

/** Stores in the folder the path of the link `entry`, and a hard link to it. If one is missing, the folder never counts as abandoned. */
export async function noteOwner(folder: string, entry: string): Promise<void> {
  const hardLink = join(folder, hardLinkName);
  try {
    const [entryStats, linkStats] = await Promise.all([lstat(entry), lstat(hardLink).catch(() => null)]);
    const isLinked = linkStats?.ino === entryStats.ino && linkStats.dev === entryStats.dev;
    if (isLinked) return await writePath(folder, entry);
    // A file here is not the hard link: an earlier call wrote it for a copy of the data directory. The folder never counts as abandoned.
    if (linkStats?.isFile()) return;
    await rm(hardLink, { force: true });
    // The symbolic link of another data directory still exists, so `entry` is in a copy. A file in place of the hard link says so.
    if (linkStats !== null && linkStats.nlink > 1) return await writeFile(hardLink, '');
    await writePath(folder, entry);
    await link(entry, hardLink);
  } catch {
    // The folder is on another disk, or the disk has no hard links.
  }
}

const writePath = (folder: string, entry: string): Promise<void> =>
  writeFile(join(folder, linkPathName), `${entry}\n`);
