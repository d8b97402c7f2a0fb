import { randomUUID } from 'node:crypto';
import { at, textAt } from '../../record.ts';
import type { Answer } from '../../send.ts';
import { sandboxCheck, section } from '../check.ts';
import { expectRefused, expectStatus, expectThat } from '../expect.ts';
import { without } from '../probe.ts';
import { bookedIn, cardCheck, cardItem, firstCustomer } from './sandbox-parts.ts';

/** Later than any sandbox clock. */
const future = '2999-12-31';

export const cardTransactionCreation = section('4.2', 'Create sandbox card account transactions', [
  cardCheck('stores a list and returns it', async ({ store }) => {
    const answer = expectStatus(await store([cardItem(), cardItem()]), 201);
    expectThat(bookedIn(answer).length === 2, 'the response does not contain both');
  }),
  cardCheck('refuses a booking date in the future', async ({ store }) => {
    const item = cardItem({ bookingDate: future, transactionDate: future });
    expectRefused(await store([item]), 400, 'FORMAT_ERROR');
  }),
  cardCheck('refuses a booking date after the value date', async ({ store }) => {
    const item = cardItem({ bookingDate: '2024-03-05', transactionDate: '2024-03-04' });
    expectRefused(await store([item]), 400, 'FORMAT_ERROR');
  }),
  cardCheck('refuses an id that already exists, and stores nothing of that list', async ({ store, list }) => {
    const item = cardItem();
    expectStatus(await store([item]), 201);
    expectRefused(await store([cardItem(), item]), 409, 'CONFLICT');
    const { length } = bookedIn(await list('bookingStatus=both'));
    expectThat(length === 1, 'a part of the refused list was stored');
  }),
  cardCheck('requires a Digest', async ({ store }) => {
    const sign = { covered: ['date', 'x-request-id'] };
    const answer = await store([cardItem()], { sign, ...without('digest') });
    expectRefused(answer, 400, 'HTTP_HEADER_REQUIRED', 'Digest');
  }),
  sandboxCheck('a card account that does not exist is RESOURCE_UNKNOWN', async (probe) => {
    const path = `/v1/sandbox/card-accounts/${randomUUID()}/transactions`;
    expectRefused(await probe.ask('POST', path, { body: [cardItem()] }), 404, 'RESOURCE_UNKNOWN');
  }),
]);

export const customerRead = section('4.3', 'Get sandbox customer', [
  sandboxCheck('returns the customer', async (probe) => {
    const id = textAt(await firstCustomer(probe), 'customerId') ?? '';
    const { json } = expectStatus(await probe.ask('GET', `/v1/sandbox/customers/${id}`), 200);
    expectThat(at(json, 'customerId') === id, 'the response has another customerId');
  }),
  sandboxCheck('a customer who does not exist is RESOURCE_UNKNOWN', async (probe) => {
    expectRefused(await probe.ask('GET', `/v1/sandbox/customers/${randomUUID()}`), 404, 'RESOURCE_UNKNOWN');
  }),
]);

const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'];

/** With a transaction on each of the days. `list` takes a query. */
const readCheck = (name: string, run: (list: (query: string) => Promise<Answer>) => Promise<void>) =>
  cardCheck(name, async ({ store, list }) => {
    const items = days.map((day) => cardItem({ bookingDate: day, transactionDate: day }));
    expectStatus(await store(items), 201);
    await run(list);
  });

const bookingDatesIn = (answer: Answer) =>
  bookedIn(expectStatus(answer, 200)).map((one) => textAt(one, 'bookingDate'));

const datesText = (dates: readonly unknown[]) => `it returns ${dates.join(', ') || 'no transactions'}`;

export const cardTransactionRead = section('4.7', 'Get sandbox card account transactions', [
  readCheck('requires bookingStatus', async (list) => {
    expectRefused(await list(''), 400, 'QUERY_PARAMETER_REQUIRED', 'bookingStatus');
    expectRefused(await list('bookingStatus=open'), 400, 'FORMAT_ERROR', 'bookingStatus');
  }),
  readCheck('returns booked transactions, pending ones, or both', async (list) => {
    for (const [status, count] of Object.entries({ booked: 4, both: 4, pending: 0 })) {
      const { length } = bookingDatesIn(await list(`bookingStatus=${status}`));
      expectThat(length === count, `${status}: ${length} transactions instead of ${count}`);
    }
  }),
  readCheck('the newest booking comes first', async (list) => {
    const dates = bookingDatesIn(await list('bookingStatus=booked'));
    expectThat(String(dates) === String(days.toReversed()), datesText(dates));
  }),
  readCheck('fromDate and toDate are inclusive', async (list) => {
    const query = 'bookingStatus=booked&fromDate=2024-01-02&toDate=2024-01-03';
    const dates = bookingDatesIn(await list(query));
    expectThat(String(dates.toSorted()) === '2024-01-02,2024-01-03', datesText(dates));
  }),
  readCheck('offset and limit select a part of the list', async (list) => {
    const dates = bookingDatesIn(await list('bookingStatus=booked&offset=1&limit=2'));
    expectThat(dates.length === 2, 'it returns another number of transactions');
    expectRefused(await list('bookingStatus=booked&limit=0'), 400, 'FORMAT_ERROR', 'limit');
  }),
  readCheck('refuses an invalid date, and a period that ends before it begins', async (list) => {
    const invalid = await list('bookingStatus=booked&fromDate=2024-02-30');
    expectRefused(invalid, 400, 'FORMAT_ERROR', 'fromDate');
    const reversed = await list('bookingStatus=booked&fromDate=2024-01-03&toDate=2024-01-02');
    expectRefused(reversed, 400, 'FORMAT_ERROR');
  }),
]);
