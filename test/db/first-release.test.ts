/**
 * The data of the first release (first-release.sql: a dump after one payment of each kind and a month of its clock)
 * works in this release.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../../src/db/prepare.ts';
import { expectMoneyKept } from '../bank/support/life.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { withDatabase } from '../support/with-database.ts';

const clusterUrl = inject('clusterUrl');
const name = `first_${randomUUID().replaceAll('-', '')}`;
const url = withDatabase(clusterUrl, name);
const admin = postgres(clusterUrl, { max: 1, onnotice: () => undefined });
const sql = postgres(url, { max: 1, onnotice: () => undefined });
let bank: Bank;
let tpp: Tpp;
let before: readonly { payment_id: string; status: string }[];
beforeAll(async () => {
  await admin.unsafe(`create database ${name}`);
  const dump = postgres(url, { max: 1, onnotice: () => undefined });
  await dump.unsafe(readFileSync(new URL('first-release.sql', import.meta.url), 'utf8'));
  await dump.end();
  before = await sql`select payment_id, status from payments order by payment_id`;
  const { length } = readMigrationFiles({ migrationsFolder: 'drizzle' });
  expect(await migrateDatabase(url)).toBe(length - 1);
  bank = await startBank({}, async () => url);
  tpp = bank.tpp('PSDNO-FSA-DEMOTPP1');
});
afterAll(async () => {
  await bank?.stop();
  await sql.end();
  await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
});

const all = `{ payments(first: 100) { totalCount nodes { paymentId product transactionStatus createdAt creditorNames
  totalAmount { amount currency } statusHistory { from to at reason } basket { basketId transactionStatus }
  authorisations { scaStatus } links { self { href } }
  ... on BulkPayment { entries { transactionStatus } } ... on PeriodicPayment { upcomingExecutions(first: 2) { date } } } } }`;

it('every payment is listed and read unchanged', async () => {
  const { json } = await tpp.graphqlRaw(all);
  const { nodes, totalCount } = json.data.payments;
  expect([json.errors, totalCount]).toEqual([undefined, before.length]);
  const statuses = new Map(before.map(({ payment_id, status }) => [payment_id, status]));
  const products = new Set<string>();
  for (const { paymentId, product, transactionStatus, statusHistory, links } of nodes) {
    products.add(product);
    expect([paymentId, transactionStatus]).toEqual([paymentId, statuses.get(paymentId)]);
    expect(statusHistory.at(-1).to).toBe(transactionStatus);
    expect(statusHistory[0].to).toBe('RCVD');
    expect((await tpp.rest('GET', links.self.href)).status).toBe(200);
    const { json: read } = await tpp.rest('GET', `${links.self.href}/status`);
    expect(read.transactionStatus).toBe(transactionStatus);
  }
  expect([...products].sort()).toEqual(['BULK_NDCT', 'INDCTS', 'NCBCT', 'NDCT', 'PERIODIC_NDCT', 'SCT']);
});

it('baskets, customers, accounts and card transactions are read', async () => {
  const { json } = await tpp.graphqlRaw(`{
    signingBaskets(first: 10) { nodes { basketId transactionStatus payments { paymentId } } }
    sandboxCustomers { nodes { customerNumber agreements { engagements } } }
    sandboxAccounts { nodes { accountName balances { balanceAmount { amount } } transactions(first: 20) { totalCount nodes { paymentId } } } }
    sandboxCardAccounts { nodes { transactions(bookingStatus: both, first: 5) { totalCount } } } }`);
  expect(json.errors).toBeUndefined();
  const { signingBaskets, sandboxCustomers, sandboxAccounts, sandboxCardAccounts } = json.data;
  expect(signingBaskets.nodes[0].payments).toHaveLength(2);
  expect(sandboxCustomers.nodes).toHaveLength(4);
  const count = (list: readonly { transactions: { totalCount: number } }[]) =>
    list.reduce((sum, { transactions }) => sum + transactions.totalCount, 0);
  expect(count(sandboxAccounts.nodes)).toBeGreaterThan(5);
  expect(count(sandboxCardAccounts.nodes)).toBe(1);
});

it('pending work goes on: the batch, the next executions, a creation', async () => {
  const { json } = await tpp.graphqlRaw(
    'mutation { advanceSandboxClock(input: { by: "P2M" }) { events { kind paymentId transactionStatus } tppMessages { text } } }',
  );
  const { events, tppMessages } = json.data.advanceSandboxClock;
  expect([json.errors, tppMessages]).toEqual([undefined, []]);
  const waiting = before.find(({ status }) => status === 'PDNG')?.payment_id;
  expect(events).toContainEqual({ kind: 'BATCH_RUN', paymentId: waiting, transactionStatus: 'ACSC' });
  expect(events.filter(({ kind }: { kind: string }) => kind === 'PERIODIC_EXECUTION').length).toBeGreaterThan(
    1,
  );
  await expectMoneyKept({ sql } as unknown as Bank);
});
