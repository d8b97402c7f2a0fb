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

describe('what is posted', () => {
  const payee: BookAccount = {
    ...payer,
    resourceId: 'r2',
    accountKey: 'bban:2',
    currency: 'EUR',
    balanceMinor: 0n,
  };
  const reference = { reference: '1234566' };
  const transfer = {
    instructedAmount: { amount: '117.00', currency: 'NOK' },
    creditorName: 'Kari',
    creditorAccount: { bban: '2', currency: 'EUR' },
    endToEndIdentification: 'E1',
    remittanceInformationUnstructured: 'Rent',
    remittanceInformationStructured: reference,
    remittanceInformationStructuredArray: [reference],
  };
  const account = { bban: '1', currency: 'NOK' };
  const entriesFor = (accounts: readonly BookAccount[], name: string | null = 'Ola') => {
    const attempt = openBook(accounts).transfer({ key: 'bban:1', name, account }, transfer);
    return attempt.settled ? attempt.entries : [];
  };
  const { instructedAmount: _, ...told } = transfer;
  const details = { debtorName: 'Ola', debtorAccount: account, ...told };
  const bank = (currency: string, amountMinor: bigint) => ({
    accountId: null,
    currency,
    amountMinor,
    details: {},
  });

  it('tells both holders who, whence and why', () => {
    const same = { ...payee, currency: 'NOK' };
    expect(entriesFor([payer, same])).toEqual([
      { accountId: 'r1', currency: 'NOK', amountMinor: -11_700n, details },
      { accountId: 'r2', currency: 'NOK', amountMinor: 11_700n, details },
    ]);
    expect(entriesFor([payer, same], null)[0]?.details).not.toHaveProperty('debtorName');
  });

  it('changes the money with the bank for an account in another currency', () => {
    expect(entriesFor([payer, payee])).toEqual([
      { accountId: 'r1', currency: 'NOK', amountMinor: -11_700n, details },
      { accountId: 'r2', currency: 'EUR', amountMinor: 1_000n, details },
      bank('EUR', -1_000n),
      bank('NOK', 11_700n),
    ]);
    expect(entriesFor([{ ...payer, currency: 'EUR' }])).toEqual([
      { accountId: 'r1', currency: 'EUR', amountMinor: -1_000n, details },
      bank('EUR', 1_000n),
      bank('NOK', -11_700n),
      bank('NOK', 11_700n),
    ]);
  });

  it('comes from and goes to the bank where the sandbox has no such account', () => {
    expect(entriesFor([])).toEqual([bank('NOK', -11_700n), bank('NOK', 11_700n)]);
  });

  it('is gone for the next transfer, and what was refused is not', () => {
    const book = openBook([{ ...payer, balanceMinor: 20_000n, creditLineMinor: 0n }]);
    const pays = (amount: string) =>
      book.transfer(
        { key: 'bban:1', name: null, account },
        { ...transfer, instructedAmount: { amount, currency: 'NOK' } },
      ).settled;
    expect([pays('117.00'), pays('117.00'), pays('83.00'), pays('0.01')]).toEqual([true, false, true, false]);
  });

  it('is no more than an account holds, on either side of nothing', () => {
    const most = 2n ** 63n - 1n;
    const free = { ...payer, customerId: null, balanceMinor: 11_700n - most };
    expect(openBook([free]).transfer({ key: 'bban:1', name: null, account }, transfer)).toMatchObject({
      settled: true,
    });
    expect(
      openBook([{ ...free, balanceMinor: 11_699n - most }]).transfer(
        { key: 'bban:1', name: null, account },
        transfer,
      ),
    ).toEqual({ settled: false, why: 'TOO_LARGE' });
  });
});
