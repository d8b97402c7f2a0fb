import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adjustment,
  balancedPosting,
  changesByAccount,
  type Entry,
  movement,
  type Posting,
} from '../../../src/domain/bank/posting.ts';

const posting = (entries: readonly Entry[], change: Partial<Posting> = {}): Posting => ({
  postingId: 'p',
  tppId: 't',
  kind: 'ADJUSTMENT',
  paymentId: null,
  transfer: 0,
  at: 0,
  bookingDate: '2026-01-02',
  entries,
  ...change,
});

const party = fc.constantFrom(null, 'a', 'b', 'c');
const amountMinor = fc.bigInt({ min: 1n, max: 10n ** 18n });
const someMovements = fc.array(
  fc.record({ from: party, to: party, currency: fc.constantFrom('NOK', 'EUR'), amountMinor }),
  { minLength: 1, maxLength: 8 },
);

describe('a posting', () => {
  it('of any movements adds up to zero in each currency', () => {
    fc.assert(
      fc.property(someMovements, (movements) => {
        const entries = movements.flatMap((one) => movement(one));
        expect(balancedPosting(posting(entries)).entries).toHaveLength(movements.length * 2);
        for (const currency of ['NOK', 'EUR']) {
          const sum = entries
            .filter((one) => one.currency === currency)
            .reduce((all, one) => all + one.amountMinor, 0n);
          expect(sum).toBe(0n);
        }
      }),
    );
  });

  it('changes every account by the sum of its entries, in ascending order of the accounts', () => {
    const entries = [
      ...movement({ from: 'b', to: 'a', currency: 'NOK', amountMinor: 5n }),
      ...movement({ from: null, to: 'b', currency: 'NOK', amountMinor: 2n }),
    ];
    expect(changesByAccount(posting(entries))).toEqual([
      ['a', 5n],
      ['b', -3n],
    ]);
  });

  it.each([
    [
      'loses money',
      [
        { accountId: 'a', currency: 'NOK', amountMinor: 5n, details: {} },
        { accountId: null, currency: 'NOK', amountMinor: -4n, details: {} },
      ],
    ],
    [
      'turns one currency into another',
      [
        { accountId: 'a', currency: 'NOK', amountMinor: 5n, details: {} },
        { accountId: null, currency: 'EUR', amountMinor: -5n, details: {} },
      ],
    ],
    [
      'moves nothing',
      [
        { accountId: 'a', currency: 'NOK', amountMinor: 0n, details: {} },
        { accountId: null, currency: 'NOK', amountMinor: 0n, details: {} },
      ],
    ],
    ['has one side', [{ accountId: 'a', currency: 'NOK', amountMinor: 5n, details: {} }]],
  ])('that %s is a defect', (_, entries) => {
    expect(() => balancedPosting(posting(entries))).toThrow(RangeError);
  });

  it('of kind PAYMENT names its payment, and no other does', () => {
    const entries = movement({ from: 'a', to: 'b', currency: 'NOK', amountMinor: 1n });
    expect(() => balancedPosting(posting(entries, { kind: 'PAYMENT' }))).toThrow(RangeError);
    expect(() => balancedPosting(posting(entries, { paymentId: 'x' }))).toThrow(RangeError);
    expect(balancedPosting(posting(entries, { kind: 'PAYMENT', paymentId: 'x' })).paymentId).toBe('x');
  });
});

describe('a movement', () => {
  it.each([0n, -1n])('of %s is a defect', (amountMinor) => {
    expect(() => movement({ from: 'a', to: 'b', currency: 'NOK', amountMinor })).toThrow(RangeError);
  });

  it('names its details on both sides', () => {
    const details = { creditorName: 'Kari' };
    expect(movement({ from: 'a', to: 'b', currency: 'NOK', amountMinor: 1n, details })).toEqual([
      { accountId: 'a', currency: 'NOK', amountMinor: -1n, details },
      { accountId: 'b', currency: 'NOK', amountMinor: 1n, details },
    ]);
  });
});

describe('an adjustment', () => {
  it('brings any balance to any other', () => {
    const balance = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    fc.assert(
      fc.property(balance, balance, (before, after) => {
        const change = adjustment('a', 'NOK', before, after)
          .filter((one) => one.accountId === 'a')
          .reduce((sum, one) => sum + one.amountMinor, 0n);
        expect(before + change).toBe(after);
      }),
    );
  });

  it('takes from the bank, or gives to it', () => {
    const entry = (accountId: string | null, amountMinor: bigint) => ({
      accountId,
      currency: 'NOK',
      amountMinor,
      details: {},
    });
    expect(adjustment('a', 'NOK', 5n, 8n)).toEqual([entry(null, -3n), entry('a', 3n)]);
    expect(adjustment('a', 'NOK', 8n, 5n)).toEqual([entry('a', -3n), entry(null, 3n)]);
  });

  it('of nothing has no entries', () => {
    expect(adjustment('a', 'NOK', 7n, 7n)).toEqual([]);
  });
});
