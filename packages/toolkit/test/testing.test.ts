import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { packageFolder } from '../../../src/package-folder.ts';
import { builtService } from '../../../test/support/built.ts';
import { cloneDatabase } from '../../../test/support/database.ts';
import { laySandboxKeys } from '../../../test/support/keys.ts';
import { nightly } from '../../../test/support/nightly.ts';
import { wordsOf } from '../../../test/support/processes.ts';
import { ensureSandboxFiles } from '../src/files.ts';
import { joinBank, startBank } from '../src/testing.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** As dotenv, Prisma or a CI leaves them in the process of the tests. */
const ofTheDeveloper = {
  DATABASE_URL: 'postgres://developer@127.0.0.1:1/own',
  DATABASE_READ_URL: 'postgres://developer@127.0.0.1:1/replica',
  PUBLIC_URL: 'http://localhost:3000',
  SANDBOX: 'false',
  LOG_LEVEL: 'loud',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
};

/** Like a database that has not ended yet. */
const writeForASecond = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const folder = process.argv[1] + '/written';
  mkdirSync(folder);
  console.log('writes');
  for (const end = Date.now() + 1_000; Date.now() < end; ) writeFileSync(folder + '/' + Math.random(), '');`;

describe('the bank of a test', { timeout: 60_000 }, () => {
  it('has its own database and address whatever settings the process of the test has, and takes those of the test', async () => {
    builtService();
    for (const [name, value] of Object.entries(ofTheDeveloper)) vi.stubEnv(name, value);
    const bank = await startBank({ settings: { PUBLIC_URL: 'https://bank.example' } });
    try {
      // The address of the process. Only the links that PSUs open have the public one.
      expect(bank.url).toMatch(/^http:\/\/localhost:\d+$/);
      expect(bank.url).not.toBe(ofTheDeveloper.PUBLIC_URL);
      expect((await bank.demo.request('GET', '/v1/sandbox/customers')).status).toBe(200);
      const { createConsoleLink } = await bank.demo.graphql<{ createConsoleLink: { url: string } }>(
        'mutation { createConsoleLink(input: {}) { url } }',
      );
      expect(createConsoleLink.url).toMatch(/^https:\/\/bank\.example\//);
    } finally {
      await bank.stop();
    }
  });

  it('leaves nothing if it cannot be used, and the error says why', async () => {
    builtService();
    const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-left-'));
    chmodSync(folder, 0o755);
    vi.stubEnv('TMPDIR', folder);
    await expect(startBank({ faults: { fault: 'none' } })).rejects.toThrow(/^FORMAT_ERROR: must be one of/);
    await expect(startBank({ seed: { customers: 1n } })).rejects.toThrow(/BigInt/);
    await expect(startBank({ settings: { LOG_LEVEL: '\0' } })).rejects.toThrow(/null bytes/);
    expect(readdirSync(folder)).toEqual([]);
    // Neither the service nor its database is left.
    const commands = readdirSync('/proc').map((pid) => wordsOf(Number(pid)).join(' '));
    expect(commands.filter((command) => command.includes(folder))).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('has moved a clock before it says so, however long that takes', async () => {
    const dataDir = laySandboxKeys(mkdtempSync(join(tmpdir(), 'psd2-bank-clock-')));
    await ensureSandboxFiles(dataDir);
    const moves: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      moves.push(JSON.parse(body).variables.input.by);
      const advanceSandboxClock = { tppMessages: [], reached: moves.length === 3 };
      return Response.json({ data: { advanceSandboxClock } });
    });
    await joinBank({ url: 'http://localhost:1', dataDir }).demo.advanceClock('P2Y');
    expect(moves).toEqual(['P2Y', 'PT0S', 'PT0S']);
  });

  it('does not take a warning for a refusal', async () => {
    const dataDir = laySandboxKeys(mkdtempSync(join(tmpdir(), 'psd2-bank-warning-')));
    await ensureSandboxFiles(dataDir);
    const warning = { category: 'WARNING', code: 'FORMAT_ERROR', text: 'this field is ignored' };
    const advanceSandboxClock = { tppMessages: [warning], reached: true };
    vi.stubGlobal('fetch', async () => Response.json({ data: { advanceSandboxClock } }));
    const { demo } = joinBank({ url: 'http://localhost:1', dataDir });
    await expect(demo.advanceClock('P1D')).resolves.toBeUndefined();
    const error = { category: 'ERROR', code: 'CONFLICT', text: 'the clock is moving' };
    advanceSandboxClock.tppMessages.push(error);
    await expect(demo.advanceClock('P1D')).rejects.toThrow('CONFLICT: the clock is moving');
  });

  it('may have an address that ends with a slash, but takes no path that does not begin with one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'psd2-bank-slash-'));
    await ensureSandboxFiles(laySandboxKeys(dataDir));
    const fetchSpy = vi.fn(async (_url: string) => new Response('{}'));
    vi.stubGlobal('fetch', fetchSpy);
    const { demo } = joinBank({ url: 'http://localhost:1/', dataDir });
    await demo.request('GET', '/v1/x');
    // With this path, the request would go to another port.
    await expect(demo.request('GET', '2/v1/x')).rejects.toThrow(
      "A path must begin with a slash, not '2/v1/x'.",
    );
    expect(fetchSpy.mock.calls.map(([url]) => url)).toEqual(['http://localhost:1/v1/x']);
    rmSync(dataDir, { recursive: true });
  });

  it('has no TPP with a name that is too long for a tppId', async () => {
    const dataDir = laySandboxKeys(mkdtempSync(join(tmpdir(), 'psd2-bank-names-')));
    await ensureSandboxFiles(dataDir);
    const bank = joinBank({ url: 'http://localhost:1', dataDir });
    await expect(bank.tpp('x'.repeat(81))).rejects.toThrow(/^The name of a TPP can have at most 80 letters/);
  });

  it.runIf(nightly)('leaves nothing, also if a test makes a TPP while or after it stops', async () => {
    builtService();
    const bank = await startBank();
    const making = bank.tpp('late');
    await bank.stop();
    await making;
    await expect(bank.tpp('later')).rejects.toThrow('has stopped');
    expect(existsSync(bank.dataDir)).toBe(false);
  });

  it.runIf(nightly)('is deleted after a crash, while its database still writes', async () => {
    builtService();
    const { dataDir, stop } = await startBank();
    const isBank = (pid: number) => wordsOf(pid).includes('--for-a-test') && wordsOf(pid).includes(dataDir);
    process.kill(readdirSync('/proc').map(Number).find(isBank) ?? 0, 'SIGKILL');
    const writer = spawn(process.execPath, ['-e', writeForASecond, dataDir]);
    await once(writer.stdout, 'data');
    await stop();
    expect(existsSync(dataDir)).toBe(false);
    writer.kill();
  });

  it.runIf(nightly)('is not deleted by the command when it names the folder of another bank', async () => {
    builtService();
    const program = join(packageFolder, 'bin/psd2-bank.mjs');
    const start = (folder: string) =>
      once(spawn(process.execPath, [program, 'start', '--for-a-test', folder], { stdio: 'pipe' }), 'exit');
    const { dataDir, demo, stop } = await startBank();
    try {
      expect(await start(dataDir)).toEqual([1, null]);
      expect((await demo.request('GET', '/v1/sandbox/customers')).status).toBe(200);
    } finally {
      await stop();
    }
    // As the service of the developer leaves it.
    const ownFolder = mkdtempSync(join(tmpdir(), 'psd2-bank-own-'));
    mkdirSync(join(ownFolder, 'postgres'));
    expect(await start(ownFolder)).toEqual([1, null]);
    expect(existsSync(ownFolder)).toBe(true);
  });

  it('deletes its folder, also if its input ends before it has started', async () => {
    builtService();
    const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-input-'));
    const program = join(packageFolder, 'bin/psd2-bank.mjs');
    const child = spawn(process.execPath, [program, 'start', '--for-a-test', folder], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['Ctrl-C', 'SIGINT'],
    ['the end of its terminal', 'SIGHUP'],
  ] as const)('deletes its folder, also if %s ends it before it has started', async (_, signal) => {
    builtService();
    const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-interrupted-'));
    const program = join(packageFolder, 'bin/psd2-bank.mjs');
    const child = spawn(process.execPath, [program, 'start', '--for-a-test', folder], { stdio: 'pipe' });
    const ended = once(child, 'exit');
    await expect.poll(() => existsSync(join(folder, 'bank.pid')), { interval: 1 }).toBe(true);
    child.kill(signal);
    child.stdin.end();
    await ended;
    expect(existsSync(folder)).toBe(false);
  });

  it('closes its database at a Ctrl-C, although its input ends at the same moment', async () => {
    builtService();
    const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-closing-'));
    const words = [join(packageFolder, 'bin/psd2-bank.mjs'), 'start', '--for-a-test', folder, 'DATABASE_URL'];
    const env = { ...process.env, DATABASE_URL: await cloneDatabase() };
    const child = spawn(process.execPath, words, { stdio: 'pipe', env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    await expect.poll(() => output).toContain('Listens');
    // The process receives both when it goes on.
    child.kill('SIGSTOP');
    child.kill('SIGINT');
    await new Promise<void>((resolve) => child.stdin.end(resolve));
    child.kill('SIGCONT');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output).toContain('"msg":"stopped"');
  });

  it('starts by its command only with a folder, and with no word that has no effect', async () => {
    builtService();
    for (const words of [['--for-a-test'], ['--for-a-test', ''], ['--port', '5000']]) {
      const program = join(packageFolder, 'bin/psd2-bank.mjs');
      const child = spawn(process.execPath, [program, 'start', ...words], { stdio: 'ignore' });
      expect(await once(child, 'exit'), words.join(' ')).toEqual([2, null]);
    }
  });
});
