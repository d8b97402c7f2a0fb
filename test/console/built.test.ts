import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { startBank } from '../support/bank.ts';
import { build, builtFolder, firstLoad } from './support.ts';

beforeAll(build, 60_000);

it('the first load is under 250 KB compressed', () => {
  const sizes = firstLoad().map((path) => gzipSync(readFileSync(join(builtFolder, path))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});

it('is built from the current sources, and from nothing else', async () => {
  const stamp = join(builtFolder, 'stamp');
  const before = readFileSync(stamp, 'utf8');
  await build();
  expect(readFileSync(stamp, 'utf8')).toBe(before);
  expect(existsSync(join(builtFolder, 'index.html'))).toBe(true);
});

it('is served under names that a browser caches, with a page that it always requests anew', async () => {
  const bank = await startBank();
  const page = await bank.fetch('/');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const paths = firstLoad().slice(1);
  expect(paths.length).toBeGreaterThanOrEqual(3);
  for (const path of paths) {
    const asset = await bank.fetch(`/${path}`, { headers: { 'accept-encoding': 'gzip' } });
    expect([asset.status, asset.headers.get('cache-control'), asset.headers.get('content-encoding')]).toEqual(
      [200, 'public, max-age=31536000, immutable', 'gzip'],
    );
  }
  expect((await bank.fetch('/assets/none.js')).status).toBe(404);
  await bank.stop();
});
