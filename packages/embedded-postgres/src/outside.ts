/**
 * A link in the data directory leads to the folder outside, which has a hard link to this link. With both names, the data
 * directory still exists, even if it was moved.
 */
import { chmod, link, lstat, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError, type Wording } from './error.ts';
import { isReachable, type ServerUser, unlessExists } from './user.ts';

export interface OutsidePlace {
  readonly parent: string;
  readonly prefix: string;
  /** Other parents are shared by all users. */
  readonly own: boolean;
}

export const hardLinkName = 'link';
export const linkPathName = 'link-path';

/** The most durable place comes first. */
export const places = (name: string): readonly OutsidePlace[] => [
  { parent: join('/var/lib', name), prefix: 'data-', own: true },
  { parent: '/var/tmp', prefix: `${name}-`, own: false },
  { parent: tmpdir(), prefix: `${name}-`, own: false },
];

/** If possible on the disk of the data directory, because hard links do not cross disks. */
export async function makeOutside(
  dataDir: string,
  name: string,
  user: ServerUser,
  wording: Wording,
): Promise<string> {
  const { dev } = await stat(dataDir);
  const near: OutsidePlace[] = [];
  const far: OutsidePlace[] = [];
  for (const place of places(name)) {
    const parent = await openPlace(place, user).catch(() => null);
    if (parent !== null) (parent.dev === dev ? near : far).push(place);
  }
  for (const { parent, prefix } of [...near, ...far]) {
    try {
      const folder = await mkdtemp(join(parent, prefix));
      await chmod(folder, 0o711);
      return await realpath(folder);
    } catch {
      // Full or not writable.
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run as root here: no folder is open to other users. Start as an ordinary user, or ${wording.alternative}.`,
  );
}

/** null: the user cannot enter it. */
async function openPlace(
  { parent, own }: OutsidePlace,
  user: ServerUser,
): Promise<{ readonly dev: number } | null> {
  // Only root writes to /var/lib, so a fixed name is safe there.
  const isNew = own && (await mkdir(parent).then(() => true, unlessExists));
  if (isNew) await chmod(parent, 0o755);
  return (await isReachable(parent, user)) ? await stat(parent) : null;
}

/** Without this note, the folder never counts as abandoned. */
export async function noteOwner(folder: string, entry: string): Promise<void> {
  const hardLink = join(folder, hardLinkName);
  try {
    const [entryStats, linkStats] = await Promise.all([lstat(entry), lstat(hardLink).catch(() => null)]);
    const isLinked = linkStats?.ino === entryStats.ino && linkStats.dev === entryStats.dev;
    if (isLinked) return await writePath(folder, entry);
    // A file instead of the link: a copy of the data directory leads here too, so the folder never counts as abandoned.
    if (linkStats?.isFile()) return;
    await rm(hardLink, { force: true });
    if (linkStats !== null && linkStats.nlink > 1) return await writeFile(hardLink, '');
    await writePath(folder, entry);
    await link(entry, hardLink);
  } catch {
    // Another disk, or one without hard links.
  }
}

const writePath = (folder: string, entry: string): Promise<void> =>
  writeFile(join(folder, linkPathName), `${entry}\n`);
