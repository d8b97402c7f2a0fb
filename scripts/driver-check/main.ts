/**
 * `npm run driver-check`: whether the newest release of the `postgres` driver still has the three defects for which this
 * service uses `pg` (docs/decisions.md). Installs it in a folder of its own, and tries each against a PostgreSQL of its own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from 'embedded-postgres-server';

const rounds = 10;
const folder = mkdtempSync(join(tmpdir(), 'driver-check-'));
const start = (name: string) =>
  startEmbeddedPostgres({ dataDir: join(folder, name), name: 'driver-check', databaseName: 'check' });

execFileSync('npm', [
  'install',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--prefix',
  folder,
  'postgres@latest',
]);
const home = join(folder, 'node_modules/postgres');
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
const { default: postgres } = await import(join(home, 'src/index.js'));

/**
 * The server has forgotten the statement `commit`, which ends the transaction; sent again, it is answered by ROLLBACK, and
 * whoever began has to hear of that.
 */
async function takesRollbackForCommit(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`create table if not exists kept (id int)`;
  const keep = (id: number, forget: boolean) =>
    sql
      .begin(async (tx: typeof sql) => {
        await tx`insert into kept values (${id})`;
        if (forget) await tx.unsafe('deallocate all');
        return 'done';
      })
      .catch(() => 'refused');
  await keep(1, false);
  const told = await keep(2, true);
  const [{ count }] = await sql`select count(*)::int as count from kept where id = 2`;
  await sql.end();
  return told === 'done' && count === 0;
}

/** A statement that the server has forgotten has failed its transaction, so that it must not be sent once more. */
async function sendsTwice(url: string): Promise<boolean> {
  const sent: string[] = [];
  const debug = (_: unknown, text: string) => sent.push(text);
  const sql = postgres(url, { max: 1, onnotice: () => undefined, debug });
  const text = 'select $1 ::int as one';
  const ask = (on: typeof sql) => on.unsafe(text, [1], { prepare: true });
  await ask(sql);
  await sql
    .begin(async (tx: typeof sql) => {
      await tx.unsafe('deallocate all');
      sent.length = 0;
      await ask(tx);
    })
    .catch(() => undefined);
  await sql.end();
  return sent.filter((one) => one === text).length > 1;
}

/** A server that is killed under load must end statements, and not the process that sent them. */
async function endsTheProcess(): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const server = await start(`killed-${round}`);
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('load.mjs', import.meta.url)), home, server.url],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [pid] = (
      await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text))))
    )
      .trim()
      .split('\n');
    process.kill(Number(pid), 'SIGKILL');
    const code = await ended;
    await server.stop().catch(() => undefined);
    if (code !== 0) return true;
  }
  return false;
}

try {
  const server = await start('steady');
  const found = {
    'takes ROLLBACK for COMMIT': await takesRollbackForCommit(server.url),
    'sends a statement twice': await sendsTwice(server.url),
  };
  await server.stop();
  const all = { ...found, 'ends the process when the server is killed': await endsTheProcess() };
  console.log(`postgres ${version}`);
  for (const [defect, stands] of Object.entries(all))
    console.log(`  ${stands ? 'still' : 'no longer'} ${defect}`);
  const left = Object.values(all).filter(Boolean).length;
  console.log(left === 0 ? 'It can take the place of pg.' : 'The service stays with pg.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
