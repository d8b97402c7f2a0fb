import { describe, expect, it } from 'vitest';
import { type BookAccount, openBook } from '../../../src/domain/bank/book.ts';

const payer: BookAccount = {
  resourceId: 'r1',
  bban: '1',
  customerId: 'c',
  currency: 'NOK',
  balanceMinor: 10_000n,
  creditLineMinor: 5_000n,
};

const debtorAccount = { bban: '1', currency: 'NOK' };

const debtor = { payer: null, name: null, account: debtorAccount };

/** From the account 1 to the account 2. */
const pay = (amount: string, account: BookAccount = payer) =>
  openBook([account]).transfer(debtor, {
    instructedAmount: { amount, currency: 'NOK' },
    creditorName: 'x',
    creditorAccount: { bban: '2', currency: 'NOK' },
  });

describe('the most that a customer pays', () => {
  it('is the balance and the credit line', () => {
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

describe('the most that an account holds', () => {
  const most = 2n ** 63n - 1n;
  const receiver: BookAccount = {
    ...payer,
    resourceId: 'r2',
    bban: '2',
    balanceMinor: most - 100n,
  };

  it('is the most that the database holds', () => {
    expect(pay('1.00', receiver)).toMatchObject({ settled: true });
  });

  it('not one øre more', () => {
    expect(pay('1.01', receiver)).toEqual({ settled: false, why: 'TOO_LARGE' });
  });
});

it('an account without a customer pays any amount', () => {
  expect(pay('1000.00', { ...payer, customerId: null })).toMatchObject({ settled: true });
});

describe('a posting', () => {
  const payee: BookAccount = {
    ...payer,
    resourceId: 'r2',
    bban: '2',
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
  const movementsFor = (accounts: readonly BookAccount[], name: string | null = 'Ola') => {
    const attempt = openBook(accounts).transfer({ ...debtor, name }, transfer);
    return attempt.settled ? attempt.movements : [];
  };
  const { instructedAmount: _, ...told } = transfer;
  const details = { debtorName: 'Ola', debtorAccount, ...told };
  const moves = (from: string | null, to: string | null, currency: string, amountMinor: bigint) => ({
    from,
    to,
    currency,
    amountMinor,
    details,
  });
  const inEuro = { ...payer, currency: 'EUR' };

  it('shows both holders the names, the accounts and the reason', () => {
    const same = { ...payee, currency: 'NOK' };
    expect(movementsFor([payer, same])).toEqual([moves('r1', 'r2', 'NOK', 11_700n)]);
    expect(movementsFor([payer, same], null)[0]?.details).not.toHaveProperty('debtorName');
  });

  it('exchanges money with the bank for an account in another currency', () => {
    expect(movementsFor([payer, payee])).toEqual([
      moves('r1', null, 'NOK', 11_700n),
      moves(null, 'r2', 'EUR', 1_000n),
    ]);
    expect(movementsFor([inEuro, { ...payee, currency: 'NOK' }])).toEqual([
      moves('r1', null, 'EUR', 1_000n),
      moves(null, 'r2', 'NOK', 11_700n),
    ]);
    expect(movementsFor([inEuro])).toEqual([moves('r1', null, 'EUR', 1_000n)]);
    expect(movementsFor([payee])).toEqual([
      moves(null, null, 'NOK', 11_700n),
      moves(null, 'r2', 'EUR', 1_000n),
    ]);
  });

  it('stays in the currency that two accounts share', () => {
    expect(movementsFor([inEuro, payee])).toEqual([moves('r1', 'r2', 'EUR', 1_000n)]);
  });

  it('uses the account of the bank where the sandbox has no such account', () => {
    expect(movementsFor([])).toEqual([moves(null, null, 'NOK', 11_700n)]);
  });

  it('does not exist where the creditor would get less than a smallest unit, though the debtor could pay', () => {
    const rupiah = { ...transfer, instructedAmount: { amount: '0.20', currency: 'IDR' } };
    const same = { ...payee, currency: 'NOK' };
    for (const accounts of [[payer, same], [inEuro, same], [same]])
      expect(openBook(accounts).transfer(debtor, rupiah)).toEqual({ settled: false, why: 'TOO_SMALL' });
    expect(openBook([payer]).transfer(debtor, rupiah)).toMatchObject({
      settled: true,
      movements: [{ currency: 'NOK', amountMinor: 1n }],
    });
  });

  it('comes from the approved account, never from another with its number', () => {
    const attempt = (id: string) =>
      openBook([payer]).transfer({ ...debtor, payer: { kind: 'ACCOUNT', id } }, transfer);
    expect(attempt('r1')).toMatchObject({ settled: true, movements: [{ from: 'r1' }] });
    expect(attempt('r9')).toEqual({ settled: false, why: 'CLOSED' });
    expect(openBook([payer]).transfer({ ...debtor, payer: { kind: 'OUTSIDE' } }, transfer)).toMatchObject({
      movements: [{ from: null }],
    });
  });

  it('takes the credit of a card account, as far as it goes', () => {
    const card = { resourceId: 'k1', customerId: 'c', currency: 'NOK', availableMinor: 20_000n };
    const book = openBook([{ ...payee, currency: 'NOK' }], [card]);
    const cardHolder = { ...debtor, payer: { kind: 'CARD_ACCOUNT', id: 'k1' } } as const;
    expect(book.transfer(cardHolder, transfer)).toMatchObject({
      settled: true,
      movements: [{ from: null, to: 'r2', amountMinor: 11_700n }],
    });
    expect(book.transfer(cardHolder, transfer)).toEqual({ settled: false, why: 'NO_COVER' });
    expect([...book.debitsByCard]).toEqual([['k1', 11_700n]]);
  });

  it('reduces the balance for the next transfer, unless it was refused', () => {
    const book = openBook([{ ...payer, balanceMinor: 20_000n, creditLineMinor: 0n }]);
    const pays = (amount: string) =>
      book.transfer(debtor, { ...transfer, instructedAmount: { amount, currency: 'NOK' } }).settled;
    expect([pays('117.00'), pays('117.00'), pays('83.00'), pays('0.01')]).toEqual([true, false, true, false]);
  });

  it('never exceeds what an account holds, positive or negative', () => {
    const most = 2n ** 63n - 1n;
    const free = { ...payer, customerId: null, balanceMinor: 11_700n - most };
    expect(openBook([free]).transfer(debtor, transfer)).toMatchObject({ settled: true });
    const fuller = { ...free, balanceMinor: 11_699n - most };
    expect(openBook([fuller]).transfer(debtor, transfer)).toEqual({ settled: false, why: 'TOO_LARGE' });
  });
});
