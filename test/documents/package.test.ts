import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { builtService } from '../support/built.ts';
import { blocks, root, textOf } from './markdown.ts';

const exec = promisify(execFile);
let project: string;
let unpacked: string;
let tree: Tree;

/** In its own folder, with the minimal environment of a shell. */
async function run(command: string, ...args: string[]) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, TMPDIR: join(project, 'tmp'), PORT: '0' };
  return exec(command, args, { cwd: project, env, timeout: 100_000 });
}
const bin = 'node_modules/psd2-bank/bin/psd2-bank.mjs';

/** `npm pack` changes package.json while it runs, so it runs on a copy with links to the files. */
async function pack(): Promise<string> {
  mkdirSync(join(root, '.vitest'), { recursive: true });
  const copy = mkdtempSync(join(root, '.vitest/pack-'));
  const link = (names: readonly string[], folder: string) =>
    exec('cp', ['-al', ...names, folder], { cwd: root });
  const leftOut = ['.git', '.vitest', '.data', 'test', 'node_modules'];
  await link(
    readdirSync(root).filter((name) => !leftOut.includes(name)),
    copy,
  );
  // Other tests write into the caches meanwhile.
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => !/^\.(?!bin|package)/.test(name));
  mkdirSync(join(copy, 'node_modules'));
  await link(
    packages.map((name) => join('node_modules', name)),
    join(copy, 'node_modules'),
  );
  await exec('npm', ['pack', '--silent', '--pack-destination', project], { cwd: copy });
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(textOf('package.json'));
  rmSync(copy, { recursive: true });
  const [name = ''] = readdirSync(project).filter((file) => file.endsWith('.tgz'));
  return join(project, name);
}

beforeAll(async () => {
  builtService();
  project = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  // As root, the database runs as another user, who must be able to enter.
  await exec('chmod', ['755', project]);
  mkdirSync(join(project, 'tmp'));
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await exec('npm', ['install', '--engine-strict', '--prefer-offline', await pack()], { cwd: project });
  unpacked = join(project, 'node_modules/psd2-bank');
  tree = JSON.parse((await run('npm', 'ls', '--all', '--json')).stdout);
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
  cpSync(join(root, 'examples/testing'), project, { recursive: true });
  writeFileSync(
    join(project, 'vitest.config.mjs'),
    `export default { test: { include: ['payments.vitest.mjs'], globalSetup: ['global-setup.mjs'] } };`,
  );
}, 200_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const left = () => readdirSync(join(project, 'tmp')).filter((name) => name.startsWith('psd2-bank-'));

interface Tree {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, Tree>>;
}
const namesOf = ({ dependencies = {} }: Tree): readonly string[] =>
  Object.entries(dependencies).flatMap(([name, tree]) =>
    tree.version === undefined ? [] : [`${name} ${tree.version}`, ...namesOf(tree)],
  );

describe('the package', { timeout: 120_000 }, () => {
  it('is small', () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    const bytes = files.reduce((sum, name) => sum + lstatSync(join(unpacked, name)).size, 0);
    expect(bytes).toBeLessThan(30_000_000);
  });

  it('installs only tested versions, for this Node', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly version?: string }>>;
    };
    const tested = Object.entries(packages).map(
      ([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`,
    );
    const [own, ...installed] = namesOf(tree);
    expect(own).toBe(`psd2-bank ${packages['']?.version}`);
    expect(installed.length).toBeGreaterThan(10);
    expect(tested).toEqual(expect.arrayContaining(installed));
  });

  it('has the link targets of README.md, the schema, the examples, and its bill of materials', () => {
    const links = [...textOf('README.md').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      ([, path = '']) => path,
    );
    expect(links.length).toBeGreaterThan(15);
    const more = ['schema.graphql', 'examples/graphql', 'dist/sbom.cdx.json', 'dist/licences.txt', 'LICENSE'];
    expect([...links, ...more].filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
  });

  it('has the code and the types of each entry', () => {
    const { exports } = JSON.parse(textOf('package.json')) as { exports: Record<string, string | object> };
    const paths = Object.values(exports).flatMap((one) =>
      typeof one === 'string' ? one : Object.values(one),
    );
    expect(paths).toHaveLength(5);
    expect(paths.filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
  });

  it('prints its commands and its version, and suggests a command for a misspelt one', async () => {
    for (const word of ['--help', 'help'])
      expect((await run('node', bin, word)).stdout).toContain('psd2-bank tpp COMMAND');
    expect((await run('node', bin, '--version')).stdout).toBe(
      `${JSON.parse(textOf('package.json')).version}\n`,
    );
    await expect(run('node', bin, 'nothing')).rejects.toMatchObject({
      code: 2,
      stderr: expect.not.stringContaining('Did you mean'),
    });
    await expect(run('node', bin, 'migrat')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'migrate'?"),
    });
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
    for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/docs/guide', '/graphql'])
      expect((await fetch(url + path, { headers: { accept: 'text/html' } })).status, path).toBe(200);
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
    expect(stdout).toMatch(/# pass 4\n# fail 0/);
    expect(left()).toEqual([]);
  });

  it('gives tests a bank with vitest, one for all files', async () => {
    const { stdout } = await run('node', 'node_modules/vitest/vitest.mjs', 'run');
    expect(stdout).toMatch(/1 passed/);
    expect(left()).toEqual([]);
  });

  it.each([
    [0, 'ACSC 1\n'],
    [1, "[ 'RJCT', 'ACSC' ]\n"],
    [2, 'http://localhost:PORT closed the connection before the response was complete.\n'],
  ])('runs the example %i of docs/testing.md', async (index, output) => {
    const example = blocks('docs/testing.md', 'ts')[index] ?? '';
    writeFileSync(join(project, 'documented.mjs'), (await transform(example, { loader: 'ts' })).code);
    const { stdout } = await run('node', 'documented.mjs');
    expect(stdout.replace(/localhost:\d+/, 'localhost:PORT')).toBe(output);
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
