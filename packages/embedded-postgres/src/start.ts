import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, faultOf, Patience, type RunningServer } from './adopt.ts';
import { program } from './binaries.ts';
import { ensureCluster, readPassword } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import { clusterFolder } from './home.ts';
import { type ChildServer, type LaunchOptions, launch, logFile } from './launch.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

export interface Server extends RunningServer {
  /** null: the server was adopted. */
  readonly child: ChildServer | null;
}

export interface StartOptions extends LaunchOptions {
  readonly database: string;
  readonly cancelled: AbortSignal;
}

/** Pauses before the attempts to start: workers and memory of a killed server are gone within seconds. */
const pausesMs = [0, 50, 150, 300, 600, 1_000, 2_000];
/** PostgreSQL's messages about the remains of a killed server, and about a taken port. */
const temporaryFailure = /shared memory|lock file|TCP\/IP socket|Address already in use/i;
const portTaken = /TCP\/IP socket|Address already in use/i;
/** Later attempts follow only a temporary failure. */
const attemptsAfterAnyFailure = 3;

/** `port`: the port to which a running service already connects. Absent: the server may have any port. */
export async function openServer(options: StartOptions, port?: number): Promise<Server> {
  const { home, database, cancelled } = options;
  const adoptedServer = await adopt(home, database, cancelled);
  if (adoptedServer === null) return await startNew(options, port);
  if (port !== undefined && adoptedServer.port !== port)
    throw new EmbeddedPostgresError(
      `Another program has started PostgreSQL (pid ${adoptedServer.identity.pid}) in ${home.folder}, on port ${adoptedServer.port} instead of ${port}.`,
    );
  options.onProcess(adoptedServer.identity);
  return { ...adoptedServer, child: null };
}

async function startNew(options: StartOptions, port?: number): Promise<Server> {
  const { home, binaries, durable, cancelled } = options;
  await ensureCluster(binaries, home, durable);
  let reason = '';
  for (const [attempt, pauseMs] of pausesMs.entries()) {
    if (attempt >= attemptsAfterAnyFailure && !temporaryFailure.test(reason)) break;
    await sleep(pauseMs, undefined, { signal: cancelled });
    const child = await launch(options, port);
    try {
      if (await becomesReady(options, child)) return { identity: child.identity, port: child.port, child };
      reason = await child.endReason();
    } catch (error) {
      await stopPostmaster(child.identity, program(binaries, 'pg_ctl'));
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

/** PostgreSQL's messages about a damaged pid file, and about processes that a crashed server has left. */
const leftByCrash = /lock file "postmaster\.pid"|pre-existing shared memory/;

/** false: the server has ended. */
async function becomesReady(
  { home, database, cancelled }: StartOptions,
  child: ChildServer,
): Promise<boolean> {
  const cluster = clusterFolder(home);
  const password = await readPassword(home);
  const patience = new Patience();
  for (let pauseMs = 4; !child.hasEnded(); pauseMs = Math.min(pauseMs * 1.5, 100)) {
    cancelled.throwIfAborted();
    const record = await readPostmaster(cluster);
    // Before the server itself says that it listens, another program may be on this port.
    const isListening =
      record?.pid === child.identity.pid && record.port === child.port && record.status === 'ready';
    const fault = isListening ? await faultOf(record, password, database) : 'starting';
    if (fault === null) return true;
    if (patience.isOver(record, fault))
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL started but cannot be used (${fault}). See ${logFile(home)}.`,
      );
    await Promise.race([sleep(pauseMs), child.end]);
  }
  return false;
}
