import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { whenNpmEnds } from '../../src/process/npm-watch.ts';
import { endsWithParentArgument } from '../../src/process/parent-watch.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { builtService } from '../support/built.ts';
import { laySandboxKeys } from '../support/keys.ts';
import { nightly } from '../support/nightly.ts';
import { freePort } from '../support/ports.ts';
import { processesWith, wordsOf } from '../support/processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 40_000, interval: 50 });

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

interface Run {
  readonly child: ChildProcess;
  readonly folder: string;
  left(): number[];
  said(): string;
}

function run(
  command: readonly string[],
  settings: Record<string, string> = {},
  channel: 'ipc' | 'ignore' = 'ignore',
): Run {
  const folder = laySandboxKeys(mkdtempSync(join(tmpdir(), 'npm ')));
  laySandboxKeys(join(folder, 'facade', 'bank'), 'facade');
  laySandboxKeys(join(folder, 'facade', 'front'));
  // As root the embedded server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: bank.databaseUrl, PORT: '0', ...settings };
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', channel],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const left = () => processesWith(`DATA_DIR=${folder}`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  onTestFinished(() => {
    for (const pid of left()) process.kill(pid, 'SIGKILL');
  });
  return { child, folder, left, said: () => said };
}

describe('when npm start', { timeout: 60_000 }, () => {
  // npm ends on SIGHUP as on SIGKILL: the service only sees that it is gone.
  const signals: NodeJS.Signals[] = nightly ? ['SIGKILL', 'SIGTERM', 'SIGHUP'] : ['SIGKILL'];
  it.each(signals)('gets %s, the service shuts down', async (signal) => {
    const { child, left, said } = run(['npm', 'start']);
    await until(() => said().includes('ready at'));
    const base = /ready at (\S+)/.exec(said())?.[1]?.replace('localhost', '127.0.0.1') ?? '';
    expect((await fetch(`${base}/livez`)).status).toBe(200);
    child.kill(signal);
    await once(child, 'exit');
    await until(() => left().length === 0);
    // Some shells pass SIGTERM on to the service. Its last output may arrive after its end.
    if (signal !== 'SIGTERM')
      await until(() => said().includes('The npm that started this service has ended'));
    await expect(fetch(`${base}/livez`)).rejects.toThrow();
  });

  it.runIf(nightly)(
    'is killed together with the program that reads its output, the service still shuts down',
    async () => {
      const { child, folder, left, said } = run(['npm', 'start'], { DATABASE_URL: '' });
      await until(() => said().includes('ready at'));
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.kill('SIGKILL');
      await until(() => left().length === 0);
      const home = join(folder, 'postgres');
      const [lock = ''] = readdirSync(home).filter((name) => name.endsWith('.lock'));
      expect(readFileSync(join(home, lock), 'utf8')).toBe('released\n');
    },
  );

  it.runIf(nightly)('is killed before the service has started, the service ends as well', async () => {
    const { child, left } = run(['npm', 'start']);
    const isService = (pid: number) => /^node .*run\.mjs main\.js/.test(wordsOf(pid).join(' '));
    await until(() => left().some(isService));
    child.kill('SIGKILL');
    await until(() => left().length === 0);
  });
});

it('a stop of the first start, while it makes the database, is no failure', { timeout: 60_000 }, async () => {
  const { child, folder, said } = run([process.execPath, ...builtService()], { DATABASE_URL: '' });
  const home = join(folder, 'postgres');
  // initdb is at work.
  const made = () => readdirSync(home).filter((name) => name.endsWith('.init'));
  const isAtWork = () => existsSync(home) && made().some((name) => existsSync(join(home, name, 'base/1')));
  await vi.waitUntil(isAtWork, { timeout: 40_000, interval: 5 });
  // To all processes of the group, as a terminal and systemd do. A test may run where SIGINT is ignored.
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said()).not.toMatch(/initdb|cannot/);
  expect(said()).toContain('"msg":"stopped"');
});

async function runFacade(settings: Record<string, string> = {}) {
  const facade = run(['npm', 'run', 'facade'], { PORT: String(await freePort()), ...settings });
  const services = () =>
    ['bank', 'front'].flatMap((name) => processesWith(`DATA_DIR=${join(facade.folder, 'facade', name)}`));
  onTestFinished(() => {
    for (const pid of services()) process.kill(pid, 'SIGKILL');
  });
  await until(() => facade.said().includes('uses the bank at'));
  expect(services().length).toBeGreaterThanOrEqual(2);
  return { ...facade, services };
}

it('npm run facade uses no setting of the service that its user has', { timeout: 120_000 }, async () => {
  const { child, left, said, services } = await runFacade({
    DATABASE_READ_URL: 'postgres://replica.invalid/bank',
    DATABASE_POOLER: 'transaction',
    SANDBOX: 'false',
    TRUST_ANCHORS: '/nowhere/anchors.pem',
    CORE_URL: 'https://core.invalid',
    CORE_KEY: '/nowhere/core.key',
    OIDC_ISSUER: 'https://provider.invalid',
  });
  expect(said()).not.toMatch(/Warning|not a setting/);
  child.kill('SIGTERM');
  await until(() => left().length + services().length === 0);
});

describe.runIf(nightly)(
  'when npm alone is killed, and the reader of its output',
  { timeout: 120_000 },
  () => {
    const kill = async ({ child }: Run) => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    };

    it('npm run facade ends with its bank, its facade and their databases', async () => {
      const facade = await runFacade();
      await kill(facade);
      await until(() => facade.left().length + facade.services().length === 0);
    });

    it('npm run core ends with its database and its identity provider', async () => {
      const [port, provider] = await Promise.all([freePort(), freePort()]);
      const settings = { PORT: String(port), PROVIDER_PORT: String(provider) };
      const core = run(['npm', 'run', 'core'], settings);
      await until(() => core.said().includes('It has the same customers'));
      await kill(core);
      await until(() => core.left().length === 0);
      await expect(fetch(`http://127.0.0.1:${provider}/`)).rejects.toThrow();
      const home = join(core.folder, 'core', 'postgres');
      const [lock = ''] = readdirSync(home).filter((name) => name.endsWith('.lock'));
      expect(readFileSync(join(home, lock), 'utf8')).toBe('released\n');
    });
  },
);

describe('the program that started a service with a channel', { timeout: 120_000 }, () => {
  it('may close it: the service shuts down', async () => {
    const { child, said } = run([process.execPath, ...builtService(), endsWithParentArgument], {}, 'ipc');
    await until(() => said().includes('ready at'));
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.runIf(nightly)('may be killed: npm run demo leaves no service behind', async () => {
    const demo = run(['npm', 'run', 'demo', '--', '--url', 'http://127.0.0.1:1']);
    const isService = (pid: number) => wordsOf(pid).includes('--for-a-test');
    await until(() => demo.said().includes('POST /v1/') && demo.left().some(isService));
    for (const pid of demo.left())
      if (wordsOf(pid).some((word) => word.endsWith('demo.js'))) process.kill(pid, 'SIGKILL');
    await until(() => demo.left().length === 0);
  });

  it.runIf(nightly)('may be killed: npm run facade leaves neither bank nor facade behind', async () => {
    const { left, said, services } = await runFacade();
    for (const pid of left()) process.kill(pid, 'SIGKILL');
    await until(() => services().length === 0);
    expect(said().match(/The program that started this service has ended/g)).toHaveLength(2);
  });
});

describe('a program that an npm script names', () => {
  const script = `node scripts/run.mjs ${process.argv[1]}`;
  it.each(['start', 'facade', 'core'])('is watched as npm run %s', (event) => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(whenNpmEnds(vi.fn(), { npm_lifecycle_event: event, npm_lifecycle_script: script })).toBe(true);
  });

  it('is watched under npx, which writes the program in quotes', () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: `'${process.argv[1]}'` };
    expect(whenNpmEnds(vi.fn(), npx)).toBe(true);
  });
});

describe('a service that was not started by npm start', { timeout: 60_000 }, () => {
  it('outlives its parent', async () => {
    const { child, left, said } = run(
      ['sh', '-c', '"$0" "$@" & exit 0', process.execPath, ...builtService()],
      { npm_lifecycle_event: '', npm_lifecycle_script: '' },
    );
    await once(child, 'exit');
    await until(() => said().includes('ready at'));
    const running = left();
    expect(running).toHaveLength(1);
    for (const pid of running) process.kill(pid, 'SIGTERM');
    await until(() => left().length === 0);
    expect(said()).not.toContain('has ended');
  });

  it('is not watched at all', () => {
    const ended = vi.fn();
    const script = `node ${process.argv[1]}`;
    expect(whenNpmEnds(ended, {})).toBe(false);
    expect(whenNpmEnds(ended, { npm_lifecycle_event: 'test', npm_lifecycle_script: script })).toBe(false);
    expect(whenNpmEnds(ended, { npm_lifecycle_event: 'start', npm_lifecycle_script: 'pm2 start' })).toBe(
      false,
    );
    expect(whenNpmEnds(ended, { npm_lifecycle_event: 'start' })).toBe(false);
    expect(ended).not.toHaveBeenCalled();
  });
});
