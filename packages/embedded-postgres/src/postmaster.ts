/**
 * The postmaster, PostgreSQL's first process: what its record (postmaster.pid) says, whether that is still true, and
 * how to signal it. Nothing here decides to start or to stop one: `embedded-postgres.ts` does.
 */
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './error.ts';
import { describeProcess, endsWithin, isAlive, type ProcessIdentity } from './processes.ts';

/** Lines 1, 3, 4 and 8 of postmaster.pid; the later ones appear as the start goes on. */
export interface PostmasterRecord {
  readonly pid: number;
  readonly startedAt: string;
  readonly port: number;
  readonly status: string;
}

export type Signal = 'INT' | 'QUIT' | 'KILL';

export const recordFile = (cluster: string): string => join(cluster, 'postmaster.pid');

export async function readPostmaster(cluster: string): Promise<PostmasterRecord | null> {
  try {
    return parsePostmaster(await readFile(recordFile(cluster), 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

export function parsePostmaster(text: string): PostmasterRecord | null {
  const lines = text.split('\n').map((line) => line.trim());
  // PostgreSQL's single-user mode writes its pid with a minus sign; it accepts no connections.
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, startedAt: lines[2] ?? '', port: Number(lines[3] ?? 0), status: lines[7] ?? '' };
}

export const isSamePostmaster = (left: PostmasterRecord | null, right: PostmasterRecord): boolean =>
  left?.pid === right.pid && left.startedAt === right.startedAt;

export type Belonging = 'yes' | 'no' | 'unknown';

/** Whether this process works in the cluster; the pid of one that has ended may belong to another program. */
export async function worksIn(cluster: string, pid: number): Promise<Belonging> {
  if (process.platform !== 'linux') return 'unknown';
  // The name is for all to see; a process that has just ended has none.
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  if (name === null) return 'unknown';
  if (name.trim() !== 'postgres') return 'no';
  try {
    // Every process of PostgreSQL stands in its data folder; only its own user, or root, may ask for it.
    const [stands, works] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return stands.dev === works.dev && stands.ino === works.ino ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}

/**
 * Writes the pid of this process into the record of a dead server. PostgreSQL refuses to start while any process has
 * the recorded pid, also another program or a zombie; it accepts the pid of its own parent, which this process will
 * be. The rest of the record stays: by it PostgreSQL sees whether workers of the dead server still run.
 */
export async function takeOverRecord(cluster: string): Promise<void> {
  if (process.platform === 'win32') return;
  const file = recordFile(cluster);
  const text = await readFile(file, 'utf8').catch(() => null);
  // Written in place: the file stays its owner's, who must be able to replace it.
  if (text !== null) await writeFile(file, text.replace(/^\d+/, String(process.pid)));
}

/** Milliseconds that each step of a shutdown may take. */
export type ShutdownMs = Readonly<Record<Signal, number>>;

const unhurried: ShutdownMs = { INT: 10_000, QUIT: 8_000, KILL: 5_000 };

/** Fast shutdown, then immediate shutdown, then the end; true when the server could close its files in order. */
export async function stopPostmaster(
  server: ProcessIdentity,
  pgCtl: string,
  shutdown: ShutdownMs = unhurried,
): Promise<boolean> {
  for (const signal of ['INT', 'QUIT', 'KILL'] as const) {
    if (isAlive(server)) await send(server.pid, signal, pgCtl);
    if (await endsWithin(server, shutdown[signal])) return signal === 'INT';
  }
  return false;
}

/** For the moment in which the process ends and nothing can be waited for. */
export function askToStop(server: ProcessIdentity): void {
  if (process.platform === 'win32' || describeProcess(server.pid)?.began !== server.began) return;
  try {
    process.kill(server.pid, 'SIGINT');
  } catch {
    // It has ended.
  }
}

async function send(pid: number, signal: Signal, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') {
    // Windows knows no signals: Node would end the process on the spot, pg_ctl reaches PostgreSQL through a pipe.
    await promisify(execFile)(pgCtl, ['kill', signal, String(pid)], { windowsHide: true }).catch(
      () => undefined,
    );
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
