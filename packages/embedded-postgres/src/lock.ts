/**
 * One service per data directory, also when two start in the same instant and after any crash.
 * Locks are numbered: the highest number holds, a successor takes the next one, and "create if absent" picks one
 * winner. The highest is never deleted, so a number is never dealt twice. Start at `takeServiceLock`.
 */
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError, explain } from './error.ts';
import type { Home } from './home.ts';
import { describeProcess, isAlive, type ProcessIdentity } from './processes.ts';

const lockName = /^service-(\d+)\.lock$/;
const released = 'released\n';
/** A lock is created and filled in two steps; an empty one this old was left by a service that died in between. */
const fillingMs = 1_000;
/** How long a service waits for a guard that closes the server. */
const closingMs = 30_000;

/** The purpose of the lock: a service refuses to share it, and waits for a guard that only closes a server. */
export type Purpose = 'serve' | 'close';

/** Where the lock is, and how to name it to a person. */
type Place = Pick<Home, 'folder' | 'dataDir' | 'wording'>;

interface LockHolder extends ProcessIdentity {
  readonly purpose: Purpose;
}

/** Takes the lock and returns what releases it; refuses while another service lives. */
export async function takeServiceLock(place: Place, purpose: Purpose = 'serve'): Promise<() => void> {
  const { folder } = place;
  const self = { ...(describeProcess(process.pid) ?? { pid: process.pid, began: null }), purpose };
  const deadline = performance.now() + closingMs;
  for (;;) {
    const top = highestLock(folder);
    const holder = top === 0 ? null : await holderOf(lockFile(folder, top));
    if (holder !== null) {
      const waits = purpose === 'serve' && holder.purpose === 'close' && performance.now() < deadline;
      if (!waits) throw inUse(holder, place);
      await sleep(20);
      continue;
    }
    const mine = lockFile(folder, top + 1);
    if (!create(mine, `${JSON.stringify(self)}\n`)) continue;
    // A service that paused between looking and creating may have filled a gap below a newer lock: that one holds.
    if (highestLock(folder) !== top + 1) {
      rmSync(mine, { force: true });
      continue;
    }
    for (const number of locks(folder)) if (number <= top) rmSync(lockFile(folder, number), { force: true });
    return () => release(mine);
  }
}

const inUse = ({ pid }: LockHolder, { dataDir, wording }: Place): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `Another running service (pid ${pid}) uses ${wording.dataDir} ${dataDir}. Stop it, or set ${wording.dataDir} to another folder.`,
  );

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw explain(error, `write ${file}`);
  }
}

function release(file: string): void {
  try {
    // Not 'w': a lock that is gone must stay gone.
    writeFileSync(file, released, { flag: 'r+' });
    truncateSync(file, released.length);
  } catch {
    // The folder is gone, and the lock with it.
  }
}

/** The living process that holds this lock; null when it was released or its holder is dead. */
async function holderOf(file: string): Promise<LockHolder | null> {
  const deadline = performance.now() + fillingMs;
  do {
    const text = contents(file);
    if (text === null || text.startsWith(released)) return null;
    const holder = text.endsWith('\n') ? parseHolder(text) : null;
    if (holder !== null) return isAlive(holder) && !isOlderThanBoot(file, holder) ? holder : null;
    await sleep(20);
  } while (performance.now() < deadline);
  return null;
}

function parseHolder(text: string): LockHolder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    if (!('pid' in value) || typeof value.pid !== 'number' || !('began' in value)) return null;
    const purpose = 'purpose' in value && value.purpose === 'close' ? 'close' : 'serve';
    return { pid: value.pid, began: typeof value.began === 'string' ? value.began : null, purpose };
  } catch {
    return null;
  }
}

/** Where a process's beginning is unknown, a lock from before the machine's start is at least known to be dead. */
function isOlderThanBoot(file: string, holder: ProcessIdentity): boolean {
  if (holder.began !== null) return false;
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined || modified < Date.now() - uptime() * 1_000;
}

function contents(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw explain(error, `read ${file}`);
  }
}

const lockFile = (folder: string, number: number): string => join(folder, `service-${number}.lock`);

const locks = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = lockName.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

const highestLock = (folder: string): number => Math.max(0, ...locks(folder));
