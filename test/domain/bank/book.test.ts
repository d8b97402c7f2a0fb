/** Cover to the last minor unit, for whoever pays. */
import { describe, expect, it } from 'vitest';
import { type BookAccount, openBook } from '../../../src/domain/bank/book.ts';

const payer: BookAccount = {
  resourceId: 'r1',
  accountKey: 'bban:1',
  customerId: 'c',
  currency: 'NOK',
  balanceMinor: 10_000n,
  creditLineMinor: 5_000n,
};

const pay = (amount: string, account: BookAccount = payer) =>
  openBook([account]).transfer(
    { key: 'bban:1', name: null, account: undefined },
    {
      instructedAmount: { amount, currency: 'NOK' },
      creditorName: 'x',
      creditorAccount: { bban: '2', currency: 'NOK' },
    },
  );

describe('a customer pays', () => {
  it('all that is there and all of the credit line', () => {
    expect(pay('150.00')).toMatchObject({ settled: true });
  });

  it('not one øre more', () => {
    expect(pay('150.01')).toEqual({ settled: false, why: 'NO_COVER' });
  });

  it('without a credit line, the balance', () => {
    expect(pay('100.00', { ...payer, creditLineMinor: 0n })).toMatchObject({ settled: true });
    expect(pay('100.01', { ...payer, creditLineMinor: 0n })).toEqual({ settled: false, why: 'NO_COVER' });
  });
});

describe('an account holds', () => {
  const most = 2n ** 63n - 1n;
  const receiver: BookAccount = {
    ...payer,
    resourceId: 'r2',
    accountKey: 'bban:2',
    balanceMinor: most - 100n,
  };
  const receive = (amount: string) =>
    openBook([receiver]).transfer(
      { key: 'bban:1', name: null, account: undefined },
      {
        instructedAmount: { amount, currency: 'NOK' },
        creditorName: 'x',
        creditorAccount: { bban: '2', currency: 'NOK' },
      },
    );

  it('what the database can hold', () => {
    expect(receive('1.00')).toMatchObject({ settled: true });
  });

  it('not one øre more', () => {
    expect(receive('1.01')).toEqual({ settled: false, why: 'TOO_LARGE' });
  });
});

it('an account that the bank holds for no customer pays whatever it is told to', () => {
  expect(pay('1000.00', { ...payer, customerId: null })).toMatchObject({ settled: true });
});
