import { beforeAll, expect, it } from 'vitest';
import { newPayment, domesticPath as path } from '../support/story.ts';
import { shareTwoBanks, statusAt } from './two-banks.ts';

const two = shareTwoBanks();
const pay = async () => `${path}/${await newPayment(two.tpp)}`;
beforeAll(async () => {
  await pay();
});

/** Writes after the response. */
const requestLog = /logged_requests/;

async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const seen: string[] = [];
  two.facade.database.watch((text) => seen.push(text));
  await act();
  two.facade.database.watch(null);
  return seen.filter((text) => !requestLog.test(text)).length;
}

it('a creation takes four statements: its preconditions, duplicates, the PSU id at the bank, and the write', async () => {
  expect(await statementsOf(pay)).toBe(4);
});

it('a status polled less than three seconds ago takes one statement', async () => {
  const self = await pay();
  const arrived = two.arrived.length;
  expect(await statusAt(two.tpp, self)).toBe('RCVD');
  expect(two.arrived.length).toBe(arrived + 1);
  expect(await statementsOf(() => statusAt(two.tpp, self))).toBe(1);
  expect(two.arrived.length).toBe(arrived + 1);
});

it('a final status takes one statement, however old the last response of the bank', async () => {
  const self = await pay();
  expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
  two.facade.time.now += 3_600_000;
  expect(await statementsOf(() => statusAt(two.tpp, self))).toBe(1);
});

it('a creation reads a few rows, however many requests and payments its TPP has', async () => {
  const { sql } = two.facade;
  await sql`
    insert into request_answers (tpp_id, request_id, fingerprint, outcomes, created_at)
    select tpp_id, 'request ' || n, 'fingerprint', '{}', now() from tpps, generate_series(1, 3000) n`;
  await sql`
    insert into remote_resources (tpp_id, kind, id, reference, unchanged)
    select tpp_id, 'PAYMENT', 'payment ' || n, 'payment ' || n, 0 from tpps, generate_series(1, 3000) n`;
  await sql`select pg_stat_reset()`;
  await Promise.all(Array.from({ length: creations }, pay));
  await two.facade.app.stop(1_000);
  // A connection reports its reads when it ends.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await reads()).scans, { timeout: 20_000 }).toBeGreaterThanOrEqual(creations);
  expect((await reads()).rows).toBeLessThan(1_000);
}, 40_000);

const creations = 16;

async function reads(): Promise<{ scans: number; rows: number }> {
  const [row] = await two.facade.sql<[{ scans: number; rows: number }]>`
    select
      sum(idx_scan + seq_scan) filter (where relname = 'request_answers')::int as scans,
      sum(idx_tup_fetch + seq_tup_read)::int as rows
    from pg_stat_user_tables where relname in ('request_answers', 'remote_resources')`;
  return row;
}
