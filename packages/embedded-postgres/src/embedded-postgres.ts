import { removeAbandoned } from './abandoned.ts';
import { findPackage, prepareBinaries, program } from './binaries.ts';
import { readPassword } from './cluster.ts';
import { databaseUrl } from './connection.ts';
import { defaultWording, EmbeddedPostgresError, type Wording } from './error.ts';
import { startGuard } from './guard/guard.ts';
import { defaultName, type Home, openHome } from './home.ts';
import { type ServiceLock, takeServiceLock } from './lock.ts';
import { askToStop, stopPostmaster } from './postmaster.ts';
import { isAlive, type ProcessIdentity } from './processes.ts';
import { openServer, type StartOptions } from './start.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Whether a server of a killed service was already running. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** In lists of processes and in folders outside of the data directory; default `embedded-postgres`. */
  readonly name?: string;
  /** Default `postgres`. */
  readonly databaseName?: string;
  /** Default true. False is unsafe in a power cut. */
  readonly durable?: boolean;
  /** Each text is a line for a person. */
  readonly onNotice?: (text: string) => void;
  readonly wording?: Partial<Wording>;
}

type EmbeddedSettings = Required<EmbeddedPostgresOptions> & { readonly wording: Wording };

/** Rejects with EmbeddedPostgresError if a person can help. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const settings = withDefaults(options);
  const packageFolder = findPackage(settings.wording);
  const home = await openHome(settings);
  const lock = await takeServiceLock(home);
  try {
    const running = await run(settings, packageFolder, home, lock);
    void removeAbandoned(settings.name, settings.onNotice);
    return running;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function withDefaults(options: EmbeddedPostgresOptions): EmbeddedSettings {
  const {
    name = defaultName,
    databaseName = 'postgres',
    durable = true,
    onNotice = () => undefined,
  } = options;
  const wording = { ...defaultWording, ...options.wording };
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(databaseName)) {
    throw new EmbeddedPostgresError(`The database name ${databaseName} is not a lower-case word.`);
  }
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) {
    throw new EmbeddedPostgresError(`The name ${name} is not a lower-case word.`);
  }
  return { dataDir: options.dataDir, name, databaseName, durable, onNotice, wording };
}

async function run(
  settings: EmbeddedSettings,
  packageFolder: string,
  home: Home,
  lock: ServiceLock,
): Promise<EmbeddedPostgres> {
  const { name, databaseName: database, durable, onNotice } = settings;
  const binaries = await prepareBinaries(packageFolder, home);
  const pgCtl = program(binaries, 'pg_ctl');
  const guard = startGuard({ home, pgCtl, database });
  const closing = new AbortController();
  let current: ProcessIdentity | null = null;
  const onProcess = (identity: ProcessIdentity) => {
    current = identity;
    guard.setServer(identity);
  };
  // process.exit or an uncaught error stops the server at once.
  const onExit = () => {
    if (current !== null) askToStop(current);
  };
  process.once('exit', onExit);
  const { socket } = lock;
  const start: StartOptions = {
    home,
    binaries,
    name,
    durable,
    database,
    socket,
    onProcess,
    cancelled: closing.signal,
  };
  const endGuard = async () => {
    process.removeListener('exit', onExit);
    await guard.dismiss();
  };
  const server = await openServer(start).catch(async (error) => {
    await endGuard();
    throw error;
  });
  const supervised = supervise({ start, onNotice }, server);
  const stop = async () => {
    closing.abort();
    await supervised;
    try {
      await stopServer(current, pgCtl);
      await endGuard();
    } finally {
      lock.release();
    }
  };
  let stopping: Promise<void> | null = null;
  return {
    url: databaseUrl({ port: server.port, password: await readPassword(home) }, database),
    adopted: server.launched === null,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function stopServer(server: ProcessIdentity | null, pgCtl: string): Promise<void> {
  if (server === null) return;
  await stopPostmaster(server, pgCtl);
  if (isAlive(server)) throw new EmbeddedPostgresError(`PostgreSQL (pid ${server.pid}) did not stop.`);
}
