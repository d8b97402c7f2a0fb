/**
 * The upgrade that brings the TPP into every key, over the payments of a release before it: how long a write of that release
 * waits meanwhile, how long the stop is, and how long a write of the new one waits while old rows are checked.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import postgres from 'postgres';
import { withDatabase } from '../lib/cluster.mjs';
import { fillPayments, fillTraces, paymentsOfSize } from '../lib/fill.mjs';
import { columns } from '../lib/table.mjs';

/** Migrations of the release before: 0000 to 0013. */
const migrationsBefore = 14;
const applicationName = 'psd2-bank';

export const upgrade = {
  title: `the upgrade over ${paymentsOfSize()} payments`,
  async run(stage) {
    const url = await stage.cluster.create('many');
    const before = folderOf(stage.serviceFolder, migrationsBefore);
    await migrateBy(url, before);
    rmSync(before, { recursive: true });
    const begun = performance.now();
    await withDatabase(url, async (sql) => {
      await fillPayments(sql, { ...stage.tpp, count: paymentsOfSize(), tppInKeys: false });
      await fillTraces(sql, stage.tpp);
    });
    const [{ bytes }] = await withDatabase(
      url,
      (sql) => sql`select pg_database_size('many')::float8 as bytes`,
    );
    const rows = [{ name: 'filling', seconds: since(begun), gigabytes: bytes / 1e9 }];
    rows.push(await beside(stage, url), ...(await stopAndChecks(stage, url)));
    stage.upgraded = url;
    return rows;
  },
  print: (rows) =>
    columns([
      ['', 'seconds', 'writes meanwhile', 'longest of them, ms', 'GB'],
      ...rows.map(({ name, seconds, writes, longestMs, gigabytes }) => [
        name,
        seconds.toFixed(1),
        writes ?? '',
        longestMs?.toFixed(0) ?? '',
        gigabytes?.toFixed(1) ?? '',
      ]),
    ]),
};

const since = (begun) => (performance.now() - begun) / 1_000;

/** The first migrations in a folder of their own, as a release before has them. */
function folderOf(serviceFolder, count) {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-migrations-'));
  cpSync(join(serviceFolder, 'drizzle'), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

async function migrateBy(url, migrationsFolder) {
  const client = new pg.Client(url);
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder });
  await client.end();
}

/** `npm run db:migrate` as the product has it: its code of exit, and what it said. */
async function migrateCommand({ serviceFolder }, url) {
  const child = spawn(process.execPath, ['dist/migrate.js'], {
    cwd: serviceFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: url },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, said };
}

/** Writes again and again until it is told to stop. */
function writer(url, name, change) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: name } });
  const figures = { writes: 0, longestMs: 0 };
  let running = true;
  const work = (async () => {
    while (running) {
      const begun = performance.now();
      await sql.begin((tx) => change(tx, `${name} ${figures.writes}`));
      figures.longestMs = Math.max(figures.longestMs, performance.now() - begun);
      figures.writes += 1;
      await sleep(5);
    }
    await sql.end();
  })();
  return {
    figures,
    async stop() {
      running = false;
      await work;
    },
  };
}

const insertPayment = (tx, id) => tx`
  insert into payments (payment_id, tpp_id, product, status, redirect_preferred, debtor_account, debtor_key, instruction, fingerprint, created_at, updated_at)
  values (${id}, 'PSDNO-FSA-OTHER', 'NDCT', 'PDNG', true, '{}', 'k', '{}', ${id}, now(), now())`;

/** A payment as the release before writes it. */
async function writeBefore(tx, id) {
  await insertPayment(tx, id);
  await tx`insert into payment_status_changes (payment_id, from_status, to_status, at, reason) values (${id}, 'RCVD', 'PDNG', now(), '')`;
  await tx`insert into bank_queue (payment_id, tpp_id, due_at, transfers) values (${id}, 'PSDNO-FSA-OTHER', now() + interval '1 year', 1)
    on conflict (payment_id) do nothing`;
  await tx`insert into logged_requests (tpp_id, kind, id, at, status, path, record)
    values ('PSDNO-FSA-OTHER', 0, uuidv7(), now(), 200, '/', '')`;
}

async function writeAfter(tx, id) {
  await insertPayment(tx, id);
  await tx`insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
    values ('PSDNO-FSA-OTHER', ${id}, 'RCVD', 'PDNG', now(), '')`;
  await tx`insert into logged_requests (tpp_id, kind, id, at, status, path, record)
    values ('PSDNO-FSA-OTHER', 0, uuidv7(), now(), 200, '/', '')`;
}

async function beside(stage, url) {
  const old = writer(url, applicationName, writeBefore);
  const begun = performance.now();
  const { said } = await migrateCommand(stage, url);
  const seconds = since(begun);
  await old.stop();
  if (!said.includes('end its processes first')) throw new Error(`not refused beside a service: ${said}`);
  return { name: 'beside the release before', seconds, ...old.figures };
}

async function stopAndChecks(stage, url) {
  const { entries } = JSON.parse(
    readFileSync(join(stage.serviceFolder, 'drizzle/meta/_journal.json'), 'utf8'),
  );
  const begun = performance.now();
  let ended = false;
  const command = migrateCommand(stage, url).finally(() => {
    ended = true;
  });
  let stopped = 0;
  await withDatabase(url, async (sql) => {
    for (let made = 0; made < entries.length && !ended; await sleep(5))
      [{ made }] = await sql`select count(*)::int as made from drizzle.__drizzle_migrations`;
    stopped = since(begun);
  });
  const next = writer(url, `${applicationName} bench`, writeAfter);
  const { code, said } = await command;
  const checked = since(begun) - stopped;
  const rotation = performance.now();
  await withDatabase(
    url,
    (sql) => sql`select rotate_logged_requests(now(), now() - interval '72 hours', 5000)`,
  );
  const rotated = since(rotation);
  await next.stop();
  if (code !== 0) throw new Error(`the migration failed: ${said}`);
  return [
    { name: 'the stop', seconds: stopped },
    { name: 'the check of old rows', seconds: checked, ...next.figures },
    { name: "the day's partitions", seconds: rotated },
  ];
}
