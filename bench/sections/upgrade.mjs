/**
 * Measures the upgrade that adds the TPP to every key: how long writes of the earlier release wait, how long the service
 * is down, and how long new writes wait while old rows are checked.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import postgres from 'postgres';
import { withDatabase } from '../lib/cluster.mjs';
import { fillPayments, fillTraces, paymentsOfSize } from '../lib/fill.mjs';
import { columns } from '../lib/rounds.mjs';

/** Migrations 0000 to 0013 of the earlier release. */
const migrationsBefore = 14;
const applicationName = 'psd2-bank';
const journalOf = (folder) => JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
const since = (begun) => (performance.now() - begun) / 1_000;

export const upgrade = {
  title: `the upgrade over ${paymentsOfSize()} payments`,
  async run(stage) {
    const url = await stage.cluster.create('many');
    await migrateAsBefore(url, join(stage.serviceFolder, 'drizzle'));
    const begun = performance.now();
    await withDatabase(url, async (sql) => {
      await fillPayments(sql, { ...stage.tpp, count: paymentsOfSize(), tppInKeys: false });
      await fillTraces(sql);
    });
    const filling = { name: 'filling', seconds: since(begun) };
    const rows = [filling, await besideTheReleaseBefore(stage, url), ...(await stopAndChecks(stage, url))];
    stage.upgraded = url;
    return rows;
  },
  print: (rows) =>
    columns([
      ['', 'seconds', 'writes meanwhile', 'longest of them, ms'],
      ...rows.map((row) => [row.name, row.seconds.toFixed(1), row.writes, row.longestMs?.toFixed(0)]),
    ]),
};

/** Copies the migrations of the earlier release. */
async function migrateAsBefore(url, migrations) {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  const { entries, ...journal } = journalOf(folder);
  const before = { ...journal, entries: entries.slice(0, migrationsBefore) };
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(before));
  const client = new pg.Client(url);
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: folder });
  await client.end();
  rmSync(folder, { recursive: true });
}

/** Runs `npm run db:migrate`; returns exit code and output. */
async function migrateCommand({ serviceFolder: cwd }, url) {
  const options = { cwd, env: { PATH: process.env.PATH, DATABASE_URL: url } };
  const run = promisify(execFile)(process.execPath, ['dist/migrate.js'], options);
  const { code = 0, stdout, stderr } = await run.catch((error) => error);
  return { code, output: stdout + stderr };
}

function writer(url, name, below) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: name } });
  const figures = { writes: 0, longestMs: 0 };
  let running = true;
  const write = async (tx) => {
    const id = `${name} ${figures.writes}`;
    await tx`
      insert into payments (payment_id, tpp_id, product, status, redirect_preferred, debtor_account, debtor_key, instruction, fingerprint, created_at, updated_at)
      values (${id}, 'PSDNO-FSA-OTHER', 'NDCT', 'PDNG', true, '{}', 'k', '{}', ${id}, now(), now())`;
    await below(tx, id);
    await tx`
      insert into logged_requests (tpp_id, kind, id, at, status, path, record)
      values ('PSDNO-FSA-OTHER', 0, uuidv7(), now(), 200, '/', '')`;
  };
  const work = (async () => {
    while (running) {
      const begun = performance.now();
      await sql.begin(write);
      figures.longestMs = Math.max(figures.longestMs, performance.now() - begun);
      figures.writes += 1;
      await sleep(5);
    }
    await sql.end();
  })();
  return async () => {
    running = false;
    await work;
    return figures;
  };
}

/** Child rows of a payment in the earlier release. */
async function writeBefore(tx, id) {
  await tx`
    insert into payment_status_changes (payment_id, from_status, to_status, at, reason) values (${id}, 'RCVD', 'PDNG', now(), '')`;
  await tx`
    insert into bank_queue (payment_id, tpp_id, due_at, transfers)
    values (${id}, 'PSDNO-FSA-OTHER', now() + interval '1 year', 1) on conflict (payment_id) do nothing`;
}

const writeAfter = (tx, id) => tx`
  insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
  values ('PSDNO-FSA-OTHER', ${id}, 'RCVD', 'PDNG', now(), '')`;

async function besideTheReleaseBefore(stage, url) {
  const stop = writer(url, applicationName, writeBefore);
  const begun = performance.now();
  const { output } = await migrateCommand(stage, url);
  const seconds = since(begun);
  const figures = await stop();
  if (!output.includes('end its processes first')) throw new Error(`not refused beside a service: ${output}`);
  return { name: 'beside the release before', seconds, ...figures };
}

async function stopAndChecks(stage, url) {
  const { entries } = journalOf(join(stage.serviceFolder, 'drizzle'));
  const begun = performance.now();
  let ended = false;
  const command = migrateCommand(stage, url).finally(() => {
    ended = true;
  });
  await withDatabase(url, async (sql) => {
    for (let made = 0; made < entries.length && !ended; await sleep(5))
      [{ made }] = await sql`select count(*)::int as made from drizzle.__drizzle_migrations`;
  });
  const stopped = since(begun);
  const stop = writer(url, `${applicationName} bench`, writeAfter);
  const { code, output } = await command;
  const checked = since(begun) - stopped;
  const figures = await stop();
  if (code !== 0) throw new Error(`the migration failed: ${output}`);
  return [
    { name: 'the stop', seconds: stopped },
    { name: 'the check of old rows', seconds: checked, ...figures },
  ];
}
