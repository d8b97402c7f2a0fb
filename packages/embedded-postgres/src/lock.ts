/** Locks are numbered files, of which only the highest counts. A new holder creates the next, and nobody deletes the highest. */
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
import { hasLifeSign, pidNamespace, removeDeadSigns, showLife } from './life-sign.ts';
import { describeProcess, isAlive, isOfThisBoot, type ProcessIdentity } from './processes.ts';

const lockName = /^service-(\d+)\.lock$/;
const releasedText = 'released\n';
/** If a lock is not complete after this time, its creator has died. */
const fillingMs = 1_000;
/** How long a service waits for a guard that ends the server. */
const closingMs = 30_000;

/** serve: a service uses the server. close: a guard ends the server. A service waits for a guard, but not for another service. */
export type Purpose = 'serve' | 'close';

type Place = Pick<Home, 'folder' | 'dataDir' | 'wording'>;

interface LockHolder extends ProcessIdentity {
  readonly purpose: Purpose;
  readonly namespace: string | null;
  readonly hasSocket: boolean;
  /** Device and inode of the folder. If a folder has another id than its lock, it is a copy. */
  readonly folderId: string | null;
}

/** For fields that a lock of an earlier version lacks. */
const holderDefaults: LockHolder = {
  pid: 0,
  began: null,
  purpose: 'serve',
  namespace: null,
  hasSocket: false,
  folderId: null,
};

export interface ServiceLock {
  /** A socket for the server to inherit. null: the file system has no sockets, or the system no namespaces. */
  readonly socket: number | null;
  release(): void;
}

export async function takeServiceLock(place: Place, purpose: Purpose = 'serve'): Promise<ServiceLock> {
  const { folder } = place;
  const deadline = performance.now() + closingMs;
  for (;;) {
    const highest = highestLock(folder);
    const holder = highest === 0 ? null : await holderOf(folder, highest);
    if (holder === null) {
      const lock = await createLock(folder, highest, purpose);
      if (lock !== null) return lock;
    } else {
      const mayWait = purpose === 'serve' && holder.purpose === 'close' && performance.now() < deadline;
      if (!mayWait) throw refusal(holder, lockFile(folder, highest), place);
      await sleep(20);
    }
  }
}

/** null: another service was faster. */
async function createLock(folder: string, highest: number, purpose: Purpose): Promise<ServiceLock | null> {
  const path = lockFile(folder, highest + 1);
  const sign = await showLife(folder);
  const holder: LockHolder = {
    ...(describeProcess(process.pid) ?? { pid: process.pid, began: null }),
    purpose,
    namespace: pidNamespace(),
    hasSocket: sign.socket !== null,
    folderId: folderIdOf(folder),
  };
  const file = createFile(path, `${JSON.stringify(holder)}\n`);
  if (file === null) {
    sign.end();
    return null;
  }
  // While this process was suspended, another service may have created a higher lock.
  if (highestLock(folder) !== highest + 1) {
    sign.end();
    closeSync(file);
    rmSync(path, { force: true });
    return null;
  }
  for (const number of lockNumbers(folder))
    if (number <= highest) rmSync(lockFile(folder, number), { force: true });
  await removeDeadSigns(folder);
  return {
    socket: sign.socket,
    release() {
      sign.end();
      markReleased(file);
    },
  };
}

function refusal(
  holder: LockHolder,
  lock: string,
  { folder, dataDir, wording }: Place,
): EmbeddedPostgresError {
  const isInvisible = isInOtherContainer(holder);
  if (!isInvisible && holder.folderId !== null && holder.folderId !== folderIdOf(folder))
    return new EmbeddedPostgresError(
      `${upperFirst(wording.dataDir)} ${dataDir} was copied while a service (pid ${holder.pid}) ran in the original, so its database may be damaged. Stop that service and copy again.`,
    );
  const container = isInvisible ? ' of another container' : '';
  const advice = isInvisible && !holder.hasSocket ? ` If it has ended, delete ${lock}.` : '';
  return new EmbeddedPostgresError(
    `Another running service (pid ${holder.pid}${container}) uses ${wording.dataDir} ${dataDir}. Stop it, or set ${wording.dataDir} to another folder.${advice}`,
  );
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function folderIdOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}/${ino}`;
}

/** Returns the descriptor of the open file. null: the file exists. */
function createFile(path: string, text: string): number | null {
  try {
    const file = openSync(path, 'wx', 0o644);
    writeSync(file, text);
    return file;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw explain(error, `write ${path}`);
  }
}

/** Writes to the open file, not to its path: if the folder was created again, the file at the path is the lock of another service. */
function markReleased(file: number): void {
  try {
    writeSync(file, releasedText, 0);
    ftruncateSync(file, releasedText.length);
  } catch {
    // The lock counts as released when this process has ended.
  } finally {
    closeSync(file);
  }
}

/** null: the lock is released, or its holder has ended. */
async function holderOf(folder: string, number: number): Promise<LockHolder | null> {
  const file = lockFile(folder, number);
  const deadline = performance.now() + fillingMs;
  do {
    const text = readIfPresent(file);
    if (text === null || text.startsWith(releasedText)) return null;
    const holder = text.endsWith('\n') ? parseHolder(text) : null;
    if (holder !== null) return (await mayLive(holder, file)) ? holder : null;
    await sleep(20);
  } while (performance.now() < deadline);
  return null;
}

/** true: the pid of the holder says nothing here, because another program may have it in this container. */
function isInOtherContainer({ namespace }: LockHolder): boolean {
  const here = pidNamespace();
  return namespace !== null && here !== null && namespace !== here;
}

async function mayLive(holder: LockHolder, file: string): Promise<boolean> {
  if (!isInOtherContainer(holder)) return isAlive(holder) && !isOlderThanBoot(file, holder);
  // A holder without a socket cannot show that it lives. It counts as alive unless it began before this boot.
  return holder.hasSocket ? await hasLifeSign(dirname(file)) : isOfThisBoot(holder);
}

/** null: the text is not that of a lock. */
function parseHolder(text: string): LockHolder | null {
  try {
    const holder: LockHolder = { ...holderDefaults, ...JSON.parse(text) };
    return holder.pid > 0 ? holder : null;
  } catch {
    return null;
  }
}

/** For a holder whose start is unknown: after a reboot, another program may have its pid. */
function isOlderThanBoot(file: string, holder: ProcessIdentity): boolean {
  if (holder.began !== null) return false;
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined || modified < Date.now() - uptime() * 1_000;
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw explain(error, `read ${file}`);
  }
}

const lockFile = (folder: string, number: number): string => join(folder, `service-${number}.lock`);

const lockNumbers = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = lockName.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** 0: there is no lock. */
const highestLock = (folder: string): number => Math.max(0, ...lockNumbers(folder));
