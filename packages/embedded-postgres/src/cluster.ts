/**
 * The cluster: PostgreSQL's data folder and the password that opens it. It is made under another name and then
 * renamed, so a folder with the right name is whole. Start at `ensureCluster`.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, program } from './binaries.ts';
import { codeOf, EmbeddedPostgresError, explain } from './error.ts';
import { clusterFolder, type Home } from './home.ts';
import type { ServerUser } from './user.ts';

const unfinished = /\.init$/;
const passwordFile = (home: Home): string => join(home.folder, 'password');

/** Makes the cluster where there is none, and checks that these programs can serve the one that is there. */
export async function ensureCluster(binaries: Binaries, home: Home, durable: boolean): Promise<void> {
  try {
    await removeUnfinished(home);
    if (await hasCluster(home)) await checkCluster(binaries, home);
    else await makeCluster(binaries, home, durable);
  } catch (error) {
    throw explain(error, `create a database in ${home.folder}`);
  }
}

export const hasCluster = (home: Home): Promise<boolean> =>
  stat(clusterFolder(home)).then(
    () => true,
    () => false,
  );

export async function readPassword(home: Home): Promise<string> {
  try {
    return (await readFile(passwordFile(home), 'utf8')).trim();
  } catch (error) {
    throw explain(error, `read the database's password in ${passwordFile(home)}`);
  }
}

/** Gives the path to the server's user; nothing to do where the server runs as this user. */
export async function give(path: string, user: ServerUser | null): Promise<void> {
  if (user !== null) await lchown(path, user.uid >>> 0, user.gid >>> 0);
}

/**
 * The environment of PostgreSQL's programs: nothing secret, no PG* setting, and no locale or time zone of this
 * machine.
 */
export function environment(): NodeJS.ProcessEnv {
  const variableNames = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'NIX_LD', 'NIX_LD_LIBRARY_PATH'];
  const entries = variableNames.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' };
}

async function makeCluster(binaries: Binaries, home: Home, durable: boolean): Promise<void> {
  // Not a fixed name: the initdb of a service that was killed may still write to the one it was given.
  const making = join(home.folder, `cluster-${randomBytes(4).toString('hex')}.init`);
  try {
    await writePassword(home);
    await mkdir(making, { mode: 0o700 });
    await give(making, home.user);
    await initdb(binaries, home, making, durable);
    await rename(making, clusterFolder(home));
    await flush(home.folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

async function initdb(binaries: Binaries, home: Home, folder: string, durable: boolean): Promise<void> {
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['--username=postgres', `--pwfile=${passwordFile(home)}`, '--auth=scram-sha-256'];
  // Rounds make guesses dear, and nobody guesses 192 random bits; each connection would pay for thousands of them.
  const once = ['-c', 'scram_iterations=1'];
  const rest = ['--no-instructions', ...(durable ? [] : ['--no-sync'])];
  const child = spawn(program(binaries, 'initdb'), ['-D', folder, ...encoding, ...auth, ...once, ...rest], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: join(binaries.folder, 'bin'),
    env: environment(),
    windowsHide: true,
    ...home.user,
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  const exitStatus = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  }).catch((error) => {
    throw cannotRun(error, program(binaries, 'initdb'), home);
  });
  if (exitStatus === 0) return;
  const reason =
    output
      .trim()
      .split('\n')
      .find((line) => /error|fatal|could not|cannot/i.test(line)) ?? `ended with ${exitStatus}`;
  // Containers like to run under a bare number; initdb wants a name for it, and takes no other.
  const hint = /effective user ID/.test(reason)
    ? `. Add a line for it to /etc/passwd, or ${home.wording.alternative}.`
    : '';
  throw new EmbeddedPostgresError(
    `Embedded PostgreSQL: initdb cannot create a database in ${home.folder}: ${reason.trim()}${hint}`,
  );
}

/** Why a program could not be run. */
export function cannotRun(error: unknown, path: string, { wording }: Home): EmbeddedPostgresError {
  const hints: Record<string, string> = {
    // The file is there: what the system misses is the loader that the file names.
    ENOENT: 'the programs need Linux with glibc, such as Debian, not Alpine',
    EPERM: 'this process may not start a program as another user; start it as an ordinary user',
  };
  const hint = hints[codeOf(error)];
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot start: ${path} (${codeOf(error)}${hint ? `: ${hint}` : ''}). Otherwise, ${wording.alternative}.`,
    { cause: error },
  );
}

async function writePassword(home: Home): Promise<void> {
  const file = passwordFile(home);
  await rm(file, { force: true });
  // The server's user reads it in initdb; what it opens is that user's anyway.
  await writeFile(file, `${randomBytes(24).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  await give(file, home.user);
}

async function checkCluster(binaries: Binaries, home: Home): Promise<void> {
  const folder = clusterFolder(home);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${binaries.major}. Upgrade it with pg_upgrade, or set ${home.wording.dataDir} to another folder.`,
    );
  }
  // A copy made by root (docker cp, a restored backup) belongs to root, whom PostgreSQL refuses.
  if (home.user !== null && (await stat(folder)).uid === 0) await giveAll(folder, home.user);
}

async function giveAll(folder: string, user: ServerUser): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveAll(path, user);
    else await give(path, user);
  }
  // Last, so that an interrupted hand-over is repeated while the folder still belongs to root.
  await give(folder, user);
}

async function removeUnfinished(home: Home): Promise<void> {
  for (const name of await readdir(home.folder)) {
    if (!unfinished.test(name)) continue;
    // What an initdb that still runs puts back now is removed by the next start.
    await rm(join(home.folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Flushes the folder, so that a rename survives a power cut. Windows cannot open a folder and does not need it. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
