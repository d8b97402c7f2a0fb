import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { toolkitAt } from '../../packages/toolkit/src/toolkit-line.ts';
import { createApp } from '../../src/app.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/connections/client.ts';
import { inspectDatabase, migrateDatabase } from '../../src/db/prepare.ts';
import { claimDatabase } from '../../src/db/service-mark.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { authority, certificateFor, psuHeaders, type Tpp, tppOf } from '../support/bank.ts';
import { builtService } from '../support/built.ts';
import { authorise, domesticPath, newPayment, statusOf } from '../support/story.ts';
import { withDatabase } from '../support/with-database.ts';

/** Roles belong to the whole server, so each run has its own. */
const suffix = randomUUID().slice(0, 8);
const own = (text: string) =>
  text.replace(/\bpsd2_(owner|service)\b|\bpsd2\b/g, (name) => `${name}_${suffix}`);
const [server = '', inside = ''] = [
  ...readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8').matchAll(
    /```sql\n([\s\S]*?)```/g,
  ),
].map(([, text = '']) => own(text));

const clusterUrl = inject('clusterUrl');
const name = own('psd2');
const as = (role: 'owner' | 'service'): string => {
  const url = new URL(withDatabase(clusterUrl, name));
  url.username = own(`psd2_${role}`);
  url.password = role === 'owner' ? 'one' : 'another';
  return url.toString();
};
const sqlAt = (url: string) => postgres(url, { max: 1, onnotice: () => undefined });

/** `npm run db:migrate` as this role; returns its output. */
async function migrate(role: 'owner' | 'service'): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: as(role) };
  const { stdout } = await promisify(execFile)(process.execPath, builtService('migrate.js'), {
    env,
    cwd: tmpdir(),
  });
  return stdout.trim();
}

let said: string;
let database: OpenDatabase;
let tpp: Tpp;
let app: ReturnType<typeof createApp>;
const time = { now: Date.now() };
beforeAll(async () => {
  for (const [url, text] of [
    [clusterUrl, server],
    [withDatabase(clusterUrl, name), inside],
  ] as const) {
    const sql = sqlAt(url);
    // One statement at a time: CREATE DATABASE cannot run in a transaction.
    for (const statement of text.split(';').filter((one) => one.trim() !== '')) await sql.unsafe(statement);
    await sql.end();
  }
  said = await migrate('owner');
  database = openDatabase({ url: as('service'), poolSize: 5 });
  app = createApp({
    database,
    trust: createTrustStore([authority.certificatePem]),
    publicUrl: 'http://localhost:4000',
    toolkit: toolkitAt({ url: 'http://localhost:4000', dataDir: '.data' }, {}),
    sandbox: true,
    signatureMaxAgeSeconds: 300,
    clock: () => time.now,
    onError: (error) => {
      throw error;
    },
  });
  await app.events.start();
  tpp = tppOf(app, certificateFor('PSDNO-FSA-ROLES'), time);
});
afterAll(async () => {
  await app.events.stop();
  await database.close();
  const sql = sqlAt(clusterUrl);
  await sql.unsafe(`drop database ${name} with (force)`);
  for (const role of ['psd2_owner', 'psd2_service']) await sql.unsafe(`drop role ${own(role)}`);
  await sql.end();
});

describe('the serving role', () => {
  it('starts where nothing is missing', async () => {
    expect((await inspectDatabase({ url: as('service') })).risks).toBeInstanceOf(Array);
    expect(await migrateDatabase(as('service'))).toBe(0);
    await claimDatabase(as('service'), { service: 'sandbox', bank: 'simulated' }, 'It');
  });

  it('logs what a migration has done, and that none was missing', async () => {
    const { entries } = JSON.parse(
      readFileSync(new URL('../../drizzle/meta/_journal.json', import.meta.url), 'utf8'),
    );
    expect(said).toBe(`The database is up to date: ${entries.length} migrations applied.`);
    expect(await migrate('owner')).toBe('The database is up to date: no migration was needed.');
  });

  it('serves: payments, approval, batch runs, deletion of old rows, the sandbox', async () => {
    const paymentId = await newPayment(tpp);
    await authorise(tpp, `${domesticPath}/${paymentId}/authorisations`);
    expect(await statusOf(tpp, paymentId)).toBe('PDNG');
    const again = {
      body: { paymentIds: [await newPayment(tpp), await newPayment(tpp)] },
      headers: psuHeaders,
    };
    expect((await tpp.rest('POST', '/v1/signing-baskets', again)).status).toBe(201);
    time.now += 7 * 86_400_000;
    await app.runner.tick();
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
    expect((await tpp.rest('POST', '/v1/sandbox/initialize')).status).toBe(200);
    const { data } = await tpp.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
    expect(data.createConsoleToken.token).toEqual(expect.any(String));
  });

  it.each([
    ['make a table', 'create table more (x int)'],
    ['change one', 'alter table payments add column x int'],
    ['drop one', 'drop table payments'],
    ['empty one', 'truncate payments'],
    ['say that it has migrated', 'insert into drizzle.__drizzle_migrations (hash, created_at) values (1, 1)'],
    ['make a schema', 'create schema more'],
  ])('may not %s', async (_, text) => {
    const sql = sqlAt(as('service'));
    await expect(sql.unsafe(text)).rejects.toMatchObject({ code: '42501' });
    await sql.end();
  });

  it('may use tables of a later migration', async () => {
    const [owner, service] = [sqlAt(as('owner')), sqlAt(as('service'))];
    await owner`create table later (id bigint generated always as identity, x int)`;
    await service`insert into later (x) values (1)`;
    expect(await service`update later set x = 2 returning x`).toHaveLength(1);
    await owner`drop table later`;
    await Promise.all([owner.end(), service.end()]);
  });

  it('does not start where a migration is missing, and names the role that applies it', async () => {
    const owner = sqlAt(as('owner'));
    const [last] = await owner`
      delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
    await expect(migrateDatabase(as('service'))).rejects.toThrow(
      'The database needs 1 migration, and this role may not apply it: migrate as the role that owns the tables',
    );
    await owner`insert into drizzle.__drizzle_migrations ${owner(last as Record<string, unknown>)}`;
    await owner.end();
  });
});
