/**
 * Where PostgreSQL's files live and as whom it runs. It refuses root, so root hands it to an unprivileged user, and
 * that user must be able to walk to every file: a DATA_DIR below a closed folder such as /root holds only a link.
 * Start at `openHome`.
 */
import { chmod, lstat, mkdir, mkdtemp, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { codeOf, EmbeddedPostgresError, explain } from './error.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Home {
  /** DATA_DIR, absolute. */
  readonly dataDir: string;
  /** The folder of everything that concerns PostgreSQL, without symbolic links on the way. */
  readonly folder: string;
  /** Whom to become before running PostgreSQL; null: it runs as ourselves. */
  readonly user: ServerUser | null;
}

export const clusterFolder = (home: Home): string => join(home.folder, 'cluster');

/** "nobody"; macOS gives it the number -2. */
const nobody: ServerUser =
  process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };

/** Finds or makes the place for this DATA_DIR; the first start decides, the later ones follow. */
export async function openHome(path: string, onNotice: (text: string) => void): Promise<Home> {
  const dataDir = resolve(path);
  try {
    await mkdir(dataDir, { recursive: true });
    const entry = join(await realpath(dataDir), 'postgres');
    if (await isAbsent(entry)) await makeFolder(entry);
    const home = await describe(dataDir, await followEntry(entry));
    if (dirname(home.folder) !== dirname(entry)) {
      onNotice(
        `The embedded PostgreSQL keeps its data in ${home.folder}: user ${home.user?.uid ?? 'nobody'} cannot enter ${dataDir}.`,
      );
    }
    return home;
  } catch (error) {
    throw explain(error, `use DATA_DIR ${dataDir}`);
  }
}

/** True when the user has these rights (1: enter or run, 4: read) here, and may enter every folder above. */
export async function isReachable(path: string, user: ServerUser, rights = 1): Promise<boolean> {
  const start = await realpath(path);
  for (let at = start; ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const shift = uid === user.uid >>> 0 ? 6 : gid === user.gid >>> 0 ? 3 : 0;
    const needed = at === start ? rights : 1;
    if (((mode >> shift) & needed) !== needed) return false;
    if (dirname(at) === at) return true;
  }
}

async function makeFolder(entry: string): Promise<void> {
  if (!isRoot() || (await isReachable(dirname(entry), nobody))) {
    await mkdir(entry, { mode: 0o700 }).catch(unlessExists);
    // Others may walk through to what is theirs; names are not listed. Set apart because a umask may narrow mkdir.
    if (isRoot()) await chmod(entry, 0o711);
    return;
  }
  const outside = await makeOutside();
  try {
    await symlink(outside, entry);
  } catch (error) {
    // Another service that starts now was first: its place is the place.
    await rmdir(outside);
    unlessExists(error);
  }
}

/** A folder of root's that anyone may enter, in the most lasting place there is; a random name cannot be taken before us. */
async function makeOutside(): Promise<string> {
  for (const [base, own] of [
    ['/var/lib', 'psd2-bank'],
    ['/var/tmp', ''],
    [tmpdir(), ''],
  ] as const) {
    try {
      const parent = join(base, own);
      // /var/lib is root's alone, so a fixed name in it is safe; in a shared folder only the random one is.
      if (own !== '' && (await mkdir(parent).then(() => true, unlessExists))) await chmod(parent, 0o755);
      if (!(await isReachable(parent, nobody))) continue;
      const folder = await mkdtemp(join(parent, own === '' ? 'psd2-bank-' : 'data-'));
      await chmod(folder, 0o711);
      return await realpath(folder);
    } catch {
      // Read-only or closed here: try the next place.
    }
  }
  throw new EmbeddedPostgresError(
    'The embedded PostgreSQL cannot run as root here: no folder is open to other users. Start as an ordinary user, or set DATABASE_URL.',
  );
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

const isRoot = (): boolean => process.getuid?.() === 0;

const isAbsent = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error) => {
      if (codeOf(error) === 'ENOENT') return true;
      throw error;
    },
  );

function unlessExists(error: unknown): false {
  if (codeOf(error) === 'EEXIST') return false;
  throw error;
}
