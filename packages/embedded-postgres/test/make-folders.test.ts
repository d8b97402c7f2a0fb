import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolders, openHome } from '../src/home.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'folders '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('several processes that start together create one folder, which stays in place', async () => {
  const path = join(folder, 'a', 'b', 'c');
  await Promise.all([makeFolders(path), makeFolders(path), makeFolders(join(folder, 'a', 'd'))]);
  await makeFolders(path);
  expect([existsSync(path), existsSync(join(folder, 'a', 'd'))]).toEqual([true, true]);
});

test.skipIf(!existsSync('/proc/self'))('a folder is refused where the system allows none', async () => {
  await expect(openHome({ dataDir: '/proc/x/y' })).rejects.toThrow(
    'Embedded PostgreSQL: cannot use the data directory /proc/x/y (ENOENT).',
  );
});

test('a folder is refused when it or a parent is a file', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(makeFolders(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolders(join(file, 'below'))).rejects.toMatchObject({
    code: expect.stringMatching(/EEXIST|ENOTDIR/),
  });
});
