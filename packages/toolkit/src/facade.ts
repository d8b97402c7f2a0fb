/**
 * `npm run facade` starts a sandbox as the bank and a facade in front of it, which is a TPP of that bank. Both end with this
 * process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { packageFolder } from '../../../src/package-folder.ts';
import { whenNpmEnds } from '../../../src/process/npm-watch.ts';
import { settings as allSettings } from '../../../src/process/settings.ts';
import { dataDirOf, ensureAuthority, ensureTpp, tppFolder } from './files.ts';
import { makeFolders } from './make-folders.ts';

const { env } = process;
const base = resolve(dataDirOf(undefined, env), 'facade');
const port = Number(env.PORT || 4000);
const bank = { name: 'The bank', port: port + 1, dataDir: join(base, 'bank') };
const facade = { name: 'The facade', port, dataDir: join(base, 'front') };

const openTelemetry = Object.keys(env).filter((name) => name.startsWith('OTEL_'));
/** Other settings, also in `.env`, are those of another service. An empty one is unset. */
const unset = Object.fromEntries([...Object.keys(allSettings), ...openTelemetry].map((name) => [name, '']));
const { HOST = '', SANDBOX_SEED = '' } = env;

const children: ChildProcess[] = [];
let stopping = false;

/** Resolves once the service is ready. */
async function start(one: typeof bank, settings: Readonly<Record<string, string>>): Promise<void> {
  await makeFolders(one.dataDir);
  const main = join(packageFolder, 'dist/main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, '--ends-with-parent'], {
    env: {
      ...env,
      ...unset,
      HOST,
      SANDBOX: 'true',
      LOG_LEVEL: 'warn',
      PORT: String(one.port),
      DATA_DIR: one.dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  await new Promise<void>((ready, fail) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!/is ready at[\s\S]*\n\n$/.test(output)) return;
      process.stdout.write(`\n${one.name}\n${output}`);
      output = '';
      ready();
    });
    child.once('exit', (code) => {
      fail(new Error(`${one.name} has ended.`));
      if (!stopping) void stop(code ?? 1);
    });
  });
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null) return;
      const exitEvent = once(child, 'exit');
      // Ctrl+C reaches the services too, and a second signal would end them at once.
      if (child.connected) child.disconnect();
      await exitEvent;
    }),
  );
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));
whenNpmEnds(() => void stop(0));
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const folder = tppFolder(bank.dataDir);
  const tpp = await ensureTpp(folder, await ensureAuthority(folder), 'facade', {
    organizationIdentifier: 'PSDNO-FSA-FACADE',
    organizationName: 'Facade',
    roles: ['PSP_PI'],
  });
  await start(bank, { BANK: 'simulated', SANDBOX_SEED });
  await start(facade, {
    BANK: 'upstream',
    UPSTREAM_URL: `http://localhost:${bank.port}`,
    UPSTREAM_KEY: tpp.keyPath,
    UPSTREAM_CERTIFICATE: tpp.certificatePath,
  });
  process.stdout.write(
    `The facade at http://localhost:${port} uses the bank at http://localhost:${bank.port}, as the TPP ${tpp.organizationIdentifier}.\nTo approve a payment of the facade, log in on the pages of the bank as customer 13039319955.\n`,
  );
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
