import { readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { findPackage, prepareBinaries } from '../src/binaries.ts';
import { openHome } from '../src/home.ts';
import { startEmbeddedPostgres } from '../src/index.ts';
import { logFile } from '../src/launch.ts';
import { stopPostmaster } from '../src/postmaster.ts';
import { openServer, type Server, type StartOptions } from '../src/start.ts';
import { supervise } from '../src/supervise.ts';
import {
  atNight,
  cleanUp,
  clusterOf,
  guardsOf,
  kill,
  postmasterPid,
  processesOf,
  query,
  startService,
  untilNothingRuns,
  usedDataDir,
} from './support/services.ts';

const remember = "drop table if exists kept; create table kept (word text); insert into kept values ('here')";
const recall = 'select word from kept';
const here = [{ word: 'here' }];
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 20_000, interval: 5 });

afterEach(({ task }) => cleanUp(task.result?.state === 'pass'));
afterAll(() => cleanUp(false));

async function started(dataDir: string) {
  const notices: string[] = [];
  const onNotice = (text: string) => notices.push(text);
  const server = await startEmbeddedPostgres({ dataDir, durable: false, onNotice });
  await query(server.url, remember);
  return { server, notices, isBack: () => notices.some((text) => text.includes('runs again')) };
}

const killServer = (dataDir: string): number => {
  const pid = postmasterPid(dataDir);
  process.kill(pid, 'SIGKILL');
  return pid;
};

describe('a server that was killed', () => {
  test('comes back at its address with its data, with a log line for each event', async () => {
    const dataDir = await usedDataDir();
    const { server, notices, isBack } = await started(dataDir);
    const lost = killServer(dataDir);
    await until(isBack);
    expect(await query(server.url, recall)).toEqual(here);
    const { port } = new URL(server.url);
    expect(notices).toEqual([
      `The embedded PostgreSQL (pid ${lost}) has ended and is being restarted. See ${join(dirname(clusterOf(dataDir)), 'postgres.log')}.`,
      `The embedded PostgreSQL runs again (pid ${postmasterPid(dataDir)}) on port ${port}.`,
    ]);
    await server.stop();
    expect([processesOf(dataDir), guardsOf(dataDir)]).toEqual([[], []]);
  });

  atNight('comes back when it was adopted', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    await service.answer;
    await kill(service);
    const { server, isBack } = await started(dataDir);
    expect(server.adopted).toBe(true);
    killServer(dataDir);
    await until(isBack);
    expect(await query(server.url, recall)).toEqual(here);
    await server.stop();
    expect(processesOf(dataDir)).toEqual([]);
  });

  atNight('still ends with its service after it is back', async () => {
    const dataDir = await usedDataDir();
    const service = startService(dataDir);
    await service.answer;
    killServer(dataDir);
    await until(() => service.notices.some((text) => text.includes('runs again')));
    await kill(service);
    await untilNothingRuns(dataDir);
  });

  test('waits for its port while another program uses it', async () => {
    const dataDir = await usedDataDir();
    const home = await openHome({ dataDir });
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    const { port } = squatter.address() as AddressInfo;
    const log = logFile(home);
    const before = statSync(log).size;
    const opening = openServer(
      {
        home,
        binaries: await prepareBinaries(findPackage(), home),
        name: 'embedded-postgres',
        durable: false,
        socket: null,
        database: 'postgres',
        onProcess: () => undefined,
        cancelled: new AbortController().signal,
      },
      port,
    );
    await until(() => readFileSync(log, 'utf8').slice(before).includes('Address already in use'));
    await new Promise((resolve) => squatter.close(resolve));
    const server = await opening;
    expect(server.port).toBe(port);
    await stopPostmaster(server.identity, '/nowhere');
  });

  test('does not come back when the service stops', async () => {
    const dataDir = await usedDataDir();
    const { server, notices } = await started(dataDir);
    killServer(dataDir);
    await until(() => notices.length > 0);
    await server.stop();
    expect([processesOf(dataDir), guardsOf(dataDir)]).toEqual([[], []]);
    expect(notices).toHaveLength(1);
  });
});

describe('restarts are bounded', () => {
  const dead = (pid: number): Server => ({
    identity: { pid, began: null },
    port: 5_432,
    child: {
      identity: { pid, began: null },
      port: 5_432,
      end: Promise.resolve(),
      hasEnded: () => true,
      endReason: async () => '',
    },
  });
  const pauses = [0, 0, 0];

  async function supervised(open: (attempt: number) => Promise<Server>) {
    const notices: string[] = [];
    let attempts = 0;
    const startOptions = {
      home: await openHome({ dataDir: await usedDataDir() }),
      cancelled: new AbortController().signal,
    } as StartOptions;
    const next = (_: StartOptions, port: number) => {
      expect(port).toBe(5_432);
      attempts += 1;
      return open(attempts);
    };
    await supervise({ startOptions, open: next, pauses, onNotice: (text) => notices.push(text) }, dead(1));
    return { notices, attempts };
  }

  test('when it cannot be started, with the reason in the log', async () => {
    const { notices, attempts } = await supervised(() => Promise.reject(new Error('Port 5432 is taken.')));
    expect(attempts).toBe(3);
    expect(notices).toEqual([
      expect.stringContaining('(pid 1) has ended and is being restarted.'),
      expect.stringContaining(
        '(pid 1) has ended and is not restarted: Port 5432 is taken. Start the service again.',
      ),
    ]);
  });

  test('when it keeps dying', async () => {
    const { notices, attempts } = await supervised(async (attempt) => dead(attempt + 1));
    expect(attempts).toBe(3);
    expect(notices).toHaveLength(7);
    expect(notices.at(-1)).toContain('(pid 4) has ended and is not restarted: it has ended too often.');
  });
});
