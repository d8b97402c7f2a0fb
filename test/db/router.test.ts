/**
 * What a database distributed by TPP does with the service, tried with four databases behind a router: whatever a TPP does
 * names it, so everything works, and its rows lie in one of the databases.
 */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { type Bank, startBank } from '../support/bank.ts';
import { cloneDatabase } from '../support/database.ts';
import { openRouter, type Router } from './support/router.ts';

const names = ['A', 'B', 'C'].map((letter) => `PSDNO-FSA-ROUTED${letter}`);
let urls: readonly string[];
let router: Router;
let bank: Bank;
beforeAll(async () => {
  urls = await Promise.all([1, 2, 3, 4].map(cloneDatabase));
  router = openRouter(urls, 4);
  bank = await startBank({ database: router });
});
afterAll(async () => {
  await router.close();
  await bank.stop();
});

const queries = [
  `{ payments(first: 20) { totalCount edges { node { statusHistory { to } creditorNames basket { payments { paymentId } }
    bookings { bookingDate } authorisations { kind } } } } }`,
  '{ signingBaskets(first: 5) { totalCount edges { node { payments { paymentId } } } } }',
  '{ paymentDays { date } sandboxAccounts { accountName transactions(first: 2) { totalCount edges { cursor } } } }',
  '{ sandboxCardAccounts { resourceId transactions(first: 2, bookingStatus: both) { totalCount edges { cursor } } } }',
  '{ sandboxCustomers { customerNumber } requestLog(first: 5) { totalCount } upcomingEvents { time } }',
];

it('a life of several TPPs over four databases: each statement goes by the TPP that it names', async () => {
  const transfer = { instructedAmount: nok('10.00'), debtorAccount: ola, creditorAccount: kari };
  for (const name of names) {
    const tpp = await tppAt(bank, name, '2030-01-07T07:00:00Z');
    await payAtOnce(tpp, transfer);
    await pay(tpp, transfer);
    await payBulk(tpp, [entry('1.00'), entry('2.00')]);
    await payBasket(tpp, ['3.00', '4.00']);
    await standingOrder(tpp, { debtorAccount: ola, startDate: '2030-01-09', frequency: 'Weekly' });
    await runBatch(tpp);
    await advance(tpp, { to: '2030-01-20T12:00:00Z' });
    for (const query of queries) expect((await tpp.graphqlRaw(query)).json.errors, query).toBeUndefined();
    await tpp.rest('DELETE', '/v1/sandbox');
  }
  await bank.app.stop(1_000);
  expect(bank.log.filter(({ status }) => status >= 500)).toEqual([]);
  expect(new Set(names.map(router.placeOf)).size).toBeGreaterThan(1);
  expect(router.routed.byTpp).toBeGreaterThan(300);
  for (const name of names) {
    const holding = await Promise.all(
      urls.map(async (url) => {
        const sql = postgres(url, { max: 1 });
        const [row] = await sql`select count(*)::int as count from payments where tpp_id = ${name}`;
        await sql.end();
        return row?.count;
      }),
    );
    const expected = urls.map((_, place) => (place === router.placeOf(name) ? expect.any(Number) : 0));
    expect(holding).toEqual(expected);
    expect(holding[router.placeOf(name)]).toBeGreaterThan(4);
  }
});

it('a statement that names no TPP is found', async () => {
  const { session } = router.of(names[0] as string);
  const blind = { name: '', text: 'select 1 from payments', read: null, valuesOf: () => [] };
  await expect(session.rows(blind, {})).rejects.toThrow('names no TPP');
});
