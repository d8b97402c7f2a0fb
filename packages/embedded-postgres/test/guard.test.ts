import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { defaultWording } from '../src/error.ts';
import { endServer } from '../src/guard/end-server.ts';
import { openHome } from '../src/home.ts';
import { startEmbeddedPostgres } from '../src/index.ts';
import { takeServiceLock } from '../src/lock.ts';
import { describeProcess } from '../src/processes.ts';
import {
  atNight,
  cleanUp,
  clusterOf,
  groupOf,
  guardOf,
  guardsOf,
  handOnNothing,
  kill,
  killGroup,
  lookEveryMs,
  postmasterPid,
  processesOf,
  query,
  startService,
  untilNothingRuns,
  usedDataDir,
} from './support/services.ts';

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, durable: false });
const home = (dataDir: string) => dirname(clusterOf(dataDir));
const remember = "drop table if exists kept; create table kept (word text); insert into kept values ('here')";
const recall = 'select word from kept';
const here = [{ word: 'here' }];
const untilNoGuard = (dataDir: string) =>
  vi.waitUntil(() => guardsOf(dataDir).length === 0, { timeout: 10_000, interval: lookEveryMs });

afterEach(({ task }) => cleanUp(task.result?.state === 'pass'));
afterAll(() => cleanUp(false));

describe('within five seconds the server ends', () => {
  test('after kill -9 of its service, in order, with its data, and the guard with it', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir, { from: null });
    const { url = '' } = await service.answer;
    await query(url, remember);
    await kill(service);
    await untilNothingRuns(dataDir);
    await untilNoGuard(dataDir);
    expect(readFileSync(join(home(dataDir), 'postgres.log'), 'utf8')).toMatch(
      /received fast shutdown request[\s\S]*database system is shut down\n$/,
    );
    const locks = readdirSync(home(dataDir)).filter((name) => name.endsWith('.lock'));
    expect(locks.map((name) => readFileSync(join(home(dataDir), name), 'utf8'))).toEqual(['released\n']);
    const next = await start(dataDir);
    expect(next.adopted).toBe(false);
    expect(await query(next.url, recall)).toEqual(here);
    await next.stop();
    expect(guardsOf(dataDir)).toEqual([]);
  });

  atNight(
    'after kill -9 of the process group of its service, with neither server nor guard in it',
    async () => {
      const dataDir = await usedDataDir();
      const service = startService(dataDir, { group: true });
      await service.answer;
      expect(groupOf(service.pid)).toBe(service.pid);
      const guard = guardOf(dataDir);
      expect([groupOf(guard), groupOf(postmasterPid(dataDir))]).not.toContain(service.pid);
      await killGroup(service);
      await untilNothingRuns(dataDir);
    },
  );

  atNight('when it does not react', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    await service.answer;
    process.kill(postmasterPid(dataDir), 'SIGSTOP');
    await kill(service);
    await untilNothingRuns(dataDir);
    await (await start(dataDir)).stop();
  });

  atNight('when its service is killed while it starts', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    await vi.waitUntil(() => processesOf(dataDir).length > 0, { timeout: 10_000, interval: 1 });
    await kill(service);
    await untilNothingRuns(dataDir);
    await untilNoGuard(dataDir);
  });

  test('when its folder is deleted at once', async () => {
    const dataDir = await usedDataDir();
    handOnNothing();
    const service = startService(dataDir);
    await service.answer;
    const pid = postmasterPid(dataDir);
    const guards = guardsOf(dataDir);
    await kill(service);
    // The server and the guard may still write a file into the empty folder.
    await vi.waitUntil(() => {
      try {
        rmSync(dataDir, { recursive: true, force: true });
        return true;
      } catch {
        return false;
      }
    });
    await vi.waitUntil(() => describeProcess(pid) === null, { timeout: 5_000, interval: 10 });
    await vi.waitUntil(() => guards.every((guard) => describeProcess(guard) === null), { timeout: 10_000 });
  });

  atNight('when its first guard was killed before', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    await service.answer;
    const first = guardOf(dataDir);
    process.kill(first, 'SIGKILL');
    await vi.waitUntil(() => guardsOf(dataDir).some((guard) => guard !== first), {
      timeout: 5_000,
      interval: lookEveryMs,
    });
    await kill(service);
    await untilNothingRuns(dataDir);
  });
});

describe('the guard of a service that was killed', () => {
  test('leaves the server to the service that has adopted it', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    await service.answer;
    const old = guardOf(dataDir);
    await kill(service);
    const next = await start(dataDir);
    expect(next.adopted).toBe(true);
    const pid = postmasterPid(dataDir);
    await vi.waitUntil(() => describeProcess(old) === null, { timeout: 10_000, interval: 10 });
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(postmasterPid(dataDir)).toBe(pid);
    expect(guardsOf(dataDir)).toHaveLength(1);
    await next.stop();
  });

  test('is waited for by a service that starts while it stops the server', async () => {
    const dataDir = await usedDataDir();
    const folder = home(dataDir);
    const lock = await takeServiceLock({ folder, dataDir, wording: defaultWording }, 'close');
    // It looks at the lock before it returns.
    const waiting = takeServiceLock({ folder, dataDir, wording: defaultWording });
    lock.release();
    (await waiting).release();
  });

  test('does not kill a process that got the pid of a former server', async () => {
    const dataDir = await usedDataDir();
    const place = await openHome({ dataDir });
    const other = spawn('sleep', ['60'], { stdio: 'ignore', ...place.user });
    await once(other, 'spawn');
    try {
      const record = `${other.pid}\n${clusterOf(dataDir)}\n1700000000\n5432\n\n127.0.0.1\n1 1\nready   \n`;
      writeFileSync(join(clusterOf(dataDir), 'postmaster.pid'), record);
      const reportedServer = { pid: other.pid ?? 0, began: 'another boot/1' };
      await endServer({ home: place, database: 'postgres', pgCtl: '/nowhere' }, reportedServer, 0);
      expect(other.exitCode ?? other.signalCode).toBeNull();
      expect(describeProcess(other.pid ?? 0)).not.toBeNull();
    } finally {
      other.kill('SIGKILL');
      rmSync(join(clusterOf(dataDir), 'postmaster.pid'));
    }
  });
});
