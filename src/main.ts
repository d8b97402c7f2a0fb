/** `npm start`: the process of the service, from its settings to its end. */
import type { EventEmitter } from 'node:events';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { EmbeddedPostgresError, startEmbeddedPostgres } from 'embedded-postgres-server';
import { EnvFileError, loadEnvFile } from '../packages/toolkit/src/env-file.ts';
import { ensureSandboxFiles, KeyFileError, type SandboxFiles } from '../packages/toolkit/src/files.ts';
import { sandboxIssuer } from '../packages/toolkit/src/issuer.ts';
import { toolkitAt } from '../packages/toolkit/src/toolkit-line.ts';
import { type App, createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { OpenDatabase } from './db/connections/client.ts';
import { failureCode, isDatabaseFault } from './db/connections/failure.ts';
import { readDatabaseTime } from './db/database-time.ts';
import { DatabaseSetupError } from './db/prepare.ts';
import type { Tracing, TracingSettings } from './observability/tracing/tracing.ts';
import { renderFirstScreen } from './process/first-screen.ts';
import { onHangUp } from './process/hang-up.ts';
import { createLiveFiles, type LiveFiles } from './process/live-files.ts';
import { createLogs, type Logs } from './process/log.ts';
import { whenNpmEnds } from './process/npm-watch.ts';
import { openCore, openSeal, openUpstream } from './process/open-banks.ts';
import { openServiceDatabase } from './process/open-database.ts';
import { openProvider } from './process/open-provider.ts';
import { whenParentEnds } from './process/parent-watch.ts';
import { removePostgresVariables } from './process/postgres-variables.ts';
import { readSeedFile } from './process/seed-file.ts';
import { StartError } from './process/start-error.ts';
import { explainListenErrors, findFreePort, isRefusedByBrowsers } from './process/tcp-ports.ts';
import { openAnchors, openRevocations, openTrust } from './process/trust-files.ts';
import { type DatabaseAddress, databaseUrlDescription, whyUnusable } from './process/unusable-database.ts';
import { TrustError } from './security/trust.ts';

/** Without this flag, V8 may decide that the objects of a list live long. Then every list costs 45 % more (docs/performance.md). */
setFlagsFromString('--no-allocation-site-pretenuring');

/** How long Node waits for one address of a host before it tries the next. Node's 250 ms are too short for a distant host. */
setDefaultAutoSelectFamilyAttemptTimeout(1_500);

const graceMs = 10_000;
/** How many connections may wait to be accepted. Any further client, even a probe, tries again only after a second. */
const connectionBacklog = 4_096;

let log: Logs | undefined;

let reload: (() => void) | undefined;

/** Set when the service begins to use a database. */
let serviceDatabase: DatabaseAddress | undefined;

/** true: the process is ending. An unfinished start then fails, and its error is not reported. */
let isClosing = false;

/** Called in reverse order at the end. */
const closers: (() => Promise<void>)[] = [];

/** After a signal, or after the end of the program that started the service, the start ends at the next call of this function. */
function requireNoSignal(): void {
  if (isClosing) throw new StartError('The process is ending.');
}

async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop())
    await close().catch(() => undefined);
}

async function start(): Promise<void> {
  const fileSettings = loadEnvFile();
  const config = readConfig();
  removePostgresVariables();
  if (config.ignoredVariablesWarning) printNotice(config.ignoredVariablesWarning);
  const logs = createLogs(config.logLevel, config.logFormat ?? (process.stderr.isTTY ? 'pretty' : 'json'));
  log = logs;
  const tracing = config.tracing ? await startTracing(config.tracing, logs) : null;
  const live = openLiveFiles(logs);
  const anchors = config.trustAnchorsFile ? openAnchors(config.trustAnchorsFile, live) : null;
  const processParts = { logs, live, warn: printNotice, closers, tracing };
  const upstream = config.upstream ? await openUpstream(config.upstream, processParts) : null;
  const core = config.core ? await openCore(config.core, processParts) : null;
  const identity = config.identity ? await openProvider(config.identity, logs) : null;
  const seal = config.seal ? openSeal(config.seal, processParts) : null;
  const seedFile = config.seedFile ? await readSeedFile(config.seedFile, Date.now()) : null;
  for (const line of seedFile?.warnings ?? []) printNotice(line);
  // Reports a port in use before the start of the database, which takes seconds.
  if (config.port !== 0) await explainListenErrors(findFreePort(config.host, config.port), config);
  const database = await openStorage(config, logs, tracing);
  const files = config.sandbox ? await prepareSandboxFiles(config.dataDir) : null;
  const trust = openTrust(files?.authorityPem ?? null, anchors);
  const revocations = config.revocationFile
    ? openRevocations(config.revocationFile, trust, anchors, processParts)
    : null;
  closers.push(live.watch());
  reload = () => live.reload({ evenUnchanged: true });
  const port = config.port || (await explainListenErrors(findFreePort(config.host), config));
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  if (isRefusedByBrowsers(publicUrl))
    printNotice(
      `Warning: browsers and Node's fetch refuse the port of ${publicUrl}. Set PORT or PUBLIC_URL to another port.`,
    );
  const toolkit = toolkitAt(
    { url: publicUrl, dataDir: config.sandbox ? config.dataDir : null },
    fileSettings,
  );
  const sealIdentity = seal ?? (files === null ? null : () => files.seal);
  const app = createApp({
    ...config,
    toolkit,
    database,
    trust,
    upstream,
    core,
    tracing,
    identity,
    notifications: sealIdentity && {
      identity: sealIdentity,
      onGivenUp: (fields) => logs.warn('gave up the notifications of a payment', fields),
    },
    seed: seedFile?.seed,
    revocations,
    publicUrl,
    issueCertificate: config.sandbox ? sandboxIssuer(config.dataDir) : undefined,
    log: logs.request,
    audit: logs.audit,
    onError: logs.workFailed,
    clockCheck: {
      readDatabaseTime: () => readDatabaseTime(database),
      onWrong: (offsetMs) => logs.warn('clock differs from the database', { offsetMs }),
      onRight: () => logs.event('clock agrees with the database'),
    },
    includeProcessMetrics: true,
  });
  await serve(app, config, port);
  const screen = { url: publicUrl, demo: files?.demo ?? null, payCommand: toolkit.line(['pay']) };
  process.stdout.write(await renderFirstScreen(app, { ...config, port }, screen));
  logs.event('started', { port, sandbox: config.sandbox });
}

async function serve(app: App, config: Config, port: number): Promise<void> {
  requireNoSignal();
  const { runner, events } = app;
  closers.push(
    () => events.stop(),
    () => runner.stop(),
    () => app.stop(graceMs),
  );
  // The events start before `listen`, because the first client may wait for a change that another process makes.
  await events.start();
  await explainListenErrors(app.listen({ host: config.host, port, backlog: connectionBacklog }), config);
  runner.start();
  // Runs before `app.stop`: /readyz responds 503 for a while, so that load balancers send no more requests.
  closers.push(() => app.leave(config.shutdownDelayMs));
}

const openLiveFiles = (logs: Logs): LiveFiles =>
  createLiveFiles({
    onReload: (files) => logs.event('files read again', { files }),
    onFault: (files, detail) =>
      logs.warn('files cannot be used; what was read before stays in force', { files, detail }),
  });

async function openStorage(config: Config, logs: Logs, tracing: Tracing | null): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        name: 'psd2-bank',
        databaseName: 'bank',
        onNotice: printNotice,
        wording: { dataDir: 'DATA_DIR', alternative: 'set DATABASE_URL to a PostgreSQL server' },
      });
  if (embedded) closers.push(() => embedded.stop());
  requireNoSignal();
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const databaseDescription = embedded
    ? `The database in DATA_DIR ${config.dataDir}`
    : databaseUrlDescription;
  serviceDatabase = { description: databaseDescription, url };
  const database = await openServiceDatabase(
    {
      url,
      poolSize: config.databasePoolSize,
      pooler: config.databasePooler,
      engine: config.databaseEngine,
      directUrl: config.databaseDirectUrl,
      notice: logs.warn,
      traces: tracing?.statements ?? null,
    },
    {
      serviceMark: { service: config.sandbox ? 'sandbox' : 'bank', bank: config.bank },
      databaseDescription,
      readUrl: config.databaseReadUrl,
      warn: printNotice,
    },
  );
  closers.push(() => database.close());
  return database;
}

/** Imports the module lazily, because it costs memory and time. */
async function startTracing(settings: TracingSettings, logs: Logs): Promise<Tracing> {
  const { openTracing } = await import('./observability/tracing/tracing.ts');
  const tracing = openTracing(settings, {
    onBegin: (fields) => logs.warn('traces cannot be sent', fields),
    onEnd: (fields) => logs.event('traces are sent again', fields),
  });
  closers.push(() => tracing.close());
  return tracing;
}

function printNotice(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function prepareSandboxFiles(dataDir: string): Promise<SandboxFiles> {
  try {
    return await ensureSandboxFiles(dataDir);
  } catch (error) {
    const code = failureCode(error);
    throw code === null
      ? error
      : new StartError(
          `DATA_DIR ${dataDir}: the service cannot store keys and certificates there (${code}).`,
        );
  }
}

/** Ends the process at a signal, or with the program that started it. A second signal ends it at once. */
function onSignals(whenStarted: Promise<void>): void {
  const closeAndExit = () => {
    if (isClosing) return;
    isClosing = true;
    log?.event('stopping');
    void whenStarted
      .catch(() => undefined)
      .then(closeAll)
      .then(() => {
        log?.event('stopped');
        process.exit(0);
      });
  };
  let hasSignal = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (hasSignal) process.exit(1);
      hasSignal = true;
      closeAndExit();
    });
  }
  onHangUp(() => reload?.(), closeAndExit);
  const endWith = (program: string) => {
    if (!isClosing)
      printNotice(`The ${program} that started this service has ended, so the service stops too.`);
    closeAndExit();
  };
  const ownEvents: EventEmitter = process;
  // If a test has started this process, bin/psd2-bank.mjs emits the event when the test has ended.
  ownEvents.once('endOfInput', closeAndExit);
  whenNpmEnds(() => endWith('npm'));
  whenParentEnds(() => endWith('program'));
}

// A write fails when the program that reads the stream has ended. Without a listener, the error would end this process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Node would print the message of the error, which may contain client input. Before there is a log, there are no clients.
process.on('uncaughtException', (error) => {
  if (log === undefined) process.stderr.write(`${error.stack}\n`);
  else log.fatal(error);
  process.exit(1);
});
// Only `process.exit` ends this process. Otherwise it would end with code 0 if a start or stop waits for a timer that is `unref`.
setInterval(() => undefined, 2 ** 30);
const startup = start();
onSignals(startup);
startup.catch(async (error: unknown) => {
  // The start may fail because the process is ending: Ctrl+C, for example, also ends the initdb of the first start.
  if (isClosing) return;
  const isForOperator =
    error instanceof ConfigError ||
    error instanceof DatabaseSetupError ||
    error instanceof EnvFileError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof KeyFileError ||
    error instanceof StartError ||
    error instanceof TrustError;
  const databaseFault =
    serviceDatabase !== undefined && isDatabaseFault(error) ? whyUnusable(error, serviceDatabase) : null;
  if (isForOperator) printNotice(error.message);
  else printNotice(databaseFault ?? `Start failed: ${error instanceof Error ? error.stack : String(error)}`);
  await closeAll();
  process.exit(1);
});
