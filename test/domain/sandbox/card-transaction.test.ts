import { describe, expect, it } from 'vitest';
import { parseFields } from '../../../src/domain/fields/parse.ts';
import { cardTransactionList, futureDateFaults } from '../../../src/domain/sandbox/card-transaction.ts';
import { cardItem } from '../../sandbox/support/bodies.ts';

const faults = (items: unknown) => {
  const parsed = parseFields(cardTransactionList, items);
  return parsed.ok ? [] : parsed.faults.map(({ path }) => path);
};

describe('a list of card transactions', () => {
  it('passes as the specification has it', () => {
    expect(faults([cardItem('1'), cardItem('2')])).toEqual([]);
  });

  const required = Object.keys(cardItem('1'));
  it.each(required)('needs %s', (field) => {
    expect(faults([cardItem('1'), { ...cardItem('2'), [field]: undefined }])).toEqual([`[1].${field}`]);
  });

  it('names every fault of every item at once', () => {
    const items = [
      cardItem('1', '2024-03-04', { transactionDate: '2024-03-03' }),
      cardItem('1', '2024-03-04', { invoiced: '', transactionAmount: { currency: 'NOK', amount: 1.5 } }),
    ];
    expect(faults(items)).toEqual([
      '[0].bookingDate',
      '[1].transactionAmount.amount',
      '[1].invoiced',
      '[1].cardTransactionId',
    ]);
  });

  it.each([
    [
      'a 33 bit amount',
      { originalAmount: { currency: 'NOK', amount: 2_147_483_648 } },
      '[0].originalAmount.amount',
    ],
    ['a day that does not exist', { bookingDate: '2024-02-30' }, '[0].bookingDate'],
    ['an address without a country', { cardAcceptorAddress: {} }, '[0].cardAcceptorAddress.country'],
    ['a Boolean for a text', { invoiced: true }, '[0].invoiced'],
    [
      'an exchange without its fields',
      { currencyExchange: { sourceCurrency: 'NOK' } },
      '[0].currencyExchange.targetCurrency',
    ],
  ])('refuses %s', (_, change, path) => {
    expect(faults([cardItem('1', '2024-03-04', change)])).toContain(path);
  });

  it('is a list that is not empty', () => {
    expect(faults({})).toEqual(['body']);
    expect(faults([])).toEqual(['body']);
  });
});

describe('the value date', () => {
  it('is transactionDate, or valueDate where it is sent', () => {
    expect(faults([cardItem('1', '2024-03-04', { transactionDate: '2024-03-03' })])).toEqual([
      '[0].bookingDate',
    ]);
    expect(
      faults([cardItem('1', '2024-03-04', { transactionDate: '2024-03-03', valueDate: '2024-03-04' })]),
    ).toEqual([]);
    expect(faults([cardItem('1', '2024-03-04', { valueDate: '2024-03-03' })])).toEqual(['[0].bookingDate']);
  });

  it('and the booking date may be today, but not later', () => {
    const items = [
      cardItem('1', '2026-01-02'),
      cardItem('2', '2026-01-01', { valueDate: '2026-01-03' }),
      cardItem('3', '2026-01-03'),
    ];
    expect(futureDateFaults(items, '2026-01-02').map(({ path }) => path)).toEqual([
      '[1].valueDate',
      '[2].bookingDate',
      '[2].transactionDate',
    ]);
  });
});
