import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBook } from '../../../src/domain/bank/book.ts';
import { convertCredit, convertDebit, kronerPerUnit } from '../../../src/domain/bank/conversion.ts';
import { firstRun, hasReachedLastRun, timeOfFirstRunOn } from '../../../src/domain/bank/due.ts';
import { isBankDay } from '../../../src/domain/values/bank-days.ts';
import { currencyCodes } from '../../../src/domain/values/currencies.ts';
import { toDayNumber } from '../../../src/domain/values/iso-date.ts';
import { todayInOslo } from '../../../src/domain/values/oslo-time.ts';

const currency = fc.constantFrom(...currencyCodes);

describe('conversion', () => {
  it('has a rate with at most nine decimals, greater than zero, for every currency', () => {
    for (const code of currencyCodes)
      expect(kronerPerUnit[code], code).toMatch(/^(?!0+(\.0+)?$)\d+(\.\d{1,9})?$/);
  });

  it('rounds half to even', () => {
    const amounts = [15n, 25n, 35n, 26n, 24n];
    for (const exchange of [convertDebit, convertCredit])
      expect(amounts.map((minor) => exchange(minor, 'RSD', 'NOK'))).toEqual([2n, 2n, 4n, 3n, 2n]);
  });

  it('counts the minor units of both currencies', () => {
    for (const exchange of [convertDebit, convertCredit]) {
      expect(exchange(10_000n, 'EUR', 'NOK')).toBe(117_000n);
      expect(exchange(100n, 'JPY', 'NOK')).toBe(700n);
      expect(exchange(700n, 'NOK', 'JPY')).toBe(100n);
      expect(exchange(1_000n, 'KWD', 'NOK')).toBe(3_400n);
    }
  });

  it('charges a minor unit where money is worth less than one', () => {
    expect(convertDebit(1n, 'IRR', 'KWD')).toBe(1n);
    expect(convertDebit(5n, 'XXX', 'XXX')).toBe(5n);
    expect(() => convertDebit(5n, 'XXX', 'NOK')).toThrow(RangeError);
    expect(() => convertDebit(5n, 'NOK', 'XXX')).toThrow(RangeError);
  });

  it('credits nothing for less than a minor unit, even where rounding would give one', () => {
    // 0.20 IDR are 0.013 øre; 9 para of a dinar are 0.9 øre, and 10 are one.
    expect(convertCredit(20n, 'IDR', 'NOK')).toBeNull();
    expect(convertCredit(9n, 'RSD', 'NOK')).toBeNull();
    expect(convertCredit(10n, 'RSD', 'NOK')).toBe(1n);
    expect(convertCredit(1n, 'NOK', 'NOK')).toBe(1n);
  });

  it('charges something for any amount, and credits as much or nothing, in any currencies', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), currency, currency, (minor, from, to) => {
        const charged = convertDebit(minor, from, to);
        expect(charged).toBeGreaterThan(0n);
        expect([charged, null]).toContain(convertCredit(minor, from, to));
        expect([convertDebit(minor, from, from), convertCredit(minor, from, from)]).toEqual([minor, minor]);
      }),
    );
  });
});

describe('the book', () => {
  const account = fc.record({
    currency,
    balanceMinor: fc.bigInt(-(10n ** 6n), 10n ** 12n),
    creditLineMinor: fc.bigInt(0n, 10n ** 6n),
    held: fc.boolean(),
  });
  it('sums to zero in every currency and never lets a customer go below the credit line', () => {
    fc.assert(
      fc.property(
        account,
        account,
        fc.array(fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.boolean()), { maxLength: 20 }),
        (one, other, transfers) => {
          const accounts = [one, other].map(({ held, ...rest }, index) => ({
            ...rest,
            resourceId: `r${index}`,
            bban: `${index}`,
            customerId: held ? 'c' : null,
          }));
          const book = openBook(accounts);
          const balances = new Map(
            accounts.map(({ resourceId, balanceMinor }) => [resourceId, balanceMinor]),
          );
          for (const [minor, back] of transfers) {
            const [from, to] = back ? ['1', '0'] : ['0', '1'];
            const amount = (minor / 100).toFixed(2);
            const attempt = book.transfer(
              { payer: null, name: null, account: { bban: from, currency: 'NOK' } },
              {
                instructedAmount: { amount, currency: 'NOK' },
                creditorName: 'x',
                creditorAccount: { bban: to, currency: 'NOK' },
              },
            );
            if (!attempt.settled) continue;
            for (const movement of attempt.movements) {
              expect(movement.amountMinor).toBeGreaterThan(0n);
              for (const [accountId, sign] of [
                [movement.from, -1n],
                [movement.to, 1n],
              ] as const)
                if (accountId)
                  balances.set(accountId, (balances.get(accountId) ?? 0n) + sign * movement.amountMinor);
            }
            const payer = accounts[Number(from)];
            if (payer?.customerId)
              expect((balances.get(payer.resourceId) ?? 0n) + payer.creditLineMinor).toBeGreaterThanOrEqual(
                0n,
              );
          }
        },
      ),
    );
  });
});

describe('runs', () => {
  it('come after now, on a bank day not before the requested day', () => {
    const time = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2040-01-01') });
    fc.assert(
      fc.property(time, fc.integer({ min: -3, max: 400 }), (now, days) => {
        const wanted = todayInOslo(now + days * 86_400_000);
        const { at, date } = firstRun(now, wanted);
        expect(at).toBeGreaterThan(now);
        expect(date >= wanted).toBe(true);
        expect(isBankDay(toDayNumber(date))).toBe(true);
      }),
    );
  });

  const at = (text: string) => Date.parse(text);
  it('of a day start at 05:30, also for a payment that requests that day', () => {
    expect(timeOfFirstRunOn('2030-07-01')).toBe(at('2030-07-01T05:30:00+02:00'));
    expect(firstRun(at('2030-01-07T04:00:00Z'), '2030-01-09')).toEqual({
      date: '2030-01-09',
      at: at('2030-01-09T04:30:00Z'),
    });
    expect(firstRun(at('2030-01-07T10:00:00Z'), '2030-01-07')).toEqual({
      date: '2030-01-07',
      at: at('2030-01-07T12:30:00Z'),
    });
    expect(firstRun(at('2030-01-07T10:00:00Z'), null).at).toBe(at('2030-01-07T12:30:00Z'));
    expect(firstRun(at('2030-01-07T17:00:00Z'), null).at).toBe(at('2030-01-08T04:30:00Z'));
  });

  it('end at 18:00', () => {
    expect(hasReachedLastRun(Date.parse('2030-01-07T17:00:00Z'))).toBe(true);
    expect(hasReachedLastRun(Date.parse('2030-01-07T16:59:59.999Z'))).toBe(false);
  });
});
