/** A database distributed by TPP (docs/scaling.md) needs the TPP in every key and in every statement about its rows. */
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Session } from '../../src/db/session.ts';
import { readFacts } from '../../src/db/stores/facts.ts';
import { type Called, everyStatement } from './support/every-statement.ts';
import { type Plan, plannedAsServed, planOf } from './support/plans.ts';
import { ours } from './support/rows.ts';

let sql: postgres.Sql;
beforeAll(async () => {
  sql = await plannedAsServed();
});
afterAll(() => sql.end());

const lookups: Readonly<Record<string, string>> = {
  bank_orders: 'a report of the core system names an order alone; orders of all TPPs leave in turn',
  order_reports: 'of an order, as the core system names it',
  report_cursor: 'one row for the service',
  stray_reports: 'reports that belong to nobody',
  service_mark: 'one row for the service',
  authentication_requests: 'who comes back from the identity provider brings a state alone',
  console_tokens: 'a token says by itself alone whose it is',
  sandbox_certificate_counts: 'TPPs that one has made are counted together, and all of them',
  sandbox_faults: 'each process looks which TPPs have set a fault',
  remote_resources: "what one TPP has at the bank behind is nobody else's: unique over all TPPs",
};

describe('the catalogue', () => {
  it('has the TPP in every primary key and every unique index', async () => {
    const without = await sql`
      select relname as table, indexrelid::regclass::text as index from pg_index join pg_class on pg_class.oid = indrelid
      where indisunique and relnamespace = 'public'::regnamespace and not exists (
        select from pg_attribute where attrelid = indrelid and attname = 'tpp_id' and attnum = any(indkey))`;
    expect(without.filter(({ table }) => !(table in lookups))).toEqual([]);
    expect(without.map(({ index }) => index).sort()).toEqual([
      'authentication_requests_state',
      'bank_orders_pkey',
      'console_tokens_pkey',
      'order_reports_message_id_order_id_pk',
      'remote_resources_reference',
      'report_cursor_pkey',
      'sandbox_certificate_counts_pkey',
      'service_mark_pkey',
      'stray_reports_digest',
      'stray_reports_pkey',
    ]);
  });

  it('has the TPP in every table, never null, and a key in each', async () => {
    const without = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not (
        exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tpp_id' and attnotnull)
        and exists (select from pg_index where indrelid = pg_class.oid and indisprimary))`;
    expect(without.filter(({ relname }) => !(relname in lookups))).toEqual([]);
  });

  it('has the TPP on both sides of every foreign key', async () => {
    const without = await sql`
      select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and not (
        exists (select from pg_attribute where attrelid = conrelid and attname = 'tpp_id' and attnum = any(conkey))
        and exists (select from pg_attribute where attrelid = confrelid and attname = 'tpp_id' and attnum = any(confkey)))`;
    // A report belongs to an order under the core's name for it.
    expect(without.map(({ conname }) => conname)).toEqual(['order_reports_order_id_bank_orders_order_id_fk']);
  });
});

const readWithoutTpp = (plan: Plan): readonly string[] => {
  const { 'Relation Name': table, 'Node Type': node, Plans = [] } = plan;
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((name) => String(plan[name] ?? ''));
  const named = conditions.some((text) => /tpp_id = /.test(text));
  const below = Plans.flatMap(readWithoutTpp);
  return table === undefined || node === 'ModifyTable' || table in lookups || named
    ? below
    : [table, ...below];
};

const inserted = /insert into "?(\w+)"? \(([^)]*)\)/g;

async function faultsOf({ method, text }: Called): Promise<readonly string[]> {
  const written = [...text.matchAll(inserted)].filter(
    ([, table = '', columns = '']) => !/\btpp_id\b/.test(columns) && table !== 'sandbox_certificate_counts',
  );
  const read = readWithoutTpp(await planOf(sql, text));
  return [...written.map(([, table]) => table), ...read].map((table) => `${method}: ${table}\n${text}`);
}

async function ofFacts(): Promise<readonly Called[]> {
  const called: Called[] = [];
  const session = new Session(ours, async ({ text }) => {
    called.push({ method: 'facts', text });
    return { rows: [{}], rowCount: 1 } as never;
  });
  const request = { requestId: 'r', ignoreBefore: 0 };
  const accountKeys = ['bban:1'];
  const psu = { psuId: 'p', identityNumber: null, sessionId: 's' };
  for (const needs of [null, { psu, accountKeys }, { psu: { ...psu, psuId: null }, accountKeys }])
    await readFacts(session, ours, { request, needs }).catch(() => undefined);
  return called;
}

it('every statement about a TPP names it for every table that it reads, changes or fills', async () => {
  const all = [...(await everyStatement()), ...(await ofFacts())];
  const texts = new Map(all.map((called) => [called.text, called]));
  expect(texts.size).toBeGreaterThan(120);
  const faults: string[] = [];
  for (const called of texts.values()) faults.push(...(await faultsOf(called)));
  expect(faults).toEqual([]);
});
