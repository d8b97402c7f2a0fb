/** A real PgBouncer in transaction mode before a database. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports.ts';

/** Null when PgBouncer is installed, else the reason to skip. */
export const missing = spawnSync('pgbouncer', ['--version']).error ? 'pgbouncer is not installed' : null;

export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** Its handling of unknown start parameters. */
export type Manner = 'refuses' | 'ignores';

const parameters = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';

/** `atPort`: the port of an earlier one; free by default. */
export async function startPooler(
  databaseUrl: string,
  manner: Manner,
  poolSize = 6,
  atPort?: number,
): Promise<Pooler> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const own = atPort ?? (await freePort());
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 });
  const settings = [
    '[databases]',
    `${database} = host=${hostname} port=${port} dbname=${database}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 200',
    'server_round_robin = 1',
    // docs/scaling.md: by default PgBouncer refuses clients for 15 seconds after a failed log-in.
    'server_login_retry = 1',
    'query_wait_timeout = 10',
    ...(manner === 'ignores' ? [`ignore_startup_parameters = ${parameters}`] : []),
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'), { mode: 0o644 });
  const asRoot = process.getuid?.() === 0;
  // It does not run as root.
  const child = spawn('pgbouncer', [file], {
    stdio: 'ignore',
    ...(asRoot ? { uid: 65534, gid: 65534 } : {}),
  });
  await listens(own, child);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${own}/${database}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (open) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`pgbouncer ended with ${child.exitCode}`);
}
