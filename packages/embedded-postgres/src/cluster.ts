/** The cluster is the folder of PostgreSQL's data. It gets its final name when it is complete. */
import { type ExecFileException, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsync, openSync } from 'node:fs';
import { lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, program } from './binaries.ts';
import { codeOf, EmbeddedPostgresError, explain } from './error.ts';
import { clusterFolder, type Home } from './home.ts';
import type { ServerUser } from './user.ts';

const passwordFile = (home: Home): string => join(home.folder, 'password');

export async function ensureCluster(binaries: Binaries, home: Home, durable: boolean): Promise<void> {
  try {
    await removeUnfinished(home);
    if (hasCluster(home)) await checkCluster(binaries, home);
    else await makeCluster(binaries, home, durable);
  } catch (error) {
    throw explain(error, `create a database in ${home.folder}`);
  }
}

export const hasCluster = (home: Home): boolean => existsSync(clusterFolder(home));

export async function readPassword(home: Home): Promise<string> {
  const file = passwordFile(home);
  const text = await readFile(file, 'utf8').catch((error) => {
    throw explain(error, `read the database's password in ${file}`);
  });
  if (text.trim() !== '') return text.trim();
  throw new EmbeddedPostgresError(
    `The database's password in ${file} is empty. Restore the file from a backup.`,
  );
}

export async function changeOwner(path: string, user: ServerUser | null): Promise<void> {
  if (user !== null) await lchown(path, user.uid >>> 0, user.gid >>> 0);
}

/** For PostgreSQL's programs: no secrets, no PG* variables, and neither locale nor time zone of this machine. */
export function environment(): NodeJS.ProcessEnv {
  const variableNames = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'NIX_LD', 'NIX_LD_LIBRARY_PATH'];
  const variables = Object.fromEntries(variableNames.map((name) => [name, process.env[name]]));
  return { ...variables, LC_ALL: 'C', TZ: 'UTC' };
}

async function makeCluster(binaries: Binaries, home: Home, durable: boolean): Promise<void> {
  // Each attempt has its own folder, because the initdb of a killed service may still write to an earlier one.
  const unfinishedCluster = join(home.folder, `cluster-${randomBytes(4).toString('hex')}.init`);
  try {
    await writePassword(home);
    await mkdir(unfinishedCluster, { mode: 0o700 });
    await changeOwner(unfinishedCluster, home.user);
    await initdb(binaries, home, unfinishedCluster, durable);
    await rename(unfinishedCluster, clusterFolder(home));
    await flush(home.folder);
  } catch (error) {
    await rm(unfinishedCluster, { recursive: true, force: true });
    throw error;
  }
}

async function initdb(binaries: Binaries, home: Home, folder: string, durable: boolean): Promise<void> {
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['--username=postgres', `--pwfile=${passwordFile(home)}`, '--auth=scram-sha-256'];
  // One iteration is enough, because nobody can guess the 192 random bits of the password.
  const rounds = ['-c', 'scram_iterations=1'];
  const rest = ['--no-instructions', ...(durable ? [] : ['--no-sync'])];
  const path = program(binaries, 'initdb');
  try {
    await promisify(execFile)(path, ['-D', folder, ...encoding, ...auth, ...rounds, ...rest], {
      cwd: join(binaries.folder, 'bin'),
      env: environment(),
      windowsHide: true,
      ...home.user,
    });
  } catch (error) {
    // Only the code of a program that could not start is a text. An exit code is a number.
    const hasStarted = codeOf(error) === '';
    throw hasStarted ? initdbFailure(error as ExecFileException, home) : cannotRun(error, path, home);
  }
}

function initdbFailure({ stderr = '', code, signal }: ExecFileException, home: Home): EmbeddedPostgresError {
  const lines = stderr.trim().split('\n');
  const reason =
    lines.find((line) => /error|fatal|could not|cannot/i.test(line)) ?? `ended with ${code ?? signal}`;
  // initdb needs a user with a name.
  const hint = /effective user ID/.test(reason)
    ? `. Add a line for this user to /etc/passwd, or ${home.wording.alternative}.`
    : '';
  return new EmbeddedPostgresError(
    `Embedded PostgreSQL: initdb cannot create a database in ${home.folder}: ${reason.trim()}${hint}`,
  );
}

export function cannotRun(error: unknown, path: string, { wording }: Home): EmbeddedPostgresError {
  const hints: Record<string, string> = {
    // The file exists, but its loader does not.
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
  const password = randomBytes(24).toString('base64url');
  await rm(file, { force: true });
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  // initdb runs as the server's user, and reads the file.
  await changeOwner(file, home.user);
}

async function checkCluster(binaries: Binaries, home: Home): Promise<void> {
  const folder = clusterFolder(home);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== binaries.major)
    throw new EmbeddedPostgresError(
      `The database in ${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${binaries.major}. Upgrade it with pg_upgrade, or set ${home.wording.dataDir} to another folder.`,
    );
  // A copy made by root (docker cp, a restored backup) belongs to root, which PostgreSQL refuses.
  if (home.user !== null && (await stat(folder)).uid === 0) await changeOwners(folder, home.user);
}

async function changeOwners(folder: string, user: ServerUser): Promise<void> {
  // Without file types, Node would follow links out of the folder.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Folders come after their content, because their new owner may replace the content with links.
  for (const entry of entries.reverse()) await changeOwner(join(entry.parentPath, entry.name), user);
  // The folder comes last: while root owns it, each start repeats this.
  await changeOwner(folder, user);
}

async function removeUnfinished(home: Home): Promise<void> {
  for (const name of await readdir(home.folder)) {
    if (!name.endsWith('.init')) continue;
    // `rm` fails if a running initdb puts files back. The next start removes them.
    await rm(join(home.folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Windows cannot open a folder, and does not need this. Yarn Plug'n'Play has no `sync` of a `FileHandle`, so this uses a descriptor. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  await promisify(fsync)(descriptor).finally(() => closeSync(descriptor));
}
