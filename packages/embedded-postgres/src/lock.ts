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
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError, explain } from './error.ts';
import type { Home } from './home.ts';
import { pidNamespace, removeDeadSigns, showLife, showsLife } from './life-sign.ts';
import { describeProcess, isAlive, isOfThisBoot, type ProcessIdentity } from './processes.ts';

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
  /** Where the pid is valid; null: unknown. */
  readonly namespace: string | null;
  /** Whether sockets show to other namespaces that the service lives. */
  readonly hasSocket: boolean;
  /** Device and inode; another folder with this lock is a copy. */
  readonly folderId: string | null;
}

const unknownHolder: LockHolder = {
  pid: 0,
  began: null,
  purpose: 'serve',
  namespace: null,
  hasSocket: false,
  folderId: null,
};

export interface ServiceLock {
  /** Shows other containers that the service lives. The server inherits it. */
  readonly socket: number | null;
  release(): void;
}

/** Refuses while another service lives. */
export async function takeServiceLock(place: Place, purpose: Purpose = 'serve'): Promise<ServiceLock> {
  const { folder } = place;
  const namespace = pidNamespace();
  const self = {
    ...(describeProcess(process.pid) ?? { pid: process.pid, began: null }),
    purpose,
    namespace,
    folderId: identify(folder),
  };
  const deadline = performance.now() + closingMs;
  for (;;) {
    const top = highestLock(folder);
    const holder = top === 0 ? null : await holderOf(folder, top);
    if (holder !== null) {
      const waits = purpose === 'serve' && holder.purpose === 'close' && performance.now() < deadline;
      if (!waits) throw refusal(holder, lockFile(folder, top), place);
      await sleep(20);
      continue;
    }
    const mine = lockFile(folder, top + 1);
    const sign = await showLife(folder);
    const file = create(mine, `${JSON.stringify({ ...self, hasSocket: sign.socket !== null })}\n`);
    if (file === null) {
      sign.end();
      continue;
    }
    // A service that paused before creating may have filled a gap below a newer lock, which counts.
    if (highestLock(folder) !== top + 1) {
      sign.end();
      closeSync(file);
      rmSync(mine, { force: true });
      continue;
    }
    for (const number of locks(folder)) if (number <= top) rmSync(lockFile(folder, number), { force: true });
    await removeDeadSigns(folder);
    return {
      socket: sign.socket,
      release() {
        sign.end();
        release(file);
      },
    };
  }
}

function refusal(
  holder: LockHolder,
  lock: string,
  { folder, dataDir, wording }: Place,
): EmbeddedPostgresError {
  const elsewhere = isElsewhere(holder);
  if (!elsewhere && holder.folderId !== null && holder.folderId !== identify(folder))
    return new EmbeddedPostgresError(
      `${upperFirst(wording.dataDir)} ${dataDir} was copied while a service (pid ${holder.pid}) ran in the original, so its database may be damaged. Stop that service and copy again.`,
    );
  const place = elsewhere ? ' of another container' : '';
  const unsure = elsewhere && !holder.hasSocket ? ` If it has ended, delete ${lock}.` : '';
  return new EmbeddedPostgresError(
    `Another running service (pid ${holder.pid}${place}) uses ${wording.dataDir} ${dataDir}. Stop it, or set ${wording.dataDir} to another folder.${unsure}`,
  );
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function identify(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}/${ino}`;
}

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
async function holderOf(folder: string, number: number): Promise<LockHolder | null> {
  const file = lockFile(folder, number);
  const deadline = performance.now() + fillingMs;
  do {
    const text = contents(file);
    if (text === null || text.startsWith(released)) return null;
    const holder = text.endsWith('\n') ? parseHolder(text) : null;
    if (holder !== null) return (await mayLive(holder, file)) ? holder : null;
    await sleep(20);
  } while (performance.now() < deadline);
  return null;
}

/** Its process is not visible here, and another program may have its pid. */
function isElsewhere({ namespace }: LockHolder): boolean {
  const here = pidNamespace();
  return namespace !== null && here !== null && namespace !== here;
}

async function mayLive(holder: LockHolder, file: string): Promise<boolean> {
  if (!isElsewhere(holder)) return isAlive(holder) && !isOlderThanBoot(file, holder);
  // Without a socket nobody can tell, so it counts as alive until the machine boots.
  return holder.hasSocket ? await showsLife(dirname(file)) : isOfThisBoot(holder);
}

/** null if the text is not complete. The lock of an earlier version may lack fields. */
function parseHolder(text: string): LockHolder | null {
  try {
    const holder: LockHolder = { ...unknownHolder, ...JSON.parse(text) };
    return holder.pid > 0 ? holder : null;
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
