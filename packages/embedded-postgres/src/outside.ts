/**
 * Folders outside the data directory, for root below a folder closed to PostgreSQL's user. The data directory contains a
 * link, and the folder a hard link to that link: while it has two names, the data directory exists, wherever it was moved on
 * its disk.
 */
import { chmod, link, lstat, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError, type Wording } from './error.ts';
import { isReachable, type ServerUser, unlessExists } from './user.ts';

export interface OutsidePlace {
  readonly parent: string;
  readonly prefix: string;
  /** False: a folder shared by all users. */
  readonly own: boolean;
}

/** The hard link to the data directory's link, and the path of that link. */
export const secondName = 'link';
export const pathNote = 'link-path';

/** The most durable first. */
export const places = (name: string): readonly OutsidePlace[] => [
  { parent: join('/var/lib', name), prefix: 'data-', own: true },
  { parent: '/var/tmp', prefix: `${name}-`, own: false },
  { parent: tmpdir(), prefix: `${name}-`, own: false },
];

/** On the disk of the data directory if possible, because hard links do not cross disks. */
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
    // Read-only or closed: try the next place.
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

async function openPlace(
  { parent, own }: OutsidePlace,
  user: ServerUser,
): Promise<{ readonly dev: number } | null> {
  // Only root writes to /var/lib, so a fixed name is safe there; a shared folder needs a random one.
  if (own && (await mkdir(parent).then(() => true, unlessExists))) await chmod(parent, 0o755);
  return (await isReachable(parent, user)) ? await stat(parent) : null;
}

/** If that is impossible, the folder is never taken for abandoned. */
export async function noteOwner(folder: string, entry: string): Promise<void> {
  const second = join(folder, secondName);
  try {
    const [here, there] = await Promise.all([lstat(entry), lstat(second).catch(() => null)]);
    if (there?.ino === here.ino && there.dev === here.dev) return await writePath(folder, entry);
    await rm(second, { force: true });
    await writePath(folder, entry);
    await link(entry, second);
  } catch {
    // Another disk, or one without hard links.
  }
}

const writePath = (folder: string, entry: string): Promise<void> =>
  writeFile(join(folder, pathNote), `${entry}\n`);
