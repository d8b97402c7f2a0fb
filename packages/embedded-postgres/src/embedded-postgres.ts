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
  /** true: the server was already running, because an earlier service was killed. */
  readonly adopted: boolean;
  /** Resolves when the process of the server has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Appears in lists of processes, and in the paths of folders outside of the data directory; default `embedded-postgres`. */
  readonly name?: string;
  /** Default `postgres`. */
  readonly databaseName?: string;
  /** Default true. With false, a power cut may damage the database. */
  readonly durable?: boolean;
  /** Each call brings one line for a person to read. */
  readonly onNotice?: (text: string) => void;
  readonly wording?: Partial<Wording>;
}

type EmbeddedSettings = Required<EmbeddedPostgresOptions> & { readonly wording: Wording };

/** Rejects with EmbeddedPostgresError if a person can correct the failure. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const settings = withDefaults(options);
  const packageFolder = findPackage(settings.wording);
  const home = await openHome(settings);
  const lock = await takeServiceLock(home);
  try {
    const postgres = await openAndSupervise(settings, packageFolder, home, lock);
    void removeAbandoned(settings.name, settings.onNotice);
    return postgres;
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
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(databaseName))
    throw new EmbeddedPostgresError(`The database name ${databaseName} is not a lower-case word.`);
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw new EmbeddedPostgresError(`The name ${name} is not a lower-case word.`);
  return { dataDir: options.dataDir, name, databaseName, durable, onNotice, wording };
}

async function openAndSupervise(
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
  let serverProcess: ProcessIdentity | null = null;
  const onProcess = (identity: ProcessIdentity) => {
    serverProcess = identity;
    guard.setServer(identity);
  };
  // After process.exit or an uncaught error, nobody calls `stop`.
  const onExit = () => {
    if (serverProcess !== null) askToStop(serverProcess);
  };
  process.once('exit', onExit);
  const startOptions: StartOptions = {
    home,
    binaries,
    name,
    database,
    durable,
    socket: lock.socket,
    onProcess,
    cancelled: closing.signal,
  };
  const endGuard = async () => {
    process.removeListener('exit', onExit);
    await guard.dismiss();
  };
  const server = await openServer(startOptions).catch(async (error) => {
    await endGuard();
    throw error;
  });
  const supervised = supervise({ startOptions, onNotice }, server);
  const stopAll = async () => {
    closing.abort();
    await supervised;
    try {
      await stopServer(serverProcess, pgCtl);
      await endGuard();
    } finally {
      lock.release();
    }
  };
  let stopping: Promise<void> | null = null;
  return {
    url: databaseUrl({ port: server.port, password: await readPassword(home) }, database),
    adopted: server.child === null,
    stop() {
      stopping ??= stopAll();
      return stopping;
    },
  };
}

async function stopServer(server: ProcessIdentity | null, pgCtl: string): Promise<void> {
  if (server === null) return;
  await stopPostmaster(server, pgCtl);
  if (isAlive(server)) throw new EmbeddedPostgresError(`PostgreSQL (pid ${server.pid}) did not stop.`);
}
