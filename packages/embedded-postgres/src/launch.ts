import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Binaries, program } from './binaries.ts';
import { cannotRun, changeOwner, environment } from './cluster.ts';
import { clusterFolder, type Home } from './home.ts';
import { describeProcess, type ProcessIdentity } from './processes.ts';

/** A server that is a child process of this service. */
export interface ChildServer {
  readonly identity: ProcessIdentity;
  readonly port: number;
  /** Resolves when the process has ended. */
  readonly end: Promise<void>;
  hasEnded(): boolean;
  /** Why the server has ended, as the log says. */
  endReason(): Promise<string>;
}

export const logFile = (home: Home): string => join(home.folder, 'postgres.log');

const logLimitBytes = 4 * 1024 * 1024;

export interface LaunchOptions {
  readonly binaries: Binaries;
  readonly home: Home;
  readonly name: string;
  readonly durable: boolean;
  /** The socket of the lock. While the server holds it, other containers see that the folder is in use. */
  readonly socket: number | null;
  readonly onProcess: (identity: ProcessIdentity) => void;
}

export async function launch(options: LaunchOptions, requiredPort?: number): Promise<ChildServer> {
  const { binaries, home, socket } = options;
  const port = requiredPort ?? (await freePort());
  const log = await openLog(home);
  try {
    const oldLogSize = (await log.stat()).size;
    const path = program(binaries, 'postgres');
    const child = spawn(path, ['-D', clusterFolder(home), ...settings(port, options)], {
      stdio: ['ignore', log.fd, log.fd, ...(socket === null ? [] : [socket])],
      // Ctrl+C must reach only the service, which stops the server last.
      detached: true,
      cwd: join(binaries.folder, 'bin'),
      env: environment(),
      windowsHide: true,
      ...home.user,
    });
    child.unref();
    const pid = child.pid ?? 0;
    const identity = describeProcess(pid) ?? { pid, began: null };
    if (pid > 0) options.onProcess(identity);
    const end = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await once(child, 'spawn').catch((error) => {
      throw cannotRun(error, path, home);
    });
    return {
      identity,
      port,
      end,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      endReason: () => reasonInLog(home, oldLogSize),
    };
  } finally {
    await log.close();
  }
}

function settings(port: number, { name, durable }: LaunchOptions): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // One iteration is enough for the random password of initdb, but not for passwords that people choose later.
    scram_iterations: 4096,
    max_connections: 100,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: name,
    // Failed statements may contain names and accounts, so they must not be in this log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
}

/**
 * Opens the log to append. A server of an earlier start may still write after the truncation; without `O_APPEND`, it would write at
 * its old position, past the end of the file.
 */
async function openLog(home: Home): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_RDWR } = constants;
  const log = await open(logFile(home), O_APPEND | O_CREAT | O_RDWR, 0o600);
  await changeOwner(logFile(home), home.user);
  if ((await log.stat()).size > logLimitBytes) await log.truncate(0);
  return log;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function reasonInLog(home: Home, oldLogSize: number): Promise<string> {
  const log = await open(logFile(home), 'r');
  try {
    const { buffer, bytesRead } = await log.read(Buffer.alloc(16_384), { position: oldLogSize });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    const fatal = lines.findLast((line) => /(FATAL|PANIC):/.test(line))?.replace(/^.*?(FATAL|PANIC): +/, '');
    // Some early errors are lines without a level.
    const plain = lines.filter((line) => !/ LOG: /.test(line)).join(' ');
    return (
      [...(fatal ?? plain).trim()].slice(0, 400).join('') ||
      'it ended without a message; the disk may be full'
    );
  } finally {
    await log.close();
  }
}
