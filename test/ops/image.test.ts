/** Its commands run with nothing else, as a user who may write only to /data. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import {
  bytesOf,
  canRun,
  layImage,
  pathsBelow,
  rootOf,
  runIn,
  runnable,
  shippedParts,
} from './laid-image.ts';
import { listening, liveOf } from './life.ts';

if (!canRun) console.warn('the image is not laid and run: that takes root on Linux, and mounts');
const megabyte = 1_000_000;

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

  it('has all files of the package except those for people or compilers', () => {
    for (const name of shippedParts()) expect(existsSync(join(service, 'app', name)), name).toBe(true);
  });

  it.skipIf(spawnSync('dpkg-query', ['--version']).error !== undefined)(
    'has the Debian package records of the libraries next to Node',
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
    liveOf(runnable(service), { DATABASE_URL: databaseUrl }));

  it('with the embedded database it does all that with a PostgreSQL of its own', () =>
    liveOf(runnable(rootOf(image, ['system', 'app', 'data', 'embedded'])), {}));
});
