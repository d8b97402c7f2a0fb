import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bankStores, deleteOldBankRows } from '../../src/app/bank-stores.ts';
import { openDatabase } from '../../src/db/connections/client.ts';
import { sessionConfig } from '../../src/db/connections/settings.ts';
import { createUnitOfWork } from '../../src/db/unit-of-work.ts';
import { deleteOldRows } from '../../src/housekeeping/delete-old.ts';
import {
  advance,
  entry,
  kari,
  nok,
  ola,
  pay,
  payAtOnce,
  payBasket,
  payBulk,
  runBatch,
  standingOrder,
  tppAt,
} from '../bank/support/life.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { cloneDatabase } from '../support/database.ts';
import { pathOf, productOf } from '../support/payments.ts';
import { everyStatement } from './support/every-statement.ts';
import { nodesOf, plannedAsServed, planOf } from './support/plans.ts';
import { raw } from './support/raw.ts';

const queries = [
  `{ payments(first: 5) { totalCount edges { node { statusHistory { to } creditorNames links { self { href } }
    basket { payments { paymentId } } bookings { bookingDate } authorisations { kind } } } } }`,
  `{ payments(filter: { text: "Kari", statuses: [ACSC, RCVD], amountFrom: "1" }, orderBy: { field: AMOUNT, direction: ASC }) {
    totalCount edges { node { ... on BulkPayment { paymentInformationId entries(first: 3) { transactionStatus } payments(first: 3) { creditorName } } } } } }`,
  '{ signingBaskets(first: 5) { totalCount edges { node { payments { paymentId } } } } }',
  '{ paymentDays { date } sandboxAccounts { nodes { accountName transactions(first: 2) { totalCount edges { cursor } } } } }',
  '{ sandboxCardAccounts { nodes { resourceId transactions(first: 2, bookingStatus: both) { totalCount edges { cursor } } } } }',
  '{ sandboxCustomers { nodes { customerNumber } } }',
  '{ requestLog(first: 5) { totalCount edges { node { path } } } upcomingEvents { time } }',
];

/** A day of a TPP: every operation of the service. */
async function live(tpp: Tpp): Promise<void> {
  const transfer = { instructedAmount: nok('10.00'), debtorAccount: ola, creditorAccount: kari };
  await payAtOnce(tpp, transfer);
  await pay(tpp, transfer);
  await runBatch(tpp);
  await payBulk(tpp, [entry('1.00'), entry('2.00')]);
  await payBasket(tpp, ['3.00', '4.00']);
  await standingOrder(tpp, { debtorAccount: ola, startDate: '2030-01-09', frequency: 'Weekly' });
  await runBatch(tpp);
  await advance(tpp, { to: '2030-01-20T12:00:00Z' });
  for (const query of queries) expect((await tpp.graphqlRaw(query)).json.errors, query).toBeUndefined();
}

let bank: Bank;
/** The statements of that day. */
const texts = new Set<string>();
beforeAll(async () => {
  bank = await startBank();
  const tpp = await tppAt(bank, 'PSDNO-FSA-PLANS', '2030-01-07T07:00:00Z');
  await bank.sql`select pg_stat_reset()`;
  bank.database.watch((text) => texts.add(text));
  await live(tpp);
  bank.database.watch(null);
  const { stores } = createUnitOfWork(bank.database, bankStores);
  await deleteOldRows(stores, Date.now(), deleteOldBankRows, (error) => expect.fail(String(error)));
  await bank.app.stop(1_000);
  // A connection reports its reads when it ends.
  await bank.database.close();
});
afterAll(() => bank.sql.end());

it('no statement reads a whole table, even a small one, nor does a foreign-key check', async () => {
  const scanned = await bank.sql`
    select relname, seq_scan::int as scans, seq_tup_read::int as rows from pg_stat_user_tables where seq_scan > 0
      -- PostgreSQL itself looks through what is to be a partition, which is empty.
      and relname not like 'logged\_requests\_%' order by 1`;
  expect([...scanned]).toEqual([]);
});

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

const readWhole = (node: Node): string[] => [
  ...(node['Index Name'] !== undefined && node['Index Cond'] === undefined ? [node['Index Name']] : []),
  ...(node.Plans ?? []).flatMap(readWhole),
];

it('nor a whole index, by a cached plan from when there were few rows', async () => {
  const client = new pg.Client(sessionConfig({ connectionString: bank.databaseUrl }));
  await client.connect();
  const whole: [string, string[]][] = [];
  for (const text of texts) {
    if (!/\b(from|update|into)\b/.test(text)) continue;
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    const found = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readWhole(Plan)));
    if (found.length > 0) whole.push([text, found]);
  }
  await client.end();
  expect(whole).toEqual([]);
});

const saysLittle = (column: string): boolean => ['tpp_id', 'kind', 'product', 'status'].includes(column);

/** The leading columns of an index that have a value. */
function leading(columns: readonly string[], given: readonly (string | undefined)[]): readonly string[] {
  const end = columns.findIndex((column) => !given.includes(column));
  return end === -1 ? columns : columns.slice(0, end);
}

const comparedIn = (condition: unknown): readonly (string | undefined)[] =>
  [...String(condition).matchAll(/\((?:\w+\.)?"?(\w+)"? = /g)].map(([, name]) => name);

it('nor all rows of a TPP or of a kind, where an index fits the query', async () => {
  const sql = await plannedAsServed();
  const indexes = await sql<{ table: string; name: string; columns: string[] }[]>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name, array(
      select coalesce(attname, '') from unnest(indkey::int[]) with ordinality as key (number, place)
      left join pg_attribute on attrelid = indrelid and attnum = number order by place) as columns
    from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`;
  const texts = new Map((await everyStatement()).map((called) => [called.text, called.method]));
  expect(texts.size).toBeGreaterThan(120);
  const wrong: string[] = [];
  for (const [text, method] of texts)
    for (const node of nodesOf(await planOf(sql, text))) {
      const used = indexes.find(({ name }) => name === node['Index Name']);
      const by = used ? leading(used.columns, comparedIn(node['Index Cond'])) : [];
      if (used === undefined || by.length === 0 || !by.every(saysLittle)) continue;
      const asked = comparedIn(`${node['Index Cond']} ${node.Filter}`);
      const better = indexes.find(
        ({ table, columns }) => table === used.table && !leading(columns, asked).every(saysLittle),
      );
      if (better) wrong.push(`${method}: ${used.name} and not ${better.name}`);
    }
  await sql.end();
  expect(wrong).toEqual([]);
});

it('no plan is JIT-compiled, whatever the default of the server', async () => {
  const { session, close } = openDatabase({ url: await cloneDatabase(), poolSize: 1 });
  expect(await raw(session, 'select source, setting from pg_settings where name = $1', ['jit'])).toEqual([
    { source: 'client', setting: 'off' },
  ]);
  await close();
});

it('creations find their preconditions by key, however many other rows there are', async () => {
  const bank = await startBank({ requestLog: false });
  const tpp = bank.tpp();
  await bank.app.events.start();
  const product = productOf('INDCTS');
  const create = (remittanceInformationUnstructured: string) =>
    tpp.rest('POST', pathOf(product), {
      body: { ...product.example, remittanceInformationUnstructured },
      headers: { ...psuHeaders, 'psu-context': null },
    });
  await tpp.rest('GET', `${pathOf(product)}/none`);
  const { 'psu-id': psuId = '', 'tpp-session-id': sessionId = '' } = psuHeaders;
  await bank.sql`
    insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
    select tpp_id, ${psuId}, ${sessionId}, customer_id, customer_number, customer_type, now()
    from sandbox_customers where customer_number = '13039319955'`;
  // Plans are made while there is one account.
  await bank.sql`delete from sandbox_accounts where account_key <> ${`bban:${ola.bban}`}`;
  await bank.sql`analyze sandbox_accounts`;
  expect((await create('first')).status).toBe(201);
  await bank.sql`
    insert into sandbox_accounts (resource_id, tpp_id, account_name, account_key, currency, created_at)
    select 'other ' || n, 'PSDNO-FSA-OTHER', 'Other', 'bban:' || n, 'NOK', now() from generate_series(1, 3000) n`;
  await bank.sql`
    insert into request_answers (tpp_id, request_id, fingerprint, created_at)
    select tpp_id, 'other ' || n, 'f', now() from tpps, generate_series(1, 3000) n`;
  await bank.sql`select pg_stat_reset()`;
  const made = await Promise.all(Array.from({ length: 16 }, (_, index) => create(`payment ${index}`)));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  await bank.app.stop(1_000);
  await bank.app.events.stop();
  await bank.database.close();
  // Fetched rows: deleted ones do not count, which an index keeps as long as an old snapshot needs them.
  const read = await bank.sql`
    select relname as table, idx_tup_fetch::int as rows from pg_stat_user_tables
    where relname in ('sandbox_accounts', 'request_answers', 'psu_sessions')`;
  expect(read).toHaveLength(3);
  for (const { table, rows } of read) expect(rows, table).toBeLessThan(100);
  await bank.sql.end();
});
