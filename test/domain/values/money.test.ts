import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyCodes, currencyDecimals } from '../../../src/domain/values/currencies.ts';
import {
  formatMinorUnits,
  formatStoredAmount,
  parseMoney,
  singleTotal,
} from '../../../src/domain/values/money.ts';

function money(amount: string, currency: (typeof currencyCodes)[number]): bigint {
  const parsed = parseMoney(amount, currency);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}
const refused = (amount: string, currency: (typeof currencyCodes)[number] = 'NOK') =>
  typeof parseMoney(amount, currency) === 'string';

describe('an amount', () => {
  it('has exactly the minor units of its currency, in each of the 162, for 0 to 6 decimals', () => {
    for (const currency of currencyCodes) {
      for (let decimals = 0; decimals <= 6; decimals++) {
        const text = decimals === 0 ? '12' : `12.${'345678'.slice(0, decimals)}`;
        expect(refused(text, currency), `${text} ${currency}`).toBe(decimals !== currencyDecimals[currency]);
      }
    }
  });

  it.each(['JPY', 'NOK', 'KWD'] as const)('has at most 18 digits in all: %s', (currency) => {
    const units = currencyDecimals[currency];
    const text = (digits: number) => formatMinorUnits(10n ** BigInt(digits) - 1n, currency);
    expect(refused(text(18), currency)).toBe(false);
    expect(parseMoney(text(19), currency)).toBe('must have at most 18 digits');
    expect(text(18)).toHaveLength(units === 0 ? 18 : 19);
  });

  it.each([
    '0.00',
    '-1.00',
    '+1.00',
    '1',
    '1.0',
    '1.000',
    '1.',
    '.50',
    '00.10',
    '01.00',
    '1e2',
    '1.00e0',
    '1,00',
    '1 000.00',
    '1_000.00',
    '0x10.00',
    ' 1.00',
    '1.00 ',
    '1.00\n',
    'NaN',
    'Infinity',
    '',
    '.',
    '１.００',
    '٣.٠٠',
    '1.00\0',
  ])('is not %j NOK', (text) => {
    expect(refused(text)).toBe(true);
  });

  it('does not have 100,000 digits', () => {
    expect(refused(`${'9'.repeat(100_000)}.00`)).toBe(true);
  });

  it.each([
    ['0.01', 'NOK'],
    ['0.10', 'NOK'],
    ['1', 'JPY'],
    ['0.001', 'KWD'],
    ['100.00', 'XDR'],
    ['9', 'BYR'],
  ] as const)('is %s %s', (text, currency) =>
    expect(formatMinorUnits(money(text, currency), currency)).toBe(text),
  );

  it('says what is wrong', () => {
    expect(parseMoney('1.0', 'NOK')).toBe('must have exactly 2 decimals in NOK');
    expect(parseMoney('1.00', 'JPY')).toBe('must have no decimals in JPY');
    expect(parseMoney('0.00', 'NOK')).toBe('must be greater than zero');
    expect(parseMoney('-1.00', 'NOK')).toMatch(/a number such as 125\.50/);
  });
});

const currency = fc.constantFrom(...currencyCodes);
const minor = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n });
const anyMinor = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

describe('sums', () => {
  it('are unchanged through text and minor units', () => {
    fc.assert(
      fc.property(currency, minor, (code, units) => {
        const text = formatMinorUnits(units, code);
        expect(money(text, code)).toBe(units);
      }),
    );
  });

  it('may be negative and zero', () => {
    expect([-1n, 0n, -1234n, 1234n].map((units) => formatMinorUnits(units, 'NOK'))).toEqual([
      '-0.01',
      '0.00',
      '-12.34',
      '12.34',
    ]);
    expect([-1n, 0n].map((units) => formatMinorUnits(units, 'JPY'))).toEqual(['-1', '0']);
    expect(formatMinorUnits(-5n, 'KWD')).toBe('-0.005');
    fc.assert(
      fc.property(
        currency,
        anyMinor,
        (code, units) => BigInt(formatMinorUnits(units, code).replace('.', '')) === units,
      ),
    );
  });

  it('add up without loss, in any order', () => {
    fc.assert(
      fc.property(currency, fc.array(minor, { minLength: 1, maxLength: 50 }), (code, units) => {
        const amounts = units.map((unit) => ({ amount: formatMinorUnits(unit, code), currency: code }));
        const sum = units.reduce((one, other) => one + other, 0n);
        expect(singleTotal(amounts).amount).toBe(new Decimal(formatMinorUnits(sum, code)).toFixed());
        expect(singleTotal(amounts.toReversed())).toEqual(singleTotal(amounts));
      }),
    );
    const nok = (amount: string) => ({ amount, currency: 'NOK' });
    expect(singleTotal([nok('0.10'), nok('0.20')])).toEqual(nok('0.3'));
    const largest = { amount: '999999999999999.999', currency: 'KWD' };
    expect(singleTotal(Array(1_000).fill(largest)).amount).toBe('999999999999999999');
  });
});

describe('formatStoredAmount', () => {
  it.each([
    ['NOK', '100.10000', '100.10'],
    ['NOK', '0.01000', '0.01'],
    ['JPY', '100.00000', '100'],
    ['KWD', '1.23400', '1.234'],
    ['NOK', '-5.50000', '-5.50'],
    ['NOK', '100', '100.00'],
    ['NOK', '1.5', '1.50'],
    ['NOK', '1.00500', '1.01'],
    ['JPY', '1.50000', '2'],
    ['NOK', '123456789012345678.99000', '123456789012345678.99'],
  ] as const)('%s %s is %s', (currency, kept, written) => {
    expect(formatStoredAmount(currency, kept)).toBe(written);
  });
});
