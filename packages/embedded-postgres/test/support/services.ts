/** Shared by the tests of the embedded PostgreSQL: folders, services as processes, and lists of running processes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../src/index.ts';
import { describeProcess } from '../../src/processes.ts';

/** For a variant of another test: runs with NIGHTLY=1. */
export const atNight = test.skipIf(process.env.NIGHTLY !== '1');

const childScript = fileURLToPath(new URL('./service.mjs', import.meta.url));
const tsx = import.meta.resolve('tsx');
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = new URL('../../src/index.ts', import.meta.url).href;
/** The built package: a process that compiles its sources takes four times as long to start. */
const builtIn = (folder: string): string => pathToFileURL(join(folder, 'index.js')).href;
const children: ChildProcess[] = [];
const folders: string[] = [];
let used: string | null = null;
let unused: string | null = null;
let built = false;

/** A folder with a space in its name; by default readable by all, as a checkout usually is. */
export function temporaryFolder(mode = 0o755, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'embedded postgres '));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** Keeps the modes of folders, which PostgreSQL requires and Node copies only up to version 20. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const entries = readdirSync(from, { recursive: true, withFileTypes: true });
  for (const folder of [
    '',
    ...entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(from, join(entry.parentPath, entry.name))),
  ])
    chmodSync(join(to, folder), statSync(join(from, folder)).mode);
}

/**
 * A stopped data directory that has served. A test that passes hands it on; otherwise the next test gets a copy. Guards
 * of killed services have ended.
 */
export async function usedDataDir(): Promise<string> {
  if (used === null) {
    const kept = unused ?? (await makeDataDir());
    used = temporaryFolder();
    copyFolder(kept, used);
  }
  const dataDir = used;
  await vi.waitUntil(() => guardsOf(dataDir).length === 0, { timeout: 20_000, interval: lookEveryMs });
  return dataDir;
}

/** Creating one takes a second of CPU: it is done once in a process, and this one never serves. */
async function makeDataDir(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'unused postgres '));
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  await server.stop();
  unused = folder;
  return folder;
}

/** The folder of the built package, with all its imports below it. */
export function builtPackage(): string {
  if (!built) execFileSync(process.execPath, [join(repository, 'scripts/build-service.mjs')]);
  built = true;
  return join(repository, 'dist/packages/embedded-postgres');
}

/** For a test that damages its data directory: the next test gets another. */
export function handOnNothing(): void {
  used = null;
}

/** Listing all processes of a machine costs milliseconds. */
export const lookEveryMs = 50;

export interface Answer {
  readonly url?: string;
  readonly adopted?: boolean;
  readonly refused?: string;
}

export interface Service {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly notices: string[];
  readonly answer: Promise<Answer>;
}

interface ServiceOptions {
  /** The folder of the built package, its own by default; null: runs the sources. */
  readonly from?: string | null;
  /** In its own process group, as a shell with a terminal starts it. */
  readonly group?: boolean;
  /** Sees no process of others, and others see its processes by other pids; only as root. */
  readonly container?: boolean;
}

export function startService(dataDir: string, options: ServiceOptions = {}): Service {
  const { from = builtPackage(), group = false, container = false } = options;
  const args = from === null ? ['--import', tsx] : [];
  const command = [process.execPath, ...args, childScript, dataDir, from ? builtIn(from) : sources];
  if (container) command.unshift('unshare', '--pid', '--ipc', '--mount-proc', '--fork', '--kill-child');
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: group,
  });
  children.push(child);
  const notices: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => notices.push(line));
  const answer = new Promise<Answer>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('close', () =>
      reject(new Error(`The service ended without an answer: ${notices.join('\n')}`)),
    );
  });
  // A service that is killed early rejects; only a test that awaits the answer shall fail.
  answer.catch(() => undefined);
  return { process: child, pid: child.pid ?? 0, notices, answer };
}

export async function kill(service: Service): Promise<void> {
  const ended = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await ended;
}

export async function killGroup(service: Service): Promise<void> {
  const ended = once(service.process, 'exit');
  process.kill(-service.pid, 'SIGKILL');
  await ended;
}

export async function tell(service: Service, command: 'stop' | 'exit'): Promise<void> {
  const ended = once(service.process, 'exit');
  service.process.stdin?.write(`${command}\n`);
  await ended;
}

export const clusterOf = (dataDir: string): string =>
  join(realpathSync(join(dataDir, 'postgres')), 'cluster');

export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Living processes of the cluster, including children of the server. */
export function processesOf(dataDir: string): number[] {
  const cluster = clusterOf(dataDir);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && describeProcess(pid) !== null && realpathSync(`/proc/${pid}/cwd`) === cluster;
      } catch {
        return false;
      }
    });
}

export function guardsOf(dataDir: string): number[] {
  const folder = dirname(clusterOf(dataDir));
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && describeProcess(pid) !== null && isGuard(pid, folder));
}

function isGuard(pid: number, folder: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return command.includes(folder) && /^guard of |readSync/.test(command);
  } catch {
    return false;
  }
}

/** The one living guard; never 0, which a signal takes for the process group of the tests. */
export function guardOf(dataDir: string): number {
  const [guard, another] = guardsOf(dataDir);
  if (guard === undefined || another !== undefined) throw new Error(`${dataDir} has not one guard`);
  return guard;
}

export const groupOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
};

export const untilNothingRuns = (dataDir: string): Promise<void> =>
  vi
    .waitUntil(() => processesOf(dataDir).length === 0, { timeout: 20_000, interval: lookEveryMs })
    .then(() => undefined);

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

/** Ends the processes of a failed test, and deletes its folders, except the one to hand on. */
export function cleanUp(handOn: boolean): void {
  if (!handOn) used = null;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) {
    if (folder === used) {
      folders.push(folder);
      continue;
    }
    for (const dataDir of [folder, join(folder, 'data')]) stopLeftOver(dataDir);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function stopLeftOver(dataDir: string): void {
  try {
    for (const pid of guardsOf(dataDir)) process.kill(pid, 'SIGKILL');
    for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGQUIT');
  } catch {
    // There is no cluster, or all have ended.
  }
}
