import { beforeAll, describe, expect, it } from 'vitest';
import { ours, payment, shareStoreroom, theirs } from '../support/rows.ts';

const at = (time: string) => ({ createdAt: Date.parse(time), updatedAt: Date.parse(time) });

const room = shareStoreroom();
beforeAll(async () => {
  const rows = [
    payment('a', { ...at('2030-01-05T22:59:59Z'), amount: '1.50', status: 'ACSC' }),
    payment('b', { ...at('2030-01-05T23:00:00Z'), amount: '2.00', status: 'CANC' }),
    payment('c', { ...at('2030-01-06T11:00:00Z'), amount: '2.25', status: 'ACSC' }),
    payment('d', { ...at('2030-01-06T12:00:00Z'), amount: '4.00', status: 'ACSC' }),
    payment('e', { ...at('2030-01-06T12:00:00Z'), amount: null, currency: null }),
    payment('f', { ...at('2030-01-06T12:00:00Z'), tppId: theirs }),
  ];
  for (const row of rows) await room.work.transaction((stores) => stores.payments.insert(row));
});

const days = async (from: string, atMost: number) =>
  (await room.read.paymentLists.countPerDay(ours, Date.parse(from), atMost)).map(
    ({ date, status, currency, count, settled }) => [date, status, currency, count, Number(settled)],
  );

describe('days of payments', () => {
  const second = [
    ['2030-01-06', 'ACSC', 'NOK', 2, 6.25],
    ['2030-01-06', 'CANC', 'NOK', 1, 6.25],
    ['2030-01-06', 'RCVD', null, 1, 0],
  ];
  it('end at midnight in Oslo', async () => {
    expect(await days('2030-01-05T22:59:59Z', 10)).toEqual([
      ['2030-01-05', 'ACSC', 'NOK', 1, 1.5],
      ...second,
    ]);
  });

  it('begin with the requested moment', async () => {
    expect(await days('2030-01-05T22:59:59.001Z', 10)).toEqual(second);
  });

  it('count only the newest payments when there are more, the last ids of one moment first', async () => {
    expect(await days('2030-01-01T00:00:00Z', 1)).toEqual([['2030-01-06', 'RCVD', null, 1, 0]]);
    expect(await days('2030-01-01T00:00:00Z', 3)).toEqual([
      ['2030-01-06', 'ACSC', 'NOK', 2, 6.25],
      ['2030-01-06', 'RCVD', null, 1, 0],
    ]);
  });
});
