/** What statements read: rows found by an index, from the first row of a table on. */
import { expect, it } from 'vitest';
import { forgetOld } from '../../src/bank/forget.ts';
import { createUnitOfWork } from '../../src/db/unit-of-work.ts';
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
import { startBank } from '../support/bank.ts';

const queries = [
  `{ payments(first: 5) { totalCount edges { node { statusHistory { to } creditorNames links { self { href } }
    basket { payments { paymentId } } bookings { bookingDate } authorisations { kind } } } } }`,
  `{ payments(filter: { text: "Kari", statuses: [ACSC, RCVD], amountFrom: "1" }, orderBy: { field: AMOUNT, direction: ASC }) {
    totalCount edges { node { ... on BulkPayment { paymentInformationId entries(first: 3) { transactionStatus } payments(first: 3) { creditorName } } } } } }`,
  '{ signingBaskets(first: 5) { totalCount edges { node { payments { paymentId } } } } }',
  '{ paymentDays { date } sandboxAccounts { accountName transactions(first: 2) { totalCount edges { cursor } } } }',
  '{ sandboxCardAccounts { resourceId transactions(first: 2, bookingStatus: both) { totalCount edges { cursor } } } }',
  '{ sandboxCustomers { customerNumber } }',
  '{ requestLog(first: 5) { totalCount edges { node { path } } } upcomingEvents { time } }',
];

it('no statement reads a table as a whole, not even while it is small, nor a check of a foreign key', async () => {
  const bank = await startBank();
  const tpp = await tppAt(bank, 'PSDNO-FSA-PLANS', '2030-01-07T07:00:00Z');
  await bank.sql`select pg_stat_reset()`;
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
  await forgetOld(createUnitOfWork(bank.database).read, Date.now());
  await bank.app.drain();
  // A connection tells what it has read when it ends.
  await bank.database.close();
  const scanned = await bank.sql`
    select relname, seq_scan::int as scans, seq_tup_read::int as rows from pg_stat_user_tables where seq_scan > 0 order by 1`;
  expect([...scanned]).toEqual([]);
  await bank.sql.end();
});
