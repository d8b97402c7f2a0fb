import { randomUUID } from 'node:crypto';
import { at, listAt, textAt } from '../../record.ts';
import { sandboxCheck, section } from '../check.ts';
import { expectRefused, expectStatus, expectThat } from '../expect.ts';
import type { ConformanceProbe } from '../probe.ts';
import { cardItem, cardTransactions, firstCustomer } from './sandbox-parts.ts';

/** Later than any sandbox clock. */
const future = '2999-12-31';

export const cardTransactionCreation = section('4.2', 'Create sandbox card account transactions', [
  sandboxCheck('stores a list and returns it', async (probe) => {
    const path = await cardTransactions(probe);
    const items = [cardItem(), cardItem()];
    const { json } = expectStatus(await probe.ask('POST', path, { body: items }), 201);
    expectThat(listAt(json, 'cardTransactions', 'booked').length === 2, 'the response does not contain both');
  }),
  sandboxCheck('refuses a booking date in the future', async (probe) => {
    const path = await cardTransactions(probe);
    const body = [cardItem({ bookingDate: future, transactionDate: future })];
    expectRefused(await probe.ask('POST', path, { body }), 400, 'FORMAT_ERROR');
  }),
  sandboxCheck('refuses a booking date after the value date', async (probe) => {
    const path = await cardTransactions(probe);
    const body = [cardItem({ bookingDate: '2024-03-05', transactionDate: '2024-03-04' })];
    expectRefused(await probe.ask('POST', path, { body }), 400, 'FORMAT_ERROR');
  }),
  sandboxCheck('refuses an id that already exists, and stores nothing of that list', async (probe) => {
    const path = await cardTransactions(probe);
    const item = cardItem();
    expectStatus(await probe.ask('POST', path, { body: [item] }), 201);
    expectRefused(await probe.ask('POST', path, { body: [cardItem(), item] }), 409, 'CONFLICT');
    const { json } = await probe.ask('GET', `${path}?bookingStatus=both`);
    const { length } = listAt(json, 'cardTransactions', 'booked');
    expectThat(length === 1, 'a part of the refused list was stored');
  }),
  sandboxCheck('requires a Digest', async (probe) => {
    const path = await cardTransactions(probe);
    const sign = { covered: ['date', 'x-request-id'] };
    const spoil = (headers: Headers) => headers.delete('digest');
    const answer = await probe.ask('POST', path, { body: [cardItem()], sign, spoil });
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

/** Returns a function that reads the transactions with a query. */
async function storeTransactions(probe: ConformanceProbe) {
  const path = await cardTransactions(probe);
  const body = days.map((day) => cardItem({ bookingDate: day, transactionDate: day }));
  expectStatus(await probe.ask('POST', path, { body }), 201);
  return (query: string) => probe.ask('GET', `${path}${query}`);
}

export const cardTransactionRead = section('4.7', 'Get sandbox card account transactions', [
  sandboxCheck('requires bookingStatus', async (probe) => {
    const readTransactions = await storeTransactions(probe);
    expectRefused(await readTransactions(''), 400, 'QUERY_PARAMETER_REQUIRED', 'bookingStatus');
    expectRefused(await readTransactions('?bookingStatus=open'), 400, 'FORMAT_ERROR', 'bookingStatus');
  }),
  sandboxCheck('returns booked transactions, pending ones, or both', async (probe) => {
    const readTransactions = await storeTransactions(probe);
    for (const [status, count] of [
      ['booked', 4],
      ['both', 4],
      ['pending', 0],
    ] as const) {
      const { json } = expectStatus(await readTransactions(`?bookingStatus=${status}`), 200);
      const bookedCount = listAt(json, 'cardTransactions', 'booked').length;
      expectThat(bookedCount === count, `${status}: ${bookedCount} transactions instead of ${count}`);
    }
  }),
  sandboxCheck('the newest booking comes first', async (probe) => {
    const readTransactions = await storeTransactions(probe);
    const { json } = expectStatus(await readTransactions('?bookingStatus=booked'), 200);
    const bookingDates = listAt(json, 'cardTransactions', 'booked').map((one) => textAt(one, 'bookingDate'));
    expectThat(
      String(bookingDates) === String(days.toReversed()),
      `it returns ${bookingDates.join(', ') || 'no transactions'}`,
    );
  }),
  sandboxCheck('fromDate and toDate are inclusive', async (probe) => {
    const readTransactions = await storeTransactions(probe);
    const answer = await readTransactions('?bookingStatus=booked&fromDate=2024-01-02&toDate=2024-01-03');
    const { json } = expectStatus(answer, 200);
    const bookingDates = listAt(json, 'cardTransactions', 'booked').map((one) => textAt(one, 'bookingDate'));
    const inside = String(bookingDates.toSorted()) === '2024-01-02,2024-01-03';
    expectThat(inside, `it returns ${bookingDates.join(', ') || 'no transactions'}`);
  }),
  sandboxCheck('offset and limit select a part of the list', async (probe) => {
    const readTransactions = await storeTransactions(probe);
    const { json } = expectStatus(await readTransactions('?bookingStatus=booked&offset=1&limit=2'), 200);
    expectThat(
      listAt(json, 'cardTransactions', 'booked').length === 2,
      'it returns another number of transactions',
    );
    expectRefused(await readTransactions('?bookingStatus=booked&limit=0'), 400, 'FORMAT_ERROR', 'limit');
  }),
  sandboxCheck('refuses an invalid date, and a period that ends before it begins', async (probe) => {
    const readTransactions = await storeTransactions(probe);
    expectRefused(
      await readTransactions('?bookingStatus=booked&fromDate=2024-02-30'),
      400,
      'FORMAT_ERROR',
      'fromDate',
    );
    const reversed = await readTransactions('?bookingStatus=booked&fromDate=2024-01-03&toDate=2024-01-02');
    expectRefused(reversed, 400, 'FORMAT_ERROR');
  }),
]);
