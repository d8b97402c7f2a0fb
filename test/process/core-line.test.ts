import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { playFlow } from '../../packages/toolkit/src/play/flow.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { laySandboxKeys } from '../support/keys.ts';
import { freePort } from '../support/ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = laySandboxKeys(mkdtempSync(join(tmpdir(), 'core ')));
// As root the embedded server runs as another user, who must be able to enter the folder.
chmodSync(folder, 0o755);
const ends: (() => Promise<unknown>)[] = [];
let bank: Bank;
beforeAll(async () => {
  // It provides the database of the service.
  bank = await startBank();
});
afterAll(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
  await bank.stop();
  rmSync(folder, { recursive: true, force: true });
});

function type(line: string, settings: Readonly<Record<string, string>>): () => string {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, ...settings };
  const child = spawn('sh', ['-c', line], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const ended = new Promise((resolve) => child.once('close', resolve));
  ends.push(async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  });
  return () => said;
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 40_000, interval: 50 });

it('core line with --service: the service starts too, and ends with the core', {
  timeout: 90_000,
}, async () => {
  const [port, provider, service] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = { PORT: String(port), PROVIDER_PORT: String(provider), SERVICE_PORT: String(service) };
  const core = type('npm run --silent core -- --service', { ...ports, DATABASE_URL: bank.databaseUrl });
  await until(() => core().includes(`PSD2 bank is ready at http://localhost:${service}`)).catch(() =>
    expect.fail(core()),
  );
  expect(core()).not.toContain('npm start');
  expect((await fetch(`http://localhost:${service}/readyz`)).status).toBe(200);
  await ends.pop()?.();
  await until(() => core().includes('"stopped"')).catch(() => expect.fail(core()));
});

it('core line with a port that is taken: the line names the port and its setting', {
  timeout: 90_000,
}, async () => {
  const free = String(await freePort());
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  ends.push(async () => taken.close());
  const { port } = taken.address() as AddressInfo;
  for (const [setting, ports, line] of [
    ['PORT', { PORT: String(port) }, 'npm run --silent core'],
    ['PROVIDER_PORT', { PORT: free, PROVIDER_PORT: String(port) }, 'npm run --silent core'],
    ['SERVICE_PORT', { PORT: free, SERVICE_PORT: String(port) }, 'npm run --silent core -- --service'],
  ] as const) {
    const core = type(line, ports);
    await until(() => /in use|EADDRINUSE/.test(core())).catch(() => expect.fail(core()));
    expect(core()).toContain(
      `Port ${port} on 127.0.0.1 is already in use. Set ${setting} to another port.\n`,
    );
    await ends.pop()?.();
  }
  for (const line of ['npm run --silent core -- --service', 'npm run --silent core']) {
    const core = type(line, { PORT: free, SERVICE_PORT: 'abc' });
    await until(() => core().includes('SERVICE_PORT must be a whole number from 0 to 65535.\n'));
  }
});

it('core line and facade line with a port, a DATA_DIR or a database that cannot be used: one line says why', {
  timeout: 90_000,
}, async () => {
  const refuses = async (line: string, settings: Readonly<Record<string, string>>, text: string) => {
    const program = type(line, settings);
    await until(() => program().includes('\n')).catch(() => expect.fail(program()));
    expect(program()).toBe(`${text}\n`);
    await ends.pop()?.();
  };
  const port = String(await freePort());
  for (const line of ['npm run --silent core', 'npm run --silent facade'])
    await refuses(
      line,
      { PORT: port, DATA_DIR: '~/data' },
      'Wrong setting: DATA_DIR must be a path that does not begin with a blank, or with ~ or $, which only a shell replaces. See .env.example.',
    );
  await refuses(
    'npm run --silent facade',
    { PORT: '0' },
    'Wrong setting: PORT must be a whole number from 1 to 65534. See .env.example.',
  );
  for (const [line, text] of [
    ['npm run --silent core', 'Embedded PostgreSQL: cannot use DATA_DIR /proc/x/core (ENOENT).'],
    ['npm run --silent facade', 'DATA_DIR: /proc/x cannot be created or written (ENOENT).'],
  ] as const)
    await refuses(line, { PORT: port, DATA_DIR: '/proc/x' }, text);
  for (const [url, text] of [
    [
      'postgres://core@127.0.0.1:1/core',
      'The database of CORE_DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1/core (ECONNREFUSED).',
    ],
    ['core', 'Wrong setting: CORE_DATABASE_URL must be a postgres:// URL. See .env.example.'],
  ] as const)
    await refuses('npm run --silent core', { PORT: port, CORE_DATABASE_URL: url }, text);
});

it('core line: the three parts start, and a payment goes from a signed request to a settled report', {
  timeout: 150_000,
}, async () => {
  const [port, provider, service] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = { PORT: String(port), PROVIDER_PORT: String(provider), SERVICE_PORT: String(service) };
  const core = type('npm run --silent core', ports);
  await until(() => /^ +(PORT=.* npm start)$/m.test(core()));
  const [, line = ''] = /^ +(PORT=.* npm start)$/m.exec(core()) ?? [];
  // No warning of a library comes before it.
  expect(core().trim().split('\n')[0]?.trim()).toBe(`The core system is ready at https://localhost:${port}`);
  const front = type(line, { DATABASE_URL: bank.databaseUrl });
  await until(() => /ready at \S+/.test(front())).catch(() => expect.fail(front()));
  const serviceFolder = join(folder, 'core/service');
  const identity = {
    certificatePem: readFileSync(join(serviceFolder, 'tpp/demo.pem'), 'utf8'),
    privateKeyPem: readFileSync(join(serviceFolder, 'tpp/demo.key'), 'utf8'),
  };
  const base = `http://localhost:${service}`;
  const { steps, transactionStatus } = await playFlow({ base, identity, product: 'instant' });
  expect(transactionStatus, front()).toBe('ACSC');
  const paths = steps.map(({ method, path }) => `${method} ${path.replace(/[\w-]{20,}/g, ':id')}`);
  expect(paths).toEqual(
    expect.arrayContaining(['POST /sca/:id/leave', 'POST /interaction/:id', 'GET /sca/return']),
  );
  // The printed line of the service's pages is a command too.
  const told = type(`npm run --silent tpp -- flow instant --url ${base} --data-dir '${serviceFolder}'`, {});
  await until(() => /ACSC/.test(told())).catch(() => expect.fail(told()));
});
