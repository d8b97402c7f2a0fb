/** The image: what it consists of, and that its commands run with nothing else as a user who may write /data alone. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { terminal } from '../../packages/toolkit/test/support/terminal.ts';
import { cloneDatabase } from '../support/database.ts';
import {
  bytesOf,
  canRun,
  commandOf,
  instruction,
  layImage,
  pathsBelow,
  rootOf,
  runIn,
  shippedParts,
} from './laid-image.ts';

if (!canRun) console.warn('the image is not laid and run: that takes root on Linux, and mounts');
const megabyte = 1_000_000;

interface Said {
  readonly code: number | null;
  readonly text: string;
}

/** What a process writes, and its end. */
function listening(child: ChildProcess) {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<Said>((resolve) => child.once('close', (code) => resolve({ code, text })));
  return { ended, text: () => text };
}

describe.skipIf(!canRun)('the image, laid and run', { timeout: 200_000 }, () => {
  let image: string;
  let service: string;
  let databaseUrl: string;
  beforeAll(async () => {
    image = layImage();
    service = rootOf(image, ['system', 'app', 'data']);
    databaseUrl = await cloneDatabase();
  }, 300_000);
  afterAll(() => rmSync(dirname(image), { recursive: true, force: true }));

  it('is under 250 MB, and under 350 MB with the embedded database', () => {
    const alone = ['system', 'app'].reduce((sum, layer) => sum + bytesOf(join(image, layer)), 0);
    expect(alone).toBeLessThan(250 * megabyte);
    expect(alone + bytesOf(join(image, 'embedded'))).toBeLessThan(350 * megabyte);
  });

  it('has all files of the package but those for who reads or compiles', () => {
    for (const name of shippedParts()) expect(existsSync(join(service, 'app', name)), name).toBe(true);
  });

  it.skipIf(spawnSync('dpkg-query', ['--version']).error !== undefined)(
    'has the records of the packages of Debian whose libraries lie beside Node',
    () => {
      for (const name of ['libc6', 'libstdc++6'])
        expect(readFileSync(join(service, 'var/lib/dpkg/status.d', name), 'utf8')).toMatch(/^Version: \d/m);
      expect(existsSync(join(service, 'etc/os-release'))).toBe(true);
    },
  );

  it('has one program, node: no shell, no package manager, no compiler', () => {
    const programs = pathsBelow(service).filter((path) => /^(usr\/)?(local\/)?s?bin\//.test(path));
    expect(programs).toEqual(['usr/local/bin/node']);
    expect(
      pathsBelow(service).filter((path) => /(^|\/)(npm|\.bin|typescript|esbuild|vite)$/.test(path)),
    ).toEqual([]);
  });

  it('lets its user write /data and nothing else', () => {
    const writable = pathsBelow(service).filter((path) => {
      if (path.startsWith('data/')) return false;
      const { mode, uid } = lstatSync(join(service, path));
      return (mode & 0o170000) !== 0o120000 && (uid === 1000 || (mode & 0o022) !== 0);
    });
    expect(writable).toEqual(['data']);
  });

  it('has the migration command', async () => {
    const { code, text } = await listening(
      runIn(service, ['node', 'dist/migrate.js'], { DATABASE_URL: databaseUrl }),
    ).ended;
    expect([code, text]).toEqual([0, expect.stringContaining('up to date')]);
  });

  it('starts, is healthy, shows its pages, takes a payment, and ends on SIGTERM', () =>
    liveOf(service, { DATABASE_URL: databaseUrl }));

  it('with the embedded database it does all that with a PostgreSQL of its own', () =>
    liveOf(rootOf(image, ['system', 'app', 'data', 'embedded']), {}));
});

/** The life of the service, as the Dockerfile starts it and looks after it. */
async function liveOf(target: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const command = commandOf(instruction('CMD').at(-1) ?? '');
  const child = runIn(target, command, { ...settings, PORT: '0', HOST: '127.0.0.1' });
  const said = listening(child);
  await vi.waitUntil(() => /"msg":"started"/.test(said.text()) || child.exitCode !== null, {
    timeout: 90_000,
    interval: 20,
  });
  const [, port = ''] = /"port":(\d+)/.exec(said.text()) ?? [];
  expect(port, said.text()).not.toBe('');
  const url = `http://127.0.0.1:${port}`;
  for (const path of ['/readyz', '/', '/docs']) expect((await fetch(url + path)).status, path).toBe(200);
  const check = commandOf(instruction('HEALTHCHECK')[0] ?? '');
  const health = () => listening(runIn(target, check, { PORT: port })).ended;
  expect((await health()).code).toBe(0);
  const run = terminal({ DATA_DIR: join(target, 'data'), PUBLIC_URL: url });
  expect((await run('pay')).notes).toContain('HTTP 201');
  // A container has the folder of WORKDIR, and a file that knows localhost.
  const [, line = ''] = /node app\/(dist\/tpp\/cli\.js pay.*)/.exec(said.text()) ?? [];
  expect(line, said.text()).not.toBe('');
  expect(
    (await listening(runIn(target, ['node', ...line.replace('localhost', '127.0.0.1').split(' ')], {})).ended)
      .text,
  ).toContain('HTTP 201');
  child.kill('SIGTERM');
  expect((await said.ended).code).toBe(0);
  expect((await health()).code).toBe(1);
}
