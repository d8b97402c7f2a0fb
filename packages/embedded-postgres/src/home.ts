/**
 * Finds or creates the folder of the database, and chooses the user of the server. PostgreSQL refuses root, so root starts it as
 * another user. If this user cannot enter the data directory, the folder is outside.
 */
import { chmod, lstat, mkdir, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf, defaultWording, EmbeddedPostgresError, explain, type Wording } from './error.ts';
import { makeOutside, noteOwner } from './outside.ts';
import { ignoreExisting, isReachable, isRoot, nobody, type ServerUser } from './user.ts';

export const defaultName = 'embedded-postgres';

export interface Home {
  readonly dataDir: string;
  /** The folder of the database, without symbolic links in its path. */
  readonly folder: string;
  /** null: the user of this process. */
  readonly user: ServerUser | null;
  readonly wording: Wording;
}

interface HomeOptions {
  readonly dataDir: string;
  readonly name?: string;
  readonly onNotice?: (text: string) => void;
  readonly wording?: Wording;
}

export const clusterFolder = (home: Home): string => join(home.folder, 'cluster');

export async function openHome(options: HomeOptions): Promise<Home> {
  const { name = defaultName, onNotice = () => undefined, wording = defaultWording } = options;
  const dataDir = resolve(options.dataDir);
  try {
    await makeFolders(dataDir);
    // A folder, or a link to a folder outside.
    const entry = join(await realpath(dataDir), 'postgres');
    // PostgreSQL's record of the running server has the path in one line.
    if (/[\r\n]/.test(entry))
      throw new EmbeddedPostgresError(`The path of ${wording.dataDir} must not contain a line break.`);
    if (await isAbsent(entry)) await makeEntry(entry, name, wording);
    const home = await homeIn(dataDir, await followEntry(entry, wording), wording);
    if (dirname(home.folder) !== dirname(entry)) {
      await noteOwner(home.folder, entry);
      onNotice(
        `The embedded PostgreSQL stores its data in ${home.folder}, because user ${home.user?.uid ?? 'nobody'} cannot enter ${dataDir}.`,
      );
    }
    return home;
  } catch (error) {
    throw explain(error, `use ${wording.dataDir} ${dataDir}`);
  }
}

/** Like `mkdir` with `recursive`, which never ends where nothing can be created, as below /proc. */
export async function makeFolders(path: string): Promise<void> {
  const folder = resolve(path);
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false;

async function makeEntry(entry: string, name: string, wording: Wording): Promise<void> {
  if (!isRoot() || (await isReachable(dirname(entry), nobody))) {
    await mkdir(entry, { mode: 0o700 }).catch(ignoreExisting);
    // Others may pass through, but not list names. The umask limits mkdir, but not chmod.
    if (isRoot()) await chmod(entry, 0o711);
    return;
  }
  const outside = await makeOutside(dirname(entry), name, nobody, wording);
  try {
    await symlink(outside, entry);
  } catch (error) {
    await rmdir(outside);
    ignoreExisting(error);
  }
}

async function followEntry(entry: string, wording: Wording): Promise<string> {
  try {
    return await realpath(entry);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new EmbeddedPostgresError(
      `The database of ${wording.dataDir} is gone: ${entry} points to a folder that does not exist. Restore it, or delete ${entry} to start empty.`,
    );
  }
}

async function homeIn(dataDir: string, folder: string, wording: Wording): Promise<Home> {
  const folderStats = await stat(folder);
  const clusterStats = await stat(join(folder, 'cluster')).catch(() => folderStats);
  if (!isRoot()) {
    const self = process.getuid?.();
    const otherOwner = [clusterStats.uid, folderStats.uid].find((owner) => owner !== self);
    if (self === undefined || otherOwner === undefined) return { dataDir, folder, user: null, wording };
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to user ${otherOwner}. Start as that user, or set ${wording.dataDir} to another folder.`,
    );
  }
  // The server runs as the owner of the cluster, so that both root and this user can start it.
  const { uid, gid } = clusterStats;
  const user = uid === 0 ? nobody : { uid: uid | 0, gid: gid | 0 };
  if (await isReachable(folder, user)) return { dataDir, folder, user, wording };
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and user ${user.uid} cannot enter ${folder}. Let that user in (chmod o+x on each closed folder), or ${wording.alternative}.`,
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
