import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/db/connections/client.ts';
import { DatabaseSetupError, inspectDatabase, migrateDatabase } from '../../src/db/prepare.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { accountBody, freshNumber } from '../sandbox/support/bodies.ts';
import { startBank } from '../support/bank.ts';
import { cloneDatabase } from '../support/database.ts';
import { create, pathOf } from '../support/payments.ts';
import { authorise } from '../support/story.ts';
import { withDatabase } from '../support/with-database.ts';
import { missing, startPooler } from './support/pgbouncer.ts';
import { raw } from './support/raw.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
});

const odd = {
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'America/New_York',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  search_path: 'nowhere',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
};
const pinned = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  search_path: 'public',
  client_encoding: 'UTF8',
  transaction_isolation: 'read committed',
};
const asking = `select ${Object.keys(pinned)
  .map((name) => `current_setting('${name}') as "${name}"`)
  .join(', ')}`;

async function onServer(address: string, ...statements: readonly string[]): Promise<void> {
  const sql = postgres(address, { max: 1, onnotice: () => undefined });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

async function makeOdd(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  await onServer(
    inject('clusterUrl'),
    // Not a parameter: a list of names is one of the values.
    ...Object.entries(odd).map(
      ([setting, value]) =>
        `alter database ${name} set ${setting} to ${value.includes(',') ? value : `'${value}'`}`,
    ),
  );
  return url;
}

/** A new database, empty unless it is a clone. */
async function newDatabase(more = ''): Promise<string> {
  const name = `pinned_${randomUUID().replaceAll('-', '')}`;
  await onServer(inject('clusterUrl'), `create database ${name} ${more}`);
  ends.push(() => onServer(inject('clusterUrl'), `drop database ${name} with (force)`));
  return withDatabase(inject('clusterUrl'), name);
}

const opened = (options: Parameters<typeof openDatabase>[0]) => {
  const database = openDatabase(options);
  ends.push(database.close);
  return database;
};

describe('the settings of every connection', () => {
  it('are set by the pool, alone and in transactions', async () => {
    const { session, transaction } = opened({ url: await makeOdd(await cloneDatabase()), poolSize: 2 });
    expect(await raw(session, asking)).toEqual([pinned]);
    expect(await transaction((own) => raw(own, asking))).toEqual([pinned]);
  });

  it('are set also when the address has its own options and parameters', async () => {
    const url = await makeOdd(await cloneDatabase());
    const options = encodeURIComponent('-c work_mem=5MB -c DateStyle=German');
    const more = `options=${options}&client_encoding=LATIN1&statement_timeout=1&application_name=x`;
    const { session } = opened({ url: `${url}?${more}`, poolSize: 2 });
    expect(await raw(session, asking)).toEqual([pinned]);
    const others = await raw(
      session,
      `select current_setting('work_mem') as memory, current_setting('statement_timeout') as time,
        current_setting('application_name') as name`,
    );
    expect(others).toEqual([{ memory: '5MB', time: '8s', name: 'psd2-bank' }]);
  });

  it.skipIf(missing !== null)('are set behind a pooler in transaction mode', async () => {
    const url = await makeOdd(await cloneDatabase());
    const pooler = await startPooler(url, 'refuses');
    ends.push(pooler.stop);
    const { session, transaction } = opened({ url: pooler.url, poolSize: 2, pooler: 'transaction' });
    expect(await raw(session, asking)).toEqual([pinned]);
    expect(await transaction((own) => raw(own, asking))).toEqual([pinned]);
  });

  it('are set by the migration: the tables are in the schema that the service reads', async () => {
    const url = await makeOdd(await newDatabase());
    expect(await migrateDatabase(url)).toBeGreaterThan(0);
    const { session } = opened({ url, poolSize: 2 });
    expect(await raw(session, "select to_regclass('public.payments')::text as name")).toEqual([
      { name: 'payments' },
    ]);
  });
});

it('a bank on a database with other defaults returns the same days, names and bytes', async () => {
  const bank = await startBank({}, makeOdd);
  ends.push(() => bank.stop());
  const tpp = bank.tpp();
  const customerNumber = freshNumber();
  await tpp.rest('POST', '/v1/sandbox/customers', {
    body: { customerNumber, name: 'Bjørn Åsen', type: 'private' },
  });
  const account = await tpp.rest('POST', '/v1/sandbox/accounts', {
    body: accountBody(customerNumber, '500.00'),
  });
  const debtorAccount = { bban: account.json.bban, currency: 'NOK' };
  const path = pathOf(instantDomestic);
  const { paymentId } = (await create(tpp, instantDomestic, { ...instantDomestic.example, debtorAccount }))
    .json;
  await authorise(tpp, `${path}/${paymentId}/authorisations`, 'APPROVE', customerNumber);
  const { json } = await tpp.rest('GET', account.json._links.transactions.href);
  expect(json.transactions.booked).toEqual([
    expect.objectContaining({
      paymentId,
      bookingDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      debtorName: 'Bjørn Åsen',
    }),
  ]);
  const log = await tpp.graphqlRaw('query ReadLog { requestLog(first: 9) { nodes { requestBody } } }');
  expect(JSON.stringify(log.data.requestLog.nodes)).toContain('Bjørn Åsen');
});

describe('a database whose encoding is not UTF8', () => {
  it.each(['LATIN1', 'SQL_ASCII'])('is refused: %s', async (encoding) => {
    const url = await newDatabase(`encoding '${encoding}' locale 'C' template template0`);
    const name = new URL(url).pathname.slice(1);
    const refused = migrateDatabase(url);
    await expect(refused).rejects.toThrow(DatabaseSetupError);
    await expect(refused).rejects.toThrow(
      `The database ${name} has the encoding ${encoding}, but the service needs UTF8: create another database (create database … encoding 'UTF8' template template0) and name it in DATABASE_URL.`,
    );
  });
});

it('a server that checks no foreign keys is refused', async () => {
  const url = await cloneDatabase();
  const name = new URL(url).pathname.slice(1);
  await onServer(inject('clusterUrl'), `alter database ${name} set session_replication_role = replica`);
  await expect(inspectDatabase({ url })).rejects.toThrow(
    /^PostgreSQL runs with session_replication_role=replica[^\n]+$/,
  );
});
