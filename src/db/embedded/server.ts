/**
 * A real PostgreSQL for a machine that has none: made, started, adopted after a crash, stopped. One service per
 * data directory; the data outlive every end of either process. Start at `startEmbeddedPostgres`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, Patience, prove, type Running } from './adopt.ts';
import { type Binaries, findPackage, prepareBinaries, program } from './binaries.ts';
import { ensureCluster, readPassword } from './cluster.ts';
import { databaseUrl } from './connection.ts';
import { EmbeddedPostgresError } from './error.ts';
import { clusterFolder, type Home, openHome } from './home.ts';
import { type Launched, launch, logFile } from './launch.ts';
import { takeServiceLock } from './lock.ts';
import { askToStop, readPostmaster, stopPostmaster } from './postmaster.ts';
import { isAlive } from './processes.ts';

export { EmbeddedPostgresError };

export interface EmbeddedPostgres {
  /** `postgres://postgres:<password>@127.0.0.1:<port>/<database>` */
  readonly url: string;
  /** True when the server ran already, left behind by a service that was killed. */
  readonly adopted: boolean;
  /** Stops the server, adopted or not, and returns when its process is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Made where it is missing; default `bank`. */
  readonly databaseName?: string;
  /** False trades safety against power cuts for speed: for tests. Default true. */
  readonly durable?: boolean;
  /** Receives what a person should know, a line each. */
  readonly onNotice?: (text: string) => void;
}

interface Server extends Running {
  readonly launched: Launched | null;
}

/** What the steps of a start share. */
interface Start {
  readonly home: Home;
  readonly binaries: Binaries;
  readonly database: string;
  readonly durable: boolean;
}

/** Pauses between attempts: what a killed server leaves behind (its workers, its memory) is gone within seconds. */
const pausesMs = [0, 50, 150, 300, 600, 1_000, 2_000];
/** Failures that pass: a port taken in between, and the remains of a killed server. Others get two more chances. */
const passing = /shared memory|lock file|TCP\/IP socket|Address already in use/i;
const otherAttempts = 3;

/** Starts the server, or adopts the one that runs; rejects with EmbeddedPostgresError where a person can help. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { databaseName: database = 'bank', durable = true, onNotice = () => undefined } = options;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(database)) {
    throw new EmbeddedPostgresError(`The database name ${database} is not a lower-case word.`);
  }
  const packageFolder = findPackage();
  const home = await openHome(options.dataDir, onNotice);
  const releaseLock = await takeServiceLock(home.folder, home.dataDir);
  try {
    const binaries = await prepareBinaries(packageFolder, home);
    const start: Start = { home, binaries, database, durable };
    const running = await adopt(home, database);
    const server: Server = running ? { ...running, launched: null } : await startNew(start);
    const url = databaseUrl({ port: server.port, password: await readPassword(home) }, database);
    return { url, adopted: running !== null, stop: stopper(start, server, releaseLock, onNotice) };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

async function startNew(start: Start): Promise<Server> {
  const { home, binaries, durable } = start;
  await ensureCluster(binaries, home, durable);
  let reason = '';
  for (const [attempt, pause] of pausesMs.entries()) {
    if (attempt >= otherAttempts && !passing.test(reason)) break;
    await sleep(pause);
    const launched = await launch(binaries, home, durable);
    try {
      if (await becomesReady(start, launched)) {
        return { identity: launched.identity, port: launched.port, launched };
      }
      reason = await launched.reason();
    } catch (error) {
      await stopPostmaster(launched.identity, program(binaries, 'pg_ctl'));
      throw error;
    }
  }
  throw new EmbeddedPostgresError(`The embedded PostgreSQL does not start: ${reason}. See ${logFile(home)}.`);
}

/** True when the server serves us; false when its process ended before. */
async function becomesReady({ home, database }: Start, launched: Launched): Promise<boolean> {
  const cluster = clusterFolder(home);
  const password = await readPassword(home);
  const patience = new Patience();
  for (let pause = 4; !launched.hasEnded(); pause = Math.min(pause * 1.5, 100)) {
    const record = await readPostmaster(cluster);
    let refusal = 'starting';
    // Its own record first: before the server listens, any program could be on that port.
    if (record?.pid === launched.identity.pid && record.port === launched.port && record.status === 'ready') {
      const objection = await prove(record, password, database);
      if (objection === null) return true;
      refusal = objection;
    }
    if (patience.isOver(record, refusal)) {
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL started but cannot be used (${refusal}). See ${logFile(home)}.`,
      );
    }
    await Promise.race([sleep(pause), launched.ended]);
  }
  return false;
}

function stopper(
  start: Start,
  server: Server,
  releaseLock: () => void,
  onNotice: (text: string) => void,
): () => Promise<void> {
  let stopping: Promise<void> | null = null;
  // A service that ends without stop() (process.exit, an uncaught error) takes the server with it.
  const onExit = () => askToStop(server.identity);
  process.once('exit', onExit);
  void server.launched?.ended.then(() => {
    const text = `The embedded PostgreSQL (pid ${server.identity.pid}) has ended; start the service again.`;
    if (stopping === null) onNotice(`${text} See ${logFile(start.home)}.`);
  });
  const stop = async () => {
    try {
      await stopPostmaster(server.identity, program(start.binaries, 'pg_ctl'));
      const { pid } = server.identity;
      if (isAlive(server.identity)) throw new EmbeddedPostgresError(`PostgreSQL (pid ${pid}) does not end.`);
    } finally {
      process.removeListener('exit', onExit);
      releaseLock();
    }
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}
