/** A PostgreSQL that can be killed, frozen and filled up, behind a proxy with a stable address. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from 'embedded-postgres-server';
import pg from 'pg';
import { type Door, openDoor } from '../../db/support/doors.ts';

export interface FaultyDatabase {
  readonly url: string;
  readonly door: Door;
  /** The server's own address, past the proxy. */
  direct(): string;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  kill(): Promise<void>;
  /** Restarts the server unless it runs. */
  revive(): Promise<void>;
  freeze(): Promise<() => void>;
  /** Fills its disk until the result is called; null without its own disk. */
  readonly fill: (() => Promise<() => Promise<void>>) | null;
  stop(): Promise<void>;
}

const diskSize = '320m';

export async function startFaultyDatabase(): Promise<FaultyDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'psd2 bank faults '));
  chmodSync(folder, 0o755);
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const mounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', disk]).status === 0;
  const start = () => startEmbeddedPostgres({ dataDir: disk, durable: false });
  let server: EmbeddedPostgres = await start();
  let postmaster = await postmasterOf(server.url);
  const door = await openDoor(server.url);

  async function revive(): Promise<void> {
    if (await answers(server.url)) return;
    await server.stop().catch(() => undefined);
    // Recovery takes long on a busy machine.
    server = await start().catch(start);
    postmaster = await postmasterOf(server.url);
    door.leadTo(server.url);
  }

  async function fill(): Promise<() => Promise<void>> {
    const ballast = join(disk, 'ballast');
    const file = await open(ballast, 'w');
    const { bavail, bsize } = statfsSync(disk);
    // The last blocks go one by one, because the server writes meanwhile.
    const block = Buffer.alloc(bsize * 16, 1);
    for (let left = bavail + 1_000; left > 0; left -= 16)
      if (
        !(await file.write(block).then(
          () => true,
          () => false,
        ))
      )
        break;
    await file.close();
    return () => rm(ballast);
  }

  return {
    url: door.url,
    door,
    direct: () => server.url,
    query: (text, values) => once(server.url, (client) => client.query(text, values)),
    async kill() {
      process.kill(postmaster, 'SIGKILL');
      while (isAlive(postmaster)) await sleep(5);
    },
    revive,
    async freeze() {
      const all = [postmaster, ...childrenOf(postmaster)];
      for (const pid of all) signal(pid, 'SIGSTOP');
      return () => {
        for (const pid of all) signal(pid, 'SIGCONT');
      };
    },
    fill: mounted ? fill : null,
    async stop() {
      await door.stop();
      await server.stop().catch(() => undefined);
      if (mounted) spawnSync('umount', ['-l', disk]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function once<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}

export const answers = (url: string): Promise<boolean> =>
  once(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );

async function postmasterOf(url: string): Promise<number> {
  return once(url, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return parentOf(rows[0].pid) ?? 0;
  });
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** A killed process that waits for its parent counts as dead. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}
