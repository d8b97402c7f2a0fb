/**
 * Folders outside the data directory, for root below a folder that PostgreSQL's user may not enter. The data directory
 * then holds a link, and the folder a second name (a hard link) of that same link: as long as the link has two names,
 * the data directory exists, wherever it was moved on its disk. Start at `makeOutside`; `abandoned.ts` removes the
 * folders whose data directory is gone.
 */
import { chmod, link, lstat, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { isReachable, type ServerUser, unlessExists } from './user.ts';
import type { Wording } from './wording.ts';

export interface OutsidePlace {
  readonly parent: string;
  /** What the names of our folders begin with. */
  readonly prefix: string;
  /** False: it is a folder of all users. */
  readonly own: boolean;
}

/** The second name of the link in the data directory, and the path of the first one, in the folder outside. */
export const secondName = 'link';
export const pathNote = 'link-path';

/** From the most lasting to the least. */
export const places = (name: string): readonly OutsidePlace[] => [
  { parent: join('/var/lib', name), prefix: 'data-', own: true },
  { parent: '/var/tmp', prefix: `${name}-`, own: false },
  { parent: tmpdir(), prefix: `${name}-`, own: false },
];

/** A folder of root's that this user may enter, on the disk of the data directory where possible: hard links end there. */
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
    // Read-only or closed here: the next place.
    const parent = await openPlace(place, user).catch(() => null);
    if (parent !== null) (parent.dev === dev ? near : far).push(place);
  }
  for (const { parent, prefix } of [...near, ...far]) {
    try {
      // A random name cannot be taken before us.
      const folder = await mkdtemp(join(parent, prefix));
      await chmod(folder, 0o711);
      return await realpath(folder);
    } catch {
      // Full, or not writable after all.
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
  // /var/lib is root's alone, so a fixed name in it is safe; in a shared folder only the random one is.
  if (own && (await mkdir(parent).then(() => true, unlessExists))) await chmod(parent, 0o755);
  return (await isReachable(parent, user)) ? await stat(parent) : null;
}

/** Gives the link in the data directory its second name. Where that cannot be done, the folder is never taken for abandoned. */
export async function noteOwner(folder: string, entry: string): Promise<void> {
  const second = join(folder, secondName);
  try {
    const [here, there] = await Promise.all([lstat(entry), lstat(second).catch(() => null)]);
    if (there?.ino === here.ino && there.dev === here.dev) return await writePath(folder, entry);
    await rm(second, { force: true });
    await writePath(folder, entry);
    await link(entry, second);
  } catch {
    // Another disk than the data directory's, or one without hard links.
  }
}

const writePath = (folder: string, entry: string): Promise<void> =>
  writeFile(join(folder, pathNote), `${entry}\n`);
