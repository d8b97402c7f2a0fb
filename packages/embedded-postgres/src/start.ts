import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, faultOf, Patience, type RunningServer } from './adopt.ts';
import { program } from './binaries.ts';
import { ensureCluster, readPassword } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import { clusterFolder } from './home.ts';
import { type Launched, type LaunchOptions, launch, logFile } from './launch.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

export interface Server extends RunningServer {
  /** null: the server was adopted. */
  readonly launched: Launched | null;
}

export interface StartOptions extends LaunchOptions {
  readonly database: string;
  readonly cancelled: AbortSignal;
}

/** Pauses before the attempts to start: workers and memory of a killed server are gone within seconds. */
const pausesMs = [0, 50, 150, 300, 600, 1_000, 2_000];
const temporaryFailure = /shared memory|lock file|TCP\/IP socket|Address already in use/i;
const portTaken = /TCP\/IP socket|Address already in use/i;
const attemptsAfterAnyFailure = 3;

/** `port`: the port to which a running service already connects. Absent: the server may have any port. */
export async function openServer(start: StartOptions, port?: number): Promise<Server> {
  const { home, database, cancelled } = start;
  const running = await adopt(home, database, cancelled);
  if (running === null) return await startNew(start, port);
  if (port !== undefined && running.port !== port)
    throw new EmbeddedPostgresError(
      `Another program has started PostgreSQL (pid ${running.identity.pid}) in ${home.folder}, on port ${running.port} instead of ${port}.`,
    );
  start.onProcess(running.identity);
  return { ...running, launched: null };
}

async function startNew(start: StartOptions, port?: number): Promise<Server> {
  const { home, binaries, durable, cancelled } = start;
  await ensureCluster(binaries, home, durable);
  let reason = '';
  for (const [attempt, pause] of pausesMs.entries()) {
    if (attempt >= attemptsAfterAnyFailure && !temporaryFailure.test(reason)) break;
    await sleep(pause, undefined, { signal: cancelled });
    const launched = await launch(start, port);
    try {
      if (await becomesReady(start, launched))
        return { identity: launched.identity, port: launched.port, launched };
      reason = await launched.reason();
    } catch (error) {
      await stopPostmaster(launched.identity, program(binaries, 'pg_ctl'));
      throw error;
    }
  }
  const pidFile = join(clusterFolder(home), 'postmaster.pid');
  const hints = [
    ...(port !== undefined && portTaken.test(reason) ? [`: port ${port} is taken`] : []),
    ...(leftByCrash.test(reason) ? [`; if no PostgreSQL uses this folder, delete ${pidFile}`] : []),
  ];
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start: ${reason}${hints.join('')}. See ${logFile(home)}.`,
  );
}

/** PostgreSQL says so of a damaged pid file, and of processes of a server that ended without stopping them. */
const leftByCrash = /lock file "postmaster\.pid"|pre-existing shared memory/;

/** false: the server has ended. */
async function becomesReady(
  { home, database, cancelled }: StartOptions,
  launched: Launched,
): Promise<boolean> {
  const cluster = clusterFolder(home);
  const password = await readPassword(home);
  const patience = new Patience();
  for (let pause = 4; !launched.hasEnded(); pause = Math.min(pause * 1.5, 100)) {
    cancelled.throwIfAborted();
    const record = await readPostmaster(cluster);
    // Before the server itself says that it listens, another program may be on this port.
    const isListening =
      record?.pid === launched.identity.pid && record.port === launched.port && record.status === 'ready';
    const fault = isListening ? await faultOf(record, password, database) : 'starting';
    if (fault === null) return true;
    if (patience.isOver(record, fault))
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL started but cannot be used (${fault}). See ${logFile(home)}.`,
      );
    await Promise.race([sleep(pause), launched.ended]);
  }
  return false;
}
