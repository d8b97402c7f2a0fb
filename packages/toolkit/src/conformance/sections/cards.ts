import { randomUUID } from 'node:crypto';
import { at, textAt } from '../../record.ts';
import type { Answer } from '../../send.ts';
import { sandboxCheck, section } from '../check.ts';
import { expectThat } from '../expect.ts';
import { withoutHeaders } from '../probe.ts';
import { bookedIn, type CardProbe, cardCheck, cardItem, firstCustomer } from '../sandbox-resources.ts';

const future = '2999-12-31';

export const cardTransactionCreation = section('4.2', 'Create sandbox card account transactions', [
  cardCheck('stores a list and returns it', async ({ store }) => {
    const answer = await store(201, [cardItem(), cardItem()]);
    expectThat(bookedIn(answer).length === 2, 'the response does not contain both');
  }),
  cardCheck('refuses a booking date in the future', ({ store }) =>
    store('400 FORMAT_ERROR', [cardItem({ bookingDate: future, transactionDate: future })]),
  ),
  cardCheck('refuses a booking date after the value date', ({ store }) =>
    store('400 FORMAT_ERROR', [cardItem({ bookingDate: '2024-03-05', transactionDate: '2024-03-04' })]),
  ),
  cardCheck('refuses an id that already exists, and stores nothing of that list', async ({ store, list }) => {
    const item = cardItem();
    await store(201, [item]);
    await store('409 CONFLICT', [cardItem(), item]);
    const { length } = bookedIn(await list(200, 'bookingStatus=both'));
    expectThat(length === 1, 'a part of the refused list was stored');
  }),
  cardCheck('requires a Digest', ({ store }) =>
    store('400 HTTP_HEADER_REQUIRED Digest', [cardItem()], {
      sign: { covered: ['date', 'x-request-id'] },
      ...withoutHeaders('digest'),
    }),
  ),
  sandboxCheck('a card account that does not exist is RESOURCE_UNKNOWN', (probe) => {
    const path = `/v1/sandbox/card-accounts/${randomUUID()}/transactions`;
    return probe.ask('404 RESOURCE_UNKNOWN', 'POST', path, { body: [cardItem()] });
  }),
]);

export const customerRead = section('4.3', 'Get sandbox customer', [
  sandboxCheck('returns the customer', async (probe) => {
    const id = textAt(await firstCustomer(probe), 'customerId') ?? '';
    const { json } = await probe.ask(200, 'GET', `/v1/sandbox/customers/${id}`);
    expectThat(at(json, 'customerId') === id, 'the response has another customerId');
  }),
  sandboxCheck('a customer who does not exist is RESOURCE_UNKNOWN', (probe) =>
    probe.ask('404 RESOURCE_UNKNOWN', 'GET', `/v1/sandbox/customers/${randomUUID()}`),
  ),
]);

const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'];

const readCheck = (name: string, run: (list: CardProbe['list']) => Promise<void>) =>
  cardCheck(name, async ({ store, list }) => {
    const items = days.map((day) => cardItem({ bookingDate: day, transactionDate: day }));
    await store(201, items);
    await run(list);
  });

const bookingDatesIn = (answer: Answer) => bookedIn(answer).map((one) => textAt(one, 'bookingDate'));

const datesText = (dates: readonly unknown[]) => `it returns ${dates.join(', ') || 'no transactions'}`;

export const cardTransactionRead = section('4.7', 'Get sandbox card account transactions', [
  readCheck('requires bookingStatus', async (list) => {
    await list('400 QUERY_PARAMETER_REQUIRED bookingStatus', '');
    await list('400 FORMAT_ERROR bookingStatus', 'bookingStatus=open');
  }),
  readCheck('returns booked transactions, pending ones, or both', async (list) => {
    for (const [status, count] of Object.entries({ booked: 4, both: 4, pending: 0 })) {
      const { length } = bookedIn(await list(200, `bookingStatus=${status}`));
      expectThat(length === count, `${status}: ${length} transactions instead of ${count}`);
    }
  }),
  readCheck('the newest booking comes first', async (list) => {
    const dates = bookingDatesIn(await list(200, 'bookingStatus=booked'));
    expectThat(String(dates) === String(days.toReversed()), datesText(dates));
  }),
  readCheck('fromDate and toDate are inclusive', async (list) => {
    const query = 'bookingStatus=booked&fromDate=2024-01-02&toDate=2024-01-03';
    const dates = bookingDatesIn(await list(200, query));
    expectThat(String(dates.toSorted()) === '2024-01-02,2024-01-03', datesText(dates));
  }),
  readCheck('offset and limit select a part of the list', async (list) => {
    const { length } = bookedIn(await list(200, 'bookingStatus=booked&offset=1&limit=2'));
    expectThat(length === 2, 'it returns another number of transactions');
    await list('400 FORMAT_ERROR limit', 'bookingStatus=booked&limit=0');
  }),
  readCheck('refuses an invalid date, and a period that ends before it begins', async (list) => {
    await list('400 FORMAT_ERROR fromDate', 'bookingStatus=booked&fromDate=2024-02-30');
    await list('400 FORMAT_ERROR', 'bookingStatus=booked&fromDate=2024-01-03&toDate=2024-01-02');
  }),
]);
