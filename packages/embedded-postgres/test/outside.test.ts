import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeAbandoned } from '../src/abandoned.ts';
import { openHome } from '../src/home.ts';
import { startEmbeddedPostgres } from '../src/index.ts';
import { atNight, cleanUp, copyFolder, query, temporaryFolder, usedDataDir } from './support/services.ts';

describe.skipIf(process.getuid?.() !== 0)('a folder outside of the data directory (only as root)', () => {
  let name = '';
  let parent = '';
  beforeEach(() => {
    name = `test-${randomBytes(6).toString('hex')}`;
    parent = join('/var/lib', name);
  });
  afterEach(({ task }) => {
    rmSync(parent, { recursive: true, force: true });
    for (const one of readdirSync('/var/tmp')) {
      if (one.startsWith(`${name}-`)) rmSync(join('/var/tmp', one), { recursive: true, force: true });
    }
    cleanUp(task.result?.state === 'pass');
  });
  afterAll(() => cleanUp(false));

  /** A data directory below a closed folder, and its folder outside. */
  async function closed(): Promise<{ readonly dataDir: string; readonly outside: string }> {
    // On the disk of the outside folder, as a hard link needs it.
    const dataDir = join(temporaryFolder(0o700, '/var/lib'), 'data');
    const { folder } = await openHome({ dataDir, name });
    expect(folder.startsWith(parent)).toBe(true);
    return { dataDir, outside: folder };
  }
  const remove = async (): Promise<string[]> => {
    const notices: string[] = [];
    await removeAbandoned(name, (text) => notices.push(text));
    return notices;
  };

  test('is removed by the start of any service once its data directory is deleted, and the removal is logged', async () => {
    const { dataDir, outside } = await closed();
    mkdirSync(join(outside, 'cluster'), { recursive: true });
    writeFileSync(join(outside, 'cluster', 'PG_VERSION'), '17\n');
    rmSync(dataDir, { recursive: true });
    const notices: string[] = [];
    const server = await startEmbeddedPostgres({
      dataDir: await usedDataDir(),
      name,
      durable: false,
      onNotice: (text) => text.startsWith('Removed') && notices.push(text),
    });
    await vi.waitUntil(() => notices.length > 0, { timeout: 20_000 });
    expect(notices).toEqual(['Removed the files of the embedded PostgreSQL for a deleted data directory.']);
    expect(readdirSync(parent)).toEqual([]);
    await server.stop();
  });

  test('stays while its data directory exists', async () => {
    const { outside } = await closed();
    expect(await remove()).toEqual([]);
    expect(existsSync(outside)).toBe(true);
  });

  test('stays when its data directory was moved and not started there', async () => {
    const { dataDir, outside } = await closed();
    renameSync(dataDir, `${dataDir} moved`);
    expect(await remove()).toEqual([]);
    expect((await openHome({ dataDir: `${dataDir} moved`, name })).folder).toBe(outside);
    rmSync(`${dataDir} moved`, { recursive: true });
    expect(await remove()).toHaveLength(1);
    expect(existsSync(outside)).toBe(false);
  });

  test('stays when a copy has taken the place of its data directory', async () => {
    const { dataDir, outside } = await closed();
    copyFolder(dataDir, `${dataDir} copy`);
    rmSync(dataDir, { recursive: true });
    renameSync(`${dataDir} copy`, dataDir);
    expect(await remove()).toEqual([]);
    expect((await openHome({ dataDir, name })).folder).toBe(outside);
    // The link of the copy now has the second name.
    rmSync(dataDir, { recursive: true });
    expect(await remove()).toHaveLength(1);
  });

  test('stays once a copy of its data directory has been started, whichever of the two is deleted', async () => {
    const { dataDir, outside } = await closed();
    copyFolder(dataDir, `${dataDir} copy`);
    for (const one of [`${dataDir} copy`, dataDir, `${dataDir} copy`])
      expect((await openHome({ dataDir: one, name })).folder).toBe(outside);
    rmSync(`${dataDir} copy`, { recursive: true });
    expect(await remove()).toEqual([]);
    expect((await openHome({ dataDir, name })).folder).toBe(outside);
  });

  atNight('stays while a service runs in it', async () => {
    const { dataDir, outside } = await closed();
    const server = await startEmbeddedPostgres({ dataDir, name, durable: false });
    rmSync(dataDir, { recursive: true });
    expect(await remove()).toEqual([]);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(await remove()).toHaveLength(1);
    expect(existsSync(outside)).toBe(false);
  });

  test('stays when its owner is unclear', async () => {
    mkdirSync(join(parent, 'data-old', 'cluster'), { recursive: true });
    mkdirSync(join(parent, 'another'));
    expect(await remove()).toEqual([]);
    expect(readdirSync(parent).sort()).toEqual(['another', 'data-old']);
  });

  test('that another user created is left alone, with the targets of its links', async () => {
    const victim = temporaryFolder();
    const planted = mkdtempSync(join('/var/tmp', `${name}-`));
    const link = join(planted, 'link');
    symlinkSync(victim, link);
    writeFileSync(join(planted, 'link-path'), '/nowhere\n');
    chownSync(planted, 65_534, 65_534);
    const alias = join('/var/tmp', `${name}-alias`);
    symlinkSync(planted, alias);
    expect(await remove()).toEqual([]);
    expect([existsSync(link), existsSync(alias), existsSync(victim)]).toEqual([true, true, true]);
  });

  test('with an interrupted removal is removed', async () => {
    mkdirSync(join(parent, 'data-removing-0123456789ab', 'cluster'), { recursive: true });
    expect(await remove()).toEqual([]);
    expect(readdirSync(parent)).toEqual([]);
  });

  test('is removed by a later start when one start has too many', async () => {
    mkdirSync(parent, { recursive: true });
    const abandoned = (index: number) => {
      const folder = join(parent, `data-${index}`);
      mkdirSync(folder);
      symlinkSync(folder, join(folder, 'link'));
      writeFileSync(join(folder, 'link-path'), '/nowhere\n');
    };
    for (let index = 0; index < 150; index += 1) abandoned(index);
    await remove();
    expect(readdirSync(parent)).toHaveLength(50);
    await remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  test('is examined by some start, of which each examines a thousand', async () => {
    mkdirSync(parent, { recursive: true });
    const folders = Array.from({ length: 1_200 }, (_, index) => join(parent, `data-${index}`));
    for (const folder of folders) mkdirSync(folder);
    const { lstat } = promises;
    const examined: string[] = [];
    const spy = vi.spyOn(promises, 'lstat').mockImplementation((path) => {
      if (dirname(String(path)) === parent) examined.push(String(path));
      return lstat(path);
    });
    syncBuiltinESMExports();
    try {
      await remove();
      expect(new Set(examined).size).toBe(1_000);
      // Each start begins with a random folder.
      for (let starts = 1; starts < 50 && new Set(examined).size < 1_200; starts += 1) await remove();
      expect(new Set(examined).size).toBe(1_200);
    } finally {
      spy.mockRestore();
      syncBuiltinESMExports();
    }
  });
});
