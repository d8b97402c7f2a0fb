/** `npm run core`: the simulated bank as a core system for BANK=core, with its own database. CORE_TLS=off is for tests. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import {
  dataDirOf,
  ensureAuthority,
  ensureTpp,
  issueSeal,
  tppFolder,
} from '../packages/toolkit/src/files.ts';
import { shellWord } from '../packages/toolkit/src/toolkit-line.ts';
import { bankStores } from './app/bank-stores.ts';
import { createTimeOrderedIds } from './app/time-ordered-ids.ts';
import { loadCoreSide } from './bank/core/iso20022/core-side/load-core-side.ts';
import { defaultProfileFile, readProfile } from './bank/core/iso20022/profile.ts';
import { createCoreSystem } from './bank/core-system/core-system.ts';
import { listenAsCore } from './bank/core-system/server.ts';
import { createCoreSystemStore } from './bank/core-system/store.ts';
import { createSimulatedBank } from './bank/simulated/simulated-bank.ts';
import { type OpenDatabase, openDatabase } from './db/connections/client.ts';
import { isUnavailable } from './db/connections/failure.ts';
import { migrateDatabase } from './db/prepare.ts';
import { claimDatabase } from './db/service-mark.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import { every } from './every.ts';
import { packageFolder } from './package-folder.ts';
import { createLauncher, requireSetting } from './process/launcher.ts';
import { errorFieldsOf } from './process/log.ts';
import { removePostgresVariables } from './process/postgres-variables.ts';
import { settingChecks } from './process/settings.ts';
import { explainListenErrors, findFreePort, requirePortNumber } from './process/tcp-ports.ts';
import { type DatabaseAddress, explainFaults } from './process/unusable-database.ts';

const { env } = process;
const dataDir = resolve(dataDirOf(undefined, env), 'core');
const host = '127.0.0.1';
const corePort = Number(env.PORT || 4002);
const servicePort = Number(env.SERVICE_PORT || 4000);
const tickEveryMs = 1_000;
const certificateDays = 30;
const dayMs = 86_400_000;

const startsService = process.argv.includes('--service');

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const reportError = (error: unknown): void => say(JSON.stringify(errorFieldsOf(error)));
const reportAndChooseStatus = (error: unknown): 500 | 503 => {
  reportError(error);
  return isUnavailable(error) ? 503 : 500;
};
const { closers, run, startService } = createLauncher(reportError);

interface StorageAddress extends DatabaseAddress {
  readonly url: string;
}

async function openStorage(): Promise<StorageAddress> {
  const { CORE_DATABASE_URL: coreUrl } = env;
  requireSetting('CORE_DATABASE_URL', settingChecks.DATABASE_URL, coreUrl);
  if (coreUrl) return { url: coreUrl, description: 'The database of CORE_DATABASE_URL' };
  const embedded = await startEmbeddedPostgres({
    dataDir,
    name: 'psd2-core',
    databaseName: 'core',
    onNotice: say,
    wording: { dataDir: 'DATA_DIR', alternative: 'set DATA_DIR to another folder' },
  });
  closers.push(() => embedded.stop());
  return { url: embedded.url, description: `The embedded PostgreSQL in ${dataDir}` };
}

async function createIdentities() {
  const now = new Date();
  const folder = tppFolder(dataDir);
  const authority = await ensureAuthority(folder, now);
  const service = {
    organizationIdentifier: 'PSDNO-FSA-SERVICE',
    organizationName: 'Service',
    roles: [],
  };
  const serviceFiles = await ensureTpp(folder, authority, 'service', service, now);
  const coreIdentity = issueSeal(
    authority,
    { ...service, organizationName: 'Core system' },
    {
      commonName: 'localhost',
      notBefore: new Date(now.getTime() - dayMs),
      notAfter: new Date(now.getTime() + certificateDays * dayMs),
    },
  );
  const caPath = join(folder, 'core-ca.pem');
  writeFileSync(caPath, authority.certificatePem);
  const tls = {
    key: coreIdentity.privateKeyPem,
    cert: coreIdentity.certificatePem,
    ca: authority.certificatePem,
  };
  return { tls, caPath, ...serviceFiles };
}

interface Provider {
  /** Settings of a service that uses the provider. */
  readonly settings: Readonly<Record<string, string>>;
  readonly issuer: string;
  stop(): Promise<void>;
}

async function startProvider(): Promise<Provider | null> {
  if (!process.argv.includes('--identity-provider')) return null;
  // The module needs development packages, which an installed service does not have.
  const { startIdentityProvider } = await import(join(packageFolder, 'scripts/identity-provider.mjs'));
  const port = Number(env.PROVIDER_PORT || corePort + 1);
  const provider = await explainListenErrors<Provider>(
    startIdentityProvider({
      port,
      keyFile: join(tppFolder(dataDir), 'oidc.key'),
      returnAddress: `http://localhost:${servicePort}/sca/return`,
      customerNumber: '13039319955',
    }),
    { host, port },
    'PROVIDER_PORT',
  );
  closers.push(provider.stop);
  return provider;
}

/** Checks the ports before the slow parts of the start. The service itself would report its port as PORT, not as SERVICE_PORT. */
async function requireFreePorts(): Promise<void> {
  const serviceHost = env.HOST || host;
  await requireFreePort(host, corePort, 'PORT');
  if (startsService) await requireFreePort(serviceHost, servicePort, 'SERVICE_PORT');
}

const requireFreePort = (address: string, port: number, setting: string) =>
  explainListenErrors(findFreePort(address, port), { host: address, port }, setting);

async function prepareDatabase(storage: StorageAddress): Promise<OpenDatabase> {
  const { url, description } = storage;
  await explainFaults(storage, migrateDatabase(url, { report: say, engine: 'postgres' }));
  const serviceMark = { service: 'core-system', bank: 'simulated' } as const;
  await explainFaults(storage, claimDatabase(url, serviceMark, description));
  const database = openDatabase({ url, poolSize: 5 });
  closers.push(() => database.close());
  return database;
}

async function openCoreSystem(database: OpenDatabase) {
  const profileResult = readProfile(defaultProfileFile);
  if ('faults' in profileResult) throw new Error(profileResult.faults.join('; '));
  const ids = createTimeOrderedIds(Date.now);
  const bankSettings = { sandbox: true, publicUrl: '' };
  const system = createCoreSystem(
    {
      work: createUnitOfWork(database, bankStores),
      store: createCoreSystemStore(database.session),
      clock: Date.now,
      ids,
      settings: bankSettings,
      bank: createSimulatedBank({ ids, settings: bankSettings }),
      messages: loadCoreSide(profileResult.profile.bankBic),
    },
    reportError,
  );
  await system.prepare();
  return system;
}

/** `startCommand` starts a service for the core system. */
function renderScreen(
  url: string,
  storage: DatabaseAddress,
  provider: Provider | null,
  startCommand: string,
): string {
  const providerLines =
    provider === null
      ? []
      : [`  PSUs     log in at ${provider.issuer}, an identity provider without passwords`];
  const commandLines = [
    '  To start a service for it in this terminal: npm run core -- --service',
    '  Or in another terminal:',
    '',
    `    ${startCommand}`,
    '',
  ];
  const lines = [
    '',
    `  The core system is ready at ${url}`,
    `  Data     ${storage.description}`,
    ...providerLines,
    '',
    ...(startsService ? [] : commandLines),
    '  It has the same customers as a new sandbox. For example, 13039319955 approves payments from account 95360573002.',
  ];
  return `${lines.join('\n')}\n\n`;
}

async function start(): Promise<void> {
  requirePortNumber(servicePort, 'SERVICE_PORT');
  await requireFreePorts();
  removePostgresVariables();
  const storage = await openStorage();
  const system = await openCoreSystem(await prepareDatabase(storage));
  const { tls, caPath, keyPath, certificatePath } = await createIdentities();
  const { url, stop: close } = await explainListenErrors(
    listenAsCore(system.handle, corePort, env.CORE_TLS === 'off' ? null : tls, reportAndChooseStatus),
    { host, port: corePort },
  );
  closers.push(close);
  const ticker = every(tickEveryMs, system.tick, reportError);
  ticker.start();
  closers.push(ticker.stop);
  const provider = await startProvider();
  const serviceSettings = {
    PORT: String(servicePort),
    // A database belongs to one kind of bank, and the default DATA_DIR may have the database of a sandbox.
    DATA_DIR: join(dataDir, 'service'),
    BANK: 'core',
    CORE_URL: url,
    CORE_KEY: keyPath,
    CORE_CERTIFICATE: certificatePath,
    CORE_CA: caPath,
    ...provider?.settings,
  };
  const shellSettings = Object.entries(serviceSettings).map(([name, value]) => `${name}=${shellWord(value)}`);
  const startCommand = [...shellSettings, 'npm start'].join(' ');
  process.stdout.write(renderScreen(url, storage, provider, startCommand));
  if (startsService) startService(serviceSettings, 'inherit');
}

await run(start);
