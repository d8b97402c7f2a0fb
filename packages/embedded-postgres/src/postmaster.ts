import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './error.ts';
import { describeProcess, endsWithin, isAlive, type ProcessIdentity } from './processes.ts';

/** Lines 1, 3, 4 and 8 of postmaster.pid. Early in its start, the server has not written the later lines. */
export interface PostmasterRecord {
  readonly pid: number;
  readonly startedAt: string;
  readonly port: number;
  readonly status: string;
}

/** INT: PostgreSQL's fast shutdown. QUIT: its immediate shutdown, after which the next start recovers. */
type Signal = 'INT' | 'QUIT' | 'KILL';

const recordFile = (cluster: string): string => join(cluster, 'postmaster.pid');

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
  // Single-user mode writes a negative pid and accepts no connections.
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, startedAt: lines[2] ?? '', port: Number(lines[3] ?? 0), status: lines[7] ?? '' };
}

export const isSamePostmaster = (one: PostmasterRecord | null, other: PostmasterRecord): boolean =>
  one?.pid === other.pid && one.startedAt === other.startedAt;

/** Whether the process is the server of this cluster. After the server has ended, another program may have its pid. */
export async function worksIn(cluster: string, pid: number): Promise<'yes' | 'no' | 'unknown'> {
  // Only Linux has this file, and only while the process runs.
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  if (name === null) return 'unknown';
  if (name.trim() !== 'postgres') return 'no';
  try {
    // Only PostgreSQL's user or root may read this folder.
    const [workingFolder, clusterStats] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    const isSame = workingFolder.dev === clusterStats.dev && workingFolder.ino === clusterStats.ino;
    return isSame ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}

/** PostgreSQL does not start if the record names a running process other than its parent. So this process, the parent, writes its pid. */
export async function takeOverRecord(cluster: string): Promise<void> {
  if (process.platform === 'win32') return;
  const file = recordFile(cluster);
  const text = await readFile(file, 'utf8').catch(() => null);
  // Writing in place keeps the owner of the file, who must be able to replace it.
  if (text !== null) await writeFile(file, text.replace(/^\d+/, String(process.pid)));
}

/** How long the server may take to end after each signal. */
export type ShutdownMs = Readonly<Record<Signal, number>>;

const usualShutdown: ShutdownMs = { INT: 10_000, QUIT: 8_000, KILL: 5_000 };

export async function stopPostmaster(
  server: ProcessIdentity,
  pgCtl: string,
  shutdown: ShutdownMs = usualShutdown,
): Promise<void> {
  for (const signal of ['INT', 'QUIT', 'KILL'] as const) {
    if (isAlive(server)) await send(server.pid, signal, pgCtl);
    if (await endsWithin(server, shutdown[signal])) return;
  }
}

/** Does not wait, because this process ends now. */
export function askToStop(server: ProcessIdentity): void {
  if (process.platform === 'win32' || describeProcess(server.pid)?.began !== server.began) return;
  try {
    process.kill(server.pid, 'SIGINT');
  } catch {}
}

async function send(pid: number, signal: Signal, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals, but pg_ctl reaches PostgreSQL through a pipe.
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
