/**
 * `npm run facade`: two services on this machine, a sandbox as the bank and a facade in front of it, with a key and
 * a certificate that make the facade a TPP there. Both end with this process, however it ends, and this one with its npm.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { packageFolder } from '../../../src/package-folder.ts';
import { whenNpmEnds } from '../../../src/process/npm-watch.ts';
import { dataDirOf, ensureAuthority, ensureTpp, tppFolder } from './files.ts';
import { makeFolders } from './make-folders.ts';

const { env } = process;
const base = resolve(dataDirOf(undefined, env), 'facade');
const port = Number(env.PORT || 4000);
const bank = { name: 'The bank', port: port + 1, dataDir: join(base, 'bank') };
const facade = { name: 'The facade', port, dataDir: join(base, 'front') };

const children: ChildProcess[] = [];
let stopping = false;

/** Starts a service and prints its output with its name; resolves once it is ready. */
async function start(one: typeof bank, settings: Readonly<Record<string, string>>): Promise<void> {
  await makeFolders(one.dataDir);
  const main = join(packageFolder, 'dist/main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, '--ends-with-parent'], {
    env: {
      ...env,
      DATABASE_URL: '',
      PUBLIC_URL: '',
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
      child.kill('SIGTERM');
      await exitEvent;
    }),
  );
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));
whenNpmEnds(() => void stop(0));
// The reader of these streams may end before this process does.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const now = new Date();
const folder = tppFolder(bank.dataDir);
const tpp = await ensureTpp(
  folder,
  await ensureAuthority(folder, now),
  'facade',
  { organizationIdentifier: 'PSDNO-FSA-FACADE', organizationName: 'Facade', roles: ['PSP_PI'] },
  now,
);
try {
  await start(bank, {
    BANK: 'simulated',
    UPSTREAM_URL: '',
    UPSTREAM_KEY: '',
    UPSTREAM_CERTIFICATE: '',
    UPSTREAM_CA: '',
  });
  await start(facade, {
    BANK: 'upstream',
    UPSTREAM_URL: `http://localhost:${bank.port}`,
    UPSTREAM_KEY: tpp.keyPath,
    UPSTREAM_CERTIFICATE: tpp.certificatePath,
    UPSTREAM_CA: '',
  });
  process.stdout.write(
    `The facade at http://localhost:${port} asks the bank at http://localhost:${bank.port}, where it is the TPP ${tpp.organizationIdentifier}.\nA payment that is made at the facade is approved on the pages of the bank, as customer 13039319955.\n`,
  );
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
