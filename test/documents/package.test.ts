/** The package as `npm pack` makes it, in somebody else's repository: it has what it needs, and its examples run there. */
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { builtService } from '../support/built.ts';
import { root } from './markdown.ts';

const exec = promisify(execFile);
/** A repository that knows nothing of this one but what its package.json names. */
let project: string;
let unpackedBytes: number;

/** From a folder of its own, with nothing but the usual of a shell. */
async function run(command: string, ...args: string[]) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, TMPDIR: join(project, 'tmp'), PORT: '0' };
  return exec(command, args, { cwd: project, env, timeout: 100_000 });
}
const bin = 'node_modules/psd2-bank/bin/psd2-bank.mjs';

beforeAll(async () => {
  builtService();
  project = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  // As root the database runs as another user, who must be able to enter.
  await exec('chmod', ['755', project]);
  mkdirSync(join(project, 'tmp'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const { stdout } = await exec('npm', packing, { cwd: root });
  const [{ filename, unpackedSize }] = JSON.parse(stdout);
  unpackedBytes = unpackedSize;
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  await exec('tar', ['-xzf', filename], { cwd: project });
  cpSync(join(project, 'package'), join(modules, 'psd2-bank'), { recursive: true });
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(modules, 'psd2-bank/package.json'), 'utf8'),
  );
  // Instead of an installation, which would need the network: what is named, and nothing else.
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), 'vitest']) {
    if (!existsSync(join(root, 'node_modules', name))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  cpSync(join(root, 'examples/testing'), project, { recursive: true });
  writeFileSync(
    join(project, 'vitest.config.mjs'),
    `export default { test: { include: ['payments.vitest.mjs'], globalSetup: ['global-setup.mjs'] } };`,
  );
}, 60_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const left = () => readdirSync(join(project, 'tmp')).filter((name) => name.startsWith('psd2-bank-'));

describe('the package', { timeout: 120_000 }, () => {
  it('is small, and says what its program can do', async () => {
    expect(unpackedBytes).toBeLessThan(30_000_000);
    expect((await run('node', bin, '--help')).stdout).toContain('psd2-bank tpp COMMAND');
    await expect(run('node', bin, 'nothing')).rejects.toMatchObject({ code: 2 });
    expect((await run('node', bin, 'tpp', '--help')).stdout).toContain('npx psd2-bank tpp COMMAND');
  });

  it('starts in an empty folder, with console and database, and prints lines that its own program runs', async () => {
    const dataDir = join(project, 'own data');
    const { PATH, HOME } = process.env;
    const child = spawn('node', [bin], { cwd: project, env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir } });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await vi.waitUntil(() => /tpp pay/.test(said), { timeout: 60_000, interval: 50 });
    const [, url = ''] = /ready at (\S+)/.exec(said) ?? [];
    expect(await (await fetch(url)).text()).toContain('<title>PSD2 bank</title>');
    const [, line = ''] = /(npx psd2-bank tpp pay.*)/.exec(said) ?? [];
    const paid = await exec('sh', ['-c', line.replace('npx psd2-bank', `node ${bin}`)], {
      cwd: project,
      env: { PATH, HOME },
    });
    expect(paid.stderr).toContain('HTTP 201');
    expect(paid.stderr).toContain('npx psd2-bank tpp status');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('gives tests a bank: with node:test, one for a file', async () => {
    const { stdout } = await run('node', '--test', '--test-reporter', 'tap', 'payments.node-test.mjs');
    expect(stdout).toMatch(/# pass 3\n# fail 0/);
    expect(left()).toEqual([]);
  });

  it('with vitest, one for all files', async () => {
    const { stdout } = await run('node', 'node_modules/vitest/vitest.mjs', 'run');
    expect(stdout).toMatch(/1 passed/);
    expect(left()).toEqual([]);
  });

  it('a bank ends with a test that is killed, and leaves nothing behind', async () => {
    writeFileSync(
      join(project, 'dies.mjs'),
      `import { startBank } from 'psd2-bank/testing';
       const { url } = await startBank();
       process.stdout.write(url, () => process.kill(process.pid, 'SIGKILL'));`,
    );
    const died = await run('node', 'dies.mjs').catch((error) => error);
    expect([died.signal, died.stdout]).toEqual(['SIGKILL', expect.stringContaining('http://localhost:')]);
    await vi.waitUntil(() => left().length === 0, { timeout: 20_000, interval: 50 });
    await vi.waitUntil(
      () =>
        fetch(`${died.stdout}/livez`).then(
          () => false,
          () => true,
        ),
      { timeout: 20_000 },
    );
  });

  it('says why a bank does not start', async () => {
    writeFileSync(
      join(project, 'wrong.mjs'),
      `import { startBank } from 'psd2-bank/testing';
       await startBank({ settings: { SIGNATURE_MAX_AGE: 'x' } }).catch(({ message }) => console.log(message));`,
    );
    expect((await run('node', 'wrong.mjs')).stdout).toMatch(
      /did not start: Wrong setting: SIGNATURE_MAX_AGE/,
    );
    expect(left()).toEqual([]);
  });
});
