import { randomUUID } from 'node:crypto';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { migrateDatabase } from '../../src/db/prepare.ts';
import { withDatabase } from '../support/with-database.ts';

const clusterUrl = inject('clusterUrl');
const name = `migrations_${randomUUID().replaceAll('-', '')}`;
const admin = postgres(clusterUrl, { max: 1, onnotice: () => undefined });
const url = withDatabase(clusterUrl, name);
const soon = { timeout: 20_000, interval: 10 };
const open = (address: string) => postgres(address, { max: 1, onnotice: () => undefined });
let sql: postgres.Sql;
afterEach(async () => {
  await sql.end();
  // Ends connections that a failed test has left, so that the next test can create its database.
  await admin.unsafe(`drop database ${name} with (force)`);
});
afterAll(async () => {
  for (const template of templates.values()) await admin.unsafe(`drop database ${await template}`);
  await admin.end();
});

const migrations = readMigrationFiles({ migrationsFolder: 'drizzle' });
const migrate = async (from: number, to: number, database = sql) => {
  for (const { sql: statements } of migrations.slice(from, to))
    for (const statement of statements) await database.unsafe(statement);
};

/** Begins with a database after the first so many migrations, as drizzle leaves it. */
async function begin(count: number): Promise<void> {
  const template = templates.get(count) ?? makeTemplate(count);
  templates.set(count, template);
  await admin.unsafe(
    `create database ${name} ${inject('cloning').replace(/(?<=template )\w+/, await template)}`,
  );
  sql = open(url);
}

/** Several tests begin with each: a copy takes a tenth of the time of its migrations. */
const templates = new Map<number, Promise<string>>();
async function makeTemplate(count: number): Promise<string> {
  const template = `${name}_${count}`;
  await admin.unsafe(`create database ${template}`);
  const database = open(withDatabase(clusterUrl, template));
  if (count > 0) {
    await migrate(0, count, database);
    await database`create schema drizzle`;
    await database`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  }
  for (const { hash, folderMillis } of migrations.slice(0, count))
    await database`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  await database.end();
  return template;
}

describe('the ledger of entries becomes one of movements', () => {
  beforeEach(async () => {
    await begin(8);
    await sql`insert into sandbox_accounts (resource_id, tpp_id, account_name, account_key, currency, created_at)
      select id, 't', id, 'bban:' || id, 'NOK', now() from unnest(array['a', 'b', 'e']) id`;
  });

  const post = async (postingId: string, entries: readonly [string | null, string, number][]) => {
    const payment = postingId.startsWith('p') ? postingId : null;
    await sql`insert into ledger_postings (posting_id, tpp_id, kind, payment_id, transfer, at, booking_date)
      values (${postingId}, 't', ${payment ? 'PAYMENT' : 'OPENING'}, ${payment}, 3, '2030-01-07T10:00:00Z', '2030-01-07')`;
    for (const [position, [accountId, currency, minor]] of entries.entries())
      await sql`insert into ledger_entries (posting_id, position, tpp_id, account_id, currency, amount_minor, booking_date, details)
        values (${postingId}, ${position}, 't', ${accountId}, ${currency}, ${minor}, '2030-01-07', ${accountId ? sql.json({ creditorName: accountId }) : sql.json({})})`;
  };
  const movements = async () =>
    (
      await sql`select concat_ws(' ', posting_id, position, kind, payment_id, transfer, coalesce(from_account_id, 'bank'),
        coalesce(to_account_id, 'bank'), currency, amount_minor, details ->> 'creditorName') as told
        from ledger_movements order by posting_id, position`
    ).map(({ told }) => told);
  const sums = () =>
    sql`select account_id, currency, sum(amount_minor)::text as sum from ledger_entries where account_id is not null group by 1, 2 order by 1, 2`;

  it('pair by pair, with the balances of accounts', async () => {
    await post('o1', [
      [null, 'NOK', -500],
      ['a', 'NOK', 500],
      [null, 'NOK', -500],
      ['b', 'NOK', 500],
    ]);
    await post('p1', [
      ['a', 'NOK', -30],
      ['b', 'NOK', 30],
    ]);
    // The payer's account is in another currency, then the payee's, then both.
    await post('p2', [
      ['e', 'EUR', -3],
      [null, 'EUR', 3],
      [null, 'NOK', -36],
      ['b', 'NOK', 36],
    ]);
    await post('p3', [
      ['a', 'NOK', -36],
      ['e', 'EUR', 3],
      [null, 'EUR', -3],
      [null, 'NOK', 36],
    ]);
    await post('p4', [
      ['e', 'EUR', -3],
      [null, 'EUR', 3],
      [null, 'NOK', -36],
      ['b', 'SEK', 40],
      [null, 'SEK', -40],
      [null, 'NOK', 36],
    ]);
    const before = await sums();
    await migrate(8, 9);
    expect(await movements()).toEqual([
      'o1 0 OPENING 3 bank a NOK 500 a',
      'o1 2 OPENING 3 bank b NOK 500 b',
      'p1 0 PAYMENT p1 3 a b NOK 30 a',
      'p2 0 PAYMENT p2 3 e bank EUR 3 e',
      'p2 2 PAYMENT p2 3 bank b NOK 36 b',
      'p3 0 PAYMENT p3 3 a bank NOK 36 a',
      'p3 2 PAYMENT p3 3 bank e EUR 3 e',
      'p4 0 PAYMENT p4 3 e bank EUR 3 e',
      'p4 2 PAYMENT p4 3 bank bank NOK 36',
      'p4 4 PAYMENT p4 3 bank b SEK 40 b',
    ]);
    expect([...(await sums())]).toEqual([...before]);
  });

  it('and fails where an entry has no other side', async () => {
    await post('p1', [
      ['a', 'NOK', -30],
      ['b', 'NOK', 29],
    ]);
    await expect(migrate(8, 9)).rejects.toThrow('has no other side');
  });
});

it('the count of status changes goes on from the counts of each payment', async () => {
  await begin(9);
  await sql`insert into payments (payment_id, tpp_id, product, status, redirect_preferred, debtor_account, debtor_key, instruction, fingerprint, created_at, updated_at)
    values ('p', 't', 'NDCT', 'PDNG', true, '{}', 'k', '{}', 'f', now(), now())`;
  await sql`insert into payment_status_changes (payment_id, sequence, from_status, to_status, at, reason)
    values ('p', 1, null, 'RCVD', now(), ''), ('p', 2, 'RCVD', 'PDNG', now(), '')`;
  await migrate(9, 10);
  await sql`insert into payment_status_changes (payment_id, from_status, to_status, at, reason) values ('p', 'PDNG', 'ACSC', now(), '')`;
  const changes =
    await sql`select to_status from payment_status_changes where payment_id = 'p' order by sequence`;
  expect(changes.map(({ to_status }) => to_status)).toEqual(['RCVD', 'PDNG', 'ACSC']);
});

const connected = async () => {
  const service = postgres(url, { max: 1, connection: { application_name: 'psd2-bank' } });
  await service`select 1`;
  return async () => {
    await service.end();
    await vi.waitUntil(async () => {
      const [row] =
        await sql`select count(*)::int as count from pg_stat_activity where datname = ${name} and application_name = 'psd2-bank'`;
      return row?.count === 0;
    }, soon);
  };
};

describe('migrations that the previous release cannot write beside', () => {
  it.each([
    [8, '0008, 0009, 0014'],
    [9, '0009, 0014'],
    [14, '0014'],
  ])('are refused while a service is connected, from the first %i on', async (count, named) => {
    await begin(count);
    const end = await connected();
    await expect(migrateDatabase(url)).rejects.toThrow(
      `migrations ${named}, and a service is connected (1 connections)`,
    );
    expect(await sql`select 1 from drizzle.__drizzle_migrations`).toHaveLength(count);
    await end();
    expect(await migrateDatabase(url)).toBe(migrations.length - count);
  });

  it('do not stop the creation of a database', async () => {
    await begin(0);
    const end = await connected();
    expect(await migrateDatabase(url)).toBe(migrations.length);
    await end();
  });
});

describe('the TPP comes into every key', () => {
  const insertPayment = (id: string) =>
    sql`insert into payments (payment_id, tpp_id, product, status, redirect_preferred, debtor_account, debtor_key, instruction, fingerprint, created_at, updated_at)
      values (${id}, ${`tpp of ${id}`}, 'NDCT', 'PDNG', true, '{}', 'k', '{}', ${id}, now(), now())`;
  const insertChange = (id: string) =>
    sql`insert into payment_status_changes (payment_id, from_status, to_status, at, reason) values (${id}, 'RCVD', 'PDNG', now(), '')`;
  const owners = () => sql`select payment_id, tpp_id from payment_status_changes order by payment_id`;
  const isOfTpp = (id: string) => ({ payment_id: id, tpp_id: `tpp of ${id}` });
  const schema = async () => [
    ...(await sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`),
    ...(await sql`select conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`),
    ...(await sql`select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public' order by 1, 2`),
  ];

  it('while the previous release serves, up to the step that needs a stop, with the same result', async () => {
    await begin(14);
    await insertPayment('a');
    await insertChange('a');
    const end = await connected();
    await expect(migrateDatabase(url)).rejects.toThrow('stop it first, then try again');
    expect([...(await owners())]).toEqual([isOfTpp('a')]);
    expect(await sql`select 1 from pg_class where relname = 'payments_tpp_id_payment_id_pk'`).toHaveLength(1);
    // Built online only: nothing needs this index, and the stop does not build it again.
    await sql`drop index bank_orders_payment_of_tpp`;
    await expect(migrateDatabase(url)).rejects.toThrow('stop it first, then try again');
    expect(await sql`select 1 from pg_class where relname = 'bank_orders_payment_of_tpp'`).toHaveLength(0);
    // The previous release still writes beside it.
    await insertPayment('b');
    await insertChange('b');
    await sql`insert into bank_queue (payment_id, tpp_id, due_at, transfers) values ('b', 'tpp of b', now(), 1)
      on conflict (payment_id) do nothing`;
    expect([...(await owners())]).toEqual([isOfTpp('a'), isOfTpp('b')]);
    await end();
    await migrateDatabase(url);
    expect([...(await owners())]).toEqual([isOfTpp('a'), isOfTpp('b')]);
    const made = await schema();
    await sql`drop schema public cascade`;
    await sql`drop schema drizzle cascade`;
    await sql`create schema public`;
    await migrateDatabase(url);
    expect(made).toEqual(await schema());
  });

  it('also where an index was left half built', async () => {
    await begin(14);
    await insertPayment('a');
    await sql`update payments set payment_id = 'a'`;
    await sql`create unique index payments_tpp_id_payment_id_pk on payments (tpp_id, payment_id)`;
    await sql`update pg_index set indisvalid = false where indexrelid = 'payments_tpp_id_payment_id_pk'::regclass`;
    expect(await migrateDatabase(url)).toBe(migrations.length - 14);
  });
});

describe('the log of requests gets a partition for each day', () => {
  const day = 86_400_000;
  const idAt = (at: number) =>
    `${at.toString(16).padStart(12, '0')}-7000-8000-000000000000`.replace(/^(.{8})/, '$1-');
  const insert = (at: number) =>
    sql`insert into logged_requests (tpp_id, kind, id, at, status, path, record)
      values ('t', 0, ${idAt(at)}, to_timestamp(${at / 1_000}::float8), 200, '/', '')`;
  const rotate = async (now: number, before: number) => {
    const [row] =
      await sql`select rotate_logged_requests(to_timestamp(${now / 1_000}::float8), to_timestamp(${before / 1_000}::float8), 5) as n`;
    return row?.n;
  };
  const parts = async () =>
    (
      await sql`select inhrelid::regclass::text as part from pg_inherits where inhparent = 'logged_requests'::regclass order by 1`
    ).map(({ part }) => part);
  const nameOf = (at: number) =>
    `logged_requests_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const today = Math.floor(Date.now() / day) * day;

  it.each([
    ['beside the release before', 14],
    ['of a release that is older', 12],
  ])('%s: existing rows stay in a partition of their own until all of it is old', async (_, from) => {
    await begin(from);
    await insert(today - 5 * day);
    await insert(today);
    await migrateDatabase(url);
    expect(await parts()).toEqual(['logged_requests_before', 'logged_requests_rest']);
    await insert(today + day);
    expect(await rotate(today, today - 3 * day)).toBe(1);
    expect(await sql`select 1 from logged_requests_before`).toHaveLength(2);
    expect(await rotate(today + 9 * day, today - 3 * day)).toBe(0);
    const [tenth, eleventh] = [today + 10 * day, today + 11 * day].map(nameOf);
    expect(await parts()).toEqual([tenth, eleventh, 'logged_requests_before', 'logged_requests_rest']);
    await insert(today + 10 * day + 1);
    await rotate(today + 13 * day, today + 10 * day);
    expect(await parts()).not.toContain('logged_requests_before');
    expect([...(await sql`select tableoid::regclass::text as part from logged_requests`)]).toEqual([
      { part: tenth },
    ]);
  });
});

it('the next process checks the rows that a dead process left unchecked', async () => {
  await begin(0);
  await migrateDatabase(url);
  await sql`alter table payments add constraint unchecked check (amount <> 7) not valid`;
  expect(await migrateDatabase(url)).toBe(0);
  expect([...(await sql`select convalidated from pg_constraint where conname = 'unchecked'`)]).toEqual([
    { convalidated: true },
  ]);
});

// Each waits for seconds for locks.
describe('a migration that waits for the lock of another session', { timeout: 90_000 }, () => {
  const waiting = async (milliseconds = 0) => {
    const rows = await sql`
      select 1 from pg_stat_activity where datname = ${name} and application_name = 'psd2-bank start'
        and wait_event_type = 'Lock' and clock_timestamp() - query_start > ${milliseconds} * interval '1 ms'`;
    return rows.length > 0;
  };
  const holding = async (table: string, work: (write: () => Promise<unknown>) => Promise<void>) => {
    const holder = postgres(url, { max: 1 });
    const writer = postgres(url, { max: 1, connection: { lock_timeout: 4_500 } });
    try {
      await holder.begin(async (tx) => {
        await tx`lock table ${tx(table)} in share update exclusive mode`;
        await work(() => writer`delete from ${writer(table)} where false`);
      });
    } finally {
      await Promise.all([holder.end(), writer.end()]);
    }
  };

  it.each([
    ['in its transaction', 25, 'payments'],
    ['in a step beside a service', 14, 'payment_entries'],
  ])('lets the writes of a service pass, and says that it waits: %s', async (_, count, table) => {
    await begin(count);
    const report = vi.fn();
    let migrated: Promise<number> | undefined;
    await holding(table, async (write) => {
      migrated = migrateDatabase(url, { report });
      await vi.waitUntil(waiting, soon);
      await write();
      await vi.waitUntil(waiting, soon);
      await write();
    });
    expect(await migrated).toBe(migrations.length - count);
    expect(report.mock.calls).toEqual([
      ['Another session holds a lock that the migration needs. Trying again, for at most 60 seconds.'],
    ]);
  });

  it('ends when its patience ends, without a change', async () => {
    await begin(25);
    await holding('payments', async () => {
      await expect(migrateDatabase(url, { patienceMs: 3_000 })).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await sql`select 1 from drizzle.__drizzle_migrations`).toHaveLength(25);
  });

  it('knows no time-out of the database', async () => {
    await begin(25);
    const known = await sql`
      select name from pg_settings where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout')`;
    let migrated: Promise<number> | undefined;
    await holding('payments', async () => {
      for (const setting of known) await sql.unsafe(`alter database ${name} set ${setting.name} = '300ms'`);
      migrated = migrateDatabase(url);
      migrated.catch(() => undefined);
      await vi.waitUntil(() => waiting(500), soon);
    });
    expect(await migrated).toBe(migrations.length - 25);
  });
});

it('migrations that a running service makes PostgreSQL abort are started again', async () => {
  await begin(10);
  const service = postgres(url, { max: 1 });
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = ${name} and application_name = 'psd2-bank start' and wait_event_type = 'Lock'`;
  let migrated: Promise<number> | undefined;
  await service.begin(async (tx) => {
    // The migration detects the deadlock first.
    await tx`set local deadlock_timeout = '20s'`;
    await tx`lock table drizzle.__drizzle_migrations in share mode`;
    migrated = migrateDatabase(url);
    await vi.waitUntil(async () => (await waiting()).length > 0, soon);
    await tx`lock table payments in access exclusive mode`;
  });
  expect(await migrated).toBe(migrations.length - 10);
  await service.end();
});
