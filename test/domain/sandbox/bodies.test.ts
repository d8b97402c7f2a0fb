import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { basketBody } from '../../../src/domain/baskets/basket.ts';
import { parseFields } from '../../../src/domain/fields/parse.ts';
import { refusalsOf } from '../../../src/domain/refusal.ts';
import { accountBalancesBody, accountBody } from '../../../src/domain/sandbox/account.ts';
import { agreementBody, engagementBody, engagementRoles } from '../../../src/domain/sandbox/agreement.ts';
import {
  currencyFaults,
  defaultBalanceType,
  sandboxMinorUnits,
  writtenAmount,
} from '../../../src/domain/sandbox/amounts.ts';
import { cardAccountBody, cardBalancesBody } from '../../../src/domain/sandbox/card-account.ts';
import { cardTransactionList } from '../../../src/domain/sandbox/card-transaction.ts';
import { customerBody, customerOfBody } from '../../../src/domain/sandbox/customer.ts';
import {
  accountLinks,
  cardAccountLinks,
  customerLinks,
  engagementLinks,
} from '../../../src/domain/sandbox/links.ts';
import {
  bookingStatus,
  limitText,
  offsetText,
  requireRange,
  transactionsAtMost,
} from '../../../src/domain/sandbox/transaction-lists.ts';
import { cardItem } from '../../sandbox/support/bodies.ts';

const nok = (amount: string | number) => ({ amount, currency: 'NOK' });
const balance = (amount: string | number) => ({ balanceAmount: nok(amount) });
const x = (length: number) => 'x'.repeat(length);

const faults = (schema: z.ZodType, input: unknown): readonly string[] => {
  const parsed = parseFields(schema, input);
  return parsed.ok ? [] : parsed.faults.map(({ path, text }) => `${path} ${text}`);
};
const warnings = (schema: z.ZodType, input: unknown): readonly string[] => {
  const parsed = parseFields(schema, input);
  return parsed.ok ? parsed.warnings.map(({ path, text }) => `${path} ${text}`) : ['faults'];
};

const customer = { customerNumber: '1', name: 'Ola', type: 'PRIVATE' };
const account = { customerNumber: '1', accountName: 'a', bban: '86011117947', currency: 'NOK' };
const card = { customerNumber: '1', maskedPan: '4925xxxx1234', currency: 'NOK' };
const engagement = { customer: '1', account: { bban: '1' }, roles: ['VIEW'] };
const agreement = { owner: '1', name: 'a' };
const exchange = {
  sourceCurrency: 'EUR',
  targetCurrency: 'NOK',
  exchangeRate: '11.7',
  unitCurrency: 'EUR',
  quotationDate: '2024-03-04',
  markupFee: { currency: 'NOK', amount: 1 },
  markupFeePercentage: '',
};
const kid = { required: true, lengths: [7], modulus: 'MOD10' };

/** A schema, a valid body, a field, its valid values, and its invalid values; undefined: absent. */
type Row = readonly [z.ZodType, object, string, readonly unknown[], readonly unknown[]];
const rows: readonly Row[] = [
  [customerBody, customer, 'customerNumber', ['a', x(35), '09aZ'], [undefined, '', x(36), 'a b', 'å', 1]],
  [customerBody, customer, 'name', [x(1), x(140)], ['', x(141), 1]],
  [
    customerBody,
    { ...customer, name: undefined, customerName: 'Ola' },
    'customerName',
    [x(140)],
    ['', x(141), undefined],
  ],
  [
    customerBody,
    customer,
    'type',
    ['private', 'Corporate', 'CORPORATE'],
    ['x private', 'privates', '', undefined],
  ],
  [
    customerBody,
    { ...customer, type: undefined, customerType: 'private' },
    'customerType',
    ['PRIVATE'],
    ['x', undefined],
  ],
  [accountBody, account, 'customerNumber', [x(35)], [undefined, x(36)]],
  [accountBody, account, 'accountName', [x(1), x(70)], [undefined, '', x(71)]],
  [accountBody, account, 'bban', [x(30)], [undefined, x(31), '']],
  [accountBody, { ...account, bban: undefined }, 'iban', ['NO9386011117947'], [undefined, 'NO9386011117948']],
  [accountBody, account, 'currency', ['NOK', 'EUR'], [undefined, 'nok']],
  [accountBody, account, 'product', [undefined, '', x(70)], [x(71)]],
  [accountBody, account, 'cashAccountType', [undefined, x(1), x(35)], ['', x(36)]],
  [accountBody, account, 'creditLine', [undefined, '0', 0, 100.5, '5.00'], ['-0.01', -1, '1.5', 'x', true]],
  [
    accountBody,
    account,
    'balances',
    [undefined, [balance('-1.00')], [balance(0)]],
    [[], [balance(1), balance(2)], {}],
  ],
  [
    accountBody,
    account,
    'kidAgreement',
    [undefined, kid],
    [{}, { ...kid, required: 'yes' }, { ...kid, modulus: 'MOD12' }],
  ],
  [
    accountBody,
    { ...account, kidAgreement: kid },
    'kidAgreement.lengths',
    [[2], [25], Array(25).fill(7)],
    [[1], [26], [], Array(26).fill(7), [2.5]],
  ],
  [
    accountBalancesBody,
    { balances: [balance(1)] },
    'balances',
    [[balance('2.00')]],
    [undefined, [], [balance(1), balance(1)]],
  ],
  [
    accountBalancesBody,
    { balances: [balance(1)] },
    'balances.0.balanceType',
    [undefined, x(1), x(35)],
    ['', x(36)],
  ],
  [cardAccountBody, card, 'customerNumber', [x(35)], [undefined, x(36)]],
  [cardAccountBody, card, 'maskedPan', [x(1), x(35)], [undefined, '', x(36)]],
  [cardAccountBody, card, 'currency', ['EUR'], [undefined, 'XXX']],
  [cardAccountBody, card, 'creditLimit', [undefined, nok('1.00'), nok(-1)], [nok('1.5'), {}, '1']],
  [
    cardAccountBody,
    card,
    'balances',
    [undefined, Array(10).fill(balance(1))],
    [[], Array(11).fill(balance(1))],
  ],
  [cardAccountBody, card, 'name', [undefined, '', x(70)], [x(71)]],
  [cardAccountBody, card, 'product', [undefined, '', x(70)], [x(71)]],
  [cardAccountBody, card, 'status', [undefined, x(1), x(35)], ['', x(36)]],
  [cardAccountBody, card, 'expiry', [undefined, '2031-05-31'], ['2031-06-31', '']],
  [
    cardBalancesBody,
    { balances: [balance(1)] },
    'balances',
    [Array(10).fill(balance(1))],
    [undefined, [], Array(11).fill(balance(1))],
  ],
  [engagementBody, engagement, 'customer', [x(35)], [undefined, x(36)]],
  [
    engagementBody,
    engagement,
    'account',
    [
      { iban: 'NO9386011117947' },
      { bban: '86011117947', iban: 'NO93 8601 1117 947' },
      { bban: '1', iban: 'DE89370400440532013000' },
    ],
    [undefined, {}, { bban: '' }, { bban: '1', iban: 'NO9386011117947' }],
  ],
  [
    engagementBody,
    engagement,
    'roles',
    [['REGISTER'], ['VIEW', 'REGISTER']],
    [undefined, [], ['VIEW', 'VIEW'], ['ADMIN'], ['VIEW', 'REGISTER', 'VIEW']],
  ],
  [agreementBody, agreement, 'owner', [x(1), x(64)], [undefined, '', x(65)]],
  [agreementBody, agreement, 'name', [x(1), x(140)], [undefined, '', x(141)]],
  [
    agreementBody,
    agreement,
    'engagements',
    [undefined, [], Array(100).fill(engagement)],
    [Array(101).fill(engagement), [{}]],
  ],
  [
    basketBody,
    { paymentIds: ['1'] },
    'paymentIds',
    [['a', 'b'], [x(512)], Array.from({ length: 10 }, (_, n) => `${n}`)],
    [undefined, [], [''], [x(513)], ['a', 'a'], Array.from({ length: 11 }, (_, n) => `${n}`)],
  ],
];

/** The body with a value at a place: `balances.0.balanceType`. */
function withAt(body: unknown, [step = '', ...rest]: readonly string[], value: unknown): unknown {
  const at = rest.length === 0 ? value : withAt((body as Record<string, unknown>)[step], rest, value);
  if (Array.isArray(body)) return body.map((item, index) => (String(index) === step ? at : item));
  return { ...(body as object), [step]: at };
}

it.each(rows.map((row): readonly [string, Row] => [row[2], row]))(
  '%s',
  (_, [schema, body, place, taken, refused]) => {
    const at = (value: unknown) => withAt(body, place.split('.'), value);
    for (const value of taken) expect([value, faults(schema, at(value))]).toEqual([value, []]);
    for (const value of refused)
      expect(faults(schema, at(value)).length, JSON.stringify(value)).toBeGreaterThan(0);
  },
);

describe('an item of card transactions', () => {
  const item = { ...cardItem('1'), currencyExchange: exchange };
  const of = (place: string, value: unknown) =>
    faults(cardTransactionList, [withAt(item, place.split('.'), value)]);
  const most = 2_147_483_647;
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['cardTransactionId', [x(1), x(128)], ['', x(129)]],
    ['terminalId', ['', x(70)], [x(71)]],
    ['transactionAmount.currency', ['XYZ'], ['xyz', 'NOKK', 'ANOK', 'NO']],
    ['transactionAmount.amount', [most, -most - 1, 0], [most + 1, -most - 2, 1.5]],
    ['merchantCategoryCode', [x(1), x(35)], ['', x(36)]],
    ['cardAcceptorId', ['', x(70)], [x(71)]],
    ['maskedPan', ['', x(35)], [x(36)]],
    ['transactionDetails', ['', x(512)], [x(513)]],
    ['invoiced', ['true', 'false'], ['', 'yes']],
    ['proprietaryBankTransactionCode', ['', x(35)], [x(36)]],
    ['valueDate', [undefined, '2024-03-05'], ['2024-02-30', '']],
    ['currencyExchange', [undefined], [{}]],
    ['currencyExchange.exchangeRate', [x(1), x(35)], ['', x(36)]],
    ['currencyExchange.markupFeePercentage', ['', x(35)], [x(36), undefined]],
    ['currencyExchange.quotationDate', ['2024-03-04'], ['x', undefined]],
    ['currencyExchange.unitCurrency', ['NOK'], ['XXX', undefined]],
  ])('has %s', (place, taken, refused) => {
    for (const value of taken) expect([value, of(place, value)]).toEqual([value, []]);
    for (const value of refused) expect(of(place, value).length, String(value)).toBeGreaterThan(0);
  });

  it('is in a list of 1 to 1,000', () => {
    const items = (count: number) => Array.from({ length: count }, (_, n) => cardItem(`${n}`));
    expect(faults(cardTransactionList, items(1_000))).toEqual([]);
    expect(faults(cardTransactionList, items(1_001))).toEqual(['body must have at most 1000 items']);
  });
});

describe('a customer', () => {
  it('may use the old names or the new, which must agree if both are present', () => {
    expect(faults(customerBody, { customerNumber: '1' })).toEqual(['name is required', 'type is required']);
    const both = { ...customer, customerName: 'Ola', customerType: 'private' };
    expect(faults(customerBody, both)).toEqual([]);
    expect(faults(customerBody, { ...both, customerName: 'Kari', customerType: 'corporate' })).toEqual([
      'customerName must be the same as name; send only one of the two',
      'customerType must be the same as type; send only one of the two',
    ]);
    expect(faults(customerBody, { ...both, name: 1 })).toEqual(['name must be a string']);
    expect(faults(customerBody, [])).toEqual(['body must be an object']);
  });

  it.each<[object, object]>([
    [customer, { customerName: 'Ola', customerType: 'PRIVATE' }],
    [
      { customerName: 'Kari', type: 'corporate' },
      { customerName: 'Kari', customerType: 'CORPORATE' },
    ],
    [
      { name: 'a', customerType: 'Corporate' },
      { customerName: 'a', customerType: 'CORPORATE' },
    ],
  ])('%j', (body, named) => {
    expect(customerOfBody({ customerNumber: '1', ...body })).toEqual({ customerNumber: '1', ...named });
  });
});

describe('an account', () => {
  it('has a number, and every sum in its own currency', () => {
    const { bban: _, ...nameless } = account;
    expect(faults(accountBody, nameless)).toEqual(['bban send bban, iban or both']);
    const eur = { balanceAmount: { amount: '1.00', currency: 'EUR' } };
    expect(faults(accountBody, { ...account, balances: [eur] })).toEqual([
      'balances[0].balanceAmount.currency must be NOK, the currency of the account',
    ]);
    const unknown = { balanceAmount: { amount: '1.00', currency: 'XXX' } };
    expect(faults(accountBody, { ...account, balances: [unknown] })).toHaveLength(1);
    expect(faults(accountBody, { ...account, creditLine: '-1.00' })).toEqual([
      'creditLine must not be negative',
    ]);
    expect(faults(accountBody, { ...account, creditLine: '1.5' })).toEqual([
      'creditLine must have 2 decimals or none in NOK',
    ]);
    expect(faults(accountBody, { ...account, currency: 'JPY', creditLine: '1.5' })).toEqual([
      'creditLine must have no decimals in JPY',
    ]);
    expect(faults(accountBody, { ...account, creditLine: '12345678901234567.00' })).toEqual([
      'creditLine must have at most 18 digits',
    ]);
    expect(faults(accountBody, { ...account, creditLine: '1234567890123456.00' })).toEqual([]);
    expect(faults(accountBody, { ...account, currency: 'nok', creditLine: 'x' })).toHaveLength(2);
    expect(faults(accountBody, { ...account, currency: 'nok', creditLine: '1.5' })).toHaveLength(1);
    expect(faults(accountBody, [])).toEqual(['body must be an object']);
  });

  it('draws a warning when iban and bban are of different accounts', () => {
    const text = 'iban does not belong to this bban; payments find the account only by its bban';
    expect(warnings(accountBody, { ...account, iban: 'NO9386011117947' })).toEqual([]);
    expect(warnings(accountBody, { ...account, bban: '95360573002', iban: 'NO93 8601 1117 947' })).toEqual([
      text,
    ]);
    expect(warnings(accountBody, { ...account, iban: 'DE89370400440532013000' })).toEqual([]);
    expect(warnings(accountBody, account)).toEqual([]);
    const { bban: _, ...byIban } = { ...account, iban: 'NO9386011117947' };
    expect(warnings(accountBody, byIban)).toEqual([]);
  });

  it('has sums that can be written and read back', () => {
    expect([
      sandboxMinorUnits('1.50', 'NOK'),
      sandboxMinorUnits(-1, 'NOK'),
      writtenAmount(-150n, 'NOK'),
      defaultBalanceType,
    ]).toEqual([150n, -100n, '-1.50', 'EXPECTED']);
    expect(() => sandboxMinorUnits('1.5', 'NOK')).toThrow('a checked amount is not valid');
    expect(() => sandboxMinorUnits('1', 'XXX')).toThrow('no currency XXX');
    expect(() => writtenAmount(1n, 'XXX')).toThrow('no currency XXX');
  });
});

describe('a card account', () => {
  it('has every sum in its own currency', () => {
    const eur = { amount: '1.00', currency: 'EUR' };
    expect(
      faults(cardAccountBody, { ...card, creditLimit: eur, balances: [balance(1), { balanceAmount: eur }] }),
    ).toEqual([
      'creditLimit.currency must be NOK, the currency of the account',
      'balances[1].balanceAmount.currency must be NOK, the currency of the account',
    ]);
    expect(faults(cardAccountBody, { ...card, creditLimit: nok(1) })).toEqual([]);
    for (const changes of [
      { creditLimit: { amount: 1, currency: 'XXX' } },
      { creditLimit: nok(1), currency: 'ZZZ' },
    ])
      expect(faults(cardAccountBody, { ...card, ...changes })).toHaveLength(1);
  });
});

it('sums in another currency are reported at their path', () => {
  const eur = { balanceAmount: { amount: 1, currency: 'EUR' } };
  expect(currencyFaults([balance(1), eur], 'NOK')).toEqual([
    { path: ['balances', 1, 'balanceAmount', 'currency'], text: 'must be NOK, the currency of the account' },
  ]);
  for (const [balances, currency] of [
    [eur, 'NOK'],
    [[eur], 1],
    [[eur], 'XXX'],
    [[1, {}, { balanceAmount: 1 }], 'NOK'],
  ])
    expect(currencyFaults(balances, currency)).toEqual([]);
});

it('there are two roles', () => expect(engagementRoles).toEqual(['VIEW', 'REGISTER']));

describe('a date range', () => {
  it.each<[string, z.ZodType, string, string | null]>([
    ['offsetText', offsetText, '0', null],
    ['offsetText', offsetText, '2147483647', null],
    ['offsetText', offsetText, '2147483648', 'body must be a whole number from 0 to 2147483647'],
    ['offsetText', offsetText, '99999999999', 'body must be a whole number from 0 to 2147483647'],
    ['offsetText', offsetText, '-1', 'body must be a whole number from 0 to 2147483647'],
    ['offsetText', offsetText, '1x', 'body must be a whole number from 0 to 2147483647'],
    ['limitText', limitText, '1', null],
    ['limitText', limitText, '0', 'body must be a whole number from 1 to 2147483647'],
    ['limitText', limitText, '', 'body must be a whole number from 1 to 2147483647'],
    ['bookingStatus', bookingStatus, 'booked', null],
    ['bookingStatus', bookingStatus, 'pending', null],
    ['bookingStatus', bookingStatus, 'both', null],
    ['bookingStatus', bookingStatus, 'BOTH', 'body must be one of booked, pending, both'],
  ])('%s', (_, schema, text, fault) => {
    expect(faults(schema, text)).toEqual(fault === null ? [] : [fault]);
  });

  it('does not end before it begins', () => {
    const [day, next] = ['2030-01-01', '2030-01-02'];
    const [refusal] = refusalsOf(() => requireRange({ fromDate: next, toDate: day }));
    expect(refusal?.tppMessages).toMatchObject([
      { path: 'fromDate', text: `must not be later than toDate, ${day}` },
    ]);
    for (const [fromDate, toDate] of [
      [day, day],
      [day, next],
      [null, day],
      [day, null],
      [null, null],
    ] as const)
      requireRange({ fromDate, toDate });
    expect(transactionsAtMost).toBe(1_000);
  });
});

it('records link to the operations that read and change them', () => {
  const at = (path: string, ...verbs: string[]) => ({ href: `/v1/sandbox/${path}`, verbs });
  expect(customerLinks('c')).toEqual({ self: at('customers/c', 'GET', 'DELETE') });
  expect(accountLinks('a')).toEqual({
    self: at('accounts/a', 'GET', 'DELETE'),
    balances: at('accounts/a/balances', 'PUT'),
    transactions: at('accounts/a/transactions', 'GET'),
  });
  expect(cardAccountLinks('k')).toEqual({
    self: at('card-accounts/k', 'GET', 'DELETE'),
    balances: at('card-accounts/k/balances', 'PUT'),
    transactions: at('card-accounts/k/transactions', 'GET', 'POST'),
  });
  expect(engagementLinks('a', 'e')).toEqual({ self: at('agreements/a/engagements/e', 'GET', 'DELETE') });
});
