/**
 * One service per data directory, also for simultaneous starts and after crashes. Locks are numbered: the highest counts, a
 * successor creates the next, and "create if absent" picks one winner. The highest is never deleted, so no number is used
 * twice.
 */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError, explain } from './error.ts';
import type { Home } from './home.ts';
import { describeProcess, isAlive, type ProcessIdentity } from './processes.ts';

const lockName = /^service-(\d+)\.lock$/;
const released = 'released\n';
/** A lock is created and filled in two steps; the creator of an older empty one has died. */
const fillingMs = 1_000;
/** How long a service waits for a guard that stops the server. */
const closingMs = 30_000;

/** A service refuses another service, and waits for a guard. */
export type Purpose = 'serve' | 'close';

type Place = Pick<Home, 'folder' | 'dataDir' | 'wording'>;

interface LockHolder extends ProcessIdentity {
  readonly purpose: Purpose;
}

/** Returns the function that releases the lock; refuses while another service lives. */
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
    const file = create(mine, `${JSON.stringify(self)}\n`);
    if (file === null) continue;
    // A service that paused before creating may have filled a gap below a newer lock, which counts.
    if (highestLock(folder) !== top + 1) {
      closeSync(file);
      rmSync(mine, { force: true });
      continue;
    }
    for (const number of locks(folder)) if (number <= top) rmSync(lockFile(folder, number), { force: true });
    return () => release(file);
  }
}

const inUse = ({ pid }: LockHolder, { dataDir, wording }: Place): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `Another running service (pid ${pid}) uses ${wording.dataDir} ${dataDir}. Stop it, or set ${wording.dataDir} to another folder.`,
  );

/** The descriptor of the new file; null if another service has created it. */
function create(path: string, text: string): number | null {
  try {
    const file = openSync(path, 'wx', 0o644);
    writeSync(file, text);
    return file;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw explain(error, `write ${path}`);
  }
}

/** By the descriptor: where the folder was deleted and made anew, the lock of this name is another service's. */
function release(file: number): void {
  try {
    writeSync(file, released, 0);
    ftruncateSync(file, released.length);
  } catch {
    // It counts as released once this process has ended.
  } finally {
    closeSync(file);
  }
}

/** null if the lock was released or its holder is dead. */
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

/** If start times are unknown, a lock from before the boot is dead. */
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
