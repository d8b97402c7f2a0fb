/**
 * Where PostgreSQL's files live and as whom it runs. It refuses root, so root hands it to an unprivileged user, and
 * that user must be able to walk to every file: a DATA_DIR below a closed folder such as /root holds only a link.
 * Start at `openHome`.
 */
import { chmod, lstat, mkdir, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf, EmbeddedPostgresError, explain } from './error.ts';
import { makeOutside, noteOwner } from './outside.ts';
import { isReachable, isRoot, nobody, type ServerUser, unlessExists } from './user.ts';

/** How a service is called that does not say its name. */
export const defaultName = 'embedded-postgres';

export interface Home {
  /** DATA_DIR, absolute. */
  readonly dataDir: string;
  /** The folder of everything that concerns PostgreSQL, without symbolic links on the way. */
  readonly folder: string;
  /** Whom to become before running PostgreSQL; null: it runs as ourselves. */
  readonly user: ServerUser | null;
}

export const clusterFolder = (home: Home): string => join(home.folder, 'cluster');

/** Finds or makes the place for this DATA_DIR; the first start decides, the later ones follow. */
export async function openHome(
  path: string,
  onNotice: (text: string) => void,
  name = defaultName,
): Promise<Home> {
  const dataDir = resolve(path);
  try {
    await mkdir(dataDir, { recursive: true });
    const entry = join(await realpath(dataDir), 'postgres');
    if (await isAbsent(entry)) await makeFolder(entry, name);
    const home = await describe(dataDir, await followEntry(entry));
    if (dirname(home.folder) !== dirname(entry)) {
      await noteOwner(home.folder, entry);
      onNotice(
        `The embedded PostgreSQL keeps its data in ${home.folder}: user ${home.user?.uid ?? 'nobody'} cannot enter ${dataDir}.`,
      );
    }
    return home;
  } catch (error) {
    throw explain(error, `use DATA_DIR ${dataDir}`);
  }
}

async function makeFolder(entry: string, name: string): Promise<void> {
  if (!isRoot() || (await isReachable(dirname(entry), nobody))) {
    await mkdir(entry, { mode: 0o700 }).catch(unlessExists);
    // Others may walk through to what is theirs; names are not listed. Set apart because a umask may narrow mkdir.
    if (isRoot()) await chmod(entry, 0o711);
    return;
  }
  const outside = await makeOutside(dirname(entry), name, nobody);
  try {
    await symlink(outside, entry);
  } catch (error) {
    // Another service that starts now was first: its place is the place.
    await rmdir(outside);
    unlessExists(error);
  }
}

async function followEntry(entry: string): Promise<string> {
  try {
    return await realpath(entry);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new EmbeddedPostgresError(
      `The database of this DATA_DIR is gone: ${entry} points to a folder that does not exist. Restore it, or delete ${entry} to start empty.`,
    );
  }
}

async function describe(dataDir: string, folder: string): Promise<Home> {
  const owner = await stat(join(folder, 'cluster')).catch(() => stat(folder));
  if (!isRoot()) {
    const self = process.getuid?.();
    if (self === undefined || self === owner.uid) return { dataDir, folder, user: null };
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to user ${owner.uid}. Start as that user, or set DATA_DIR to another folder.`,
    );
  }
  // What an ordinary user made stays that user's, so that both can start it.
  const user = owner.uid === 0 ? nobody : { uid: owner.uid | 0, gid: owner.gid | 0 };
  if (await isReachable(folder, user)) return { dataDir, folder, user };
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and user ${user.uid} cannot enter ${folder}. Open the way (chmod o+x on each closed folder), or set DATABASE_URL.`,
  );
}

const isAbsent = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error) => {
      if (codeOf(error) === 'ENOENT') return true;
      throw error;
    },
  );
