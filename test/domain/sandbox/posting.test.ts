import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustment } from '../../../src/domain/bank/posting.ts';

describe('an adjustment', () => {
  it('changes any balance to any other', () => {
    const balance = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    fc.assert(
      fc.property(balance, balance, (before, after) => {
        const change = adjustment('a', 'NOK', before, after).reduce((sum, { to, amountMinor }) => {
          expect(amountMinor).toBeGreaterThan(0n);
          return to === 'a' ? sum + amountMinor : sum - amountMinor;
        }, 0n);
        expect(before + change).toBe(after);
      }),
    );
  });

  it('takes from the bank, or gives to it', () => {
    const movement = { currency: 'NOK', amountMinor: 3n, details: {} };
    expect(adjustment('a', 'NOK', 5n, 8n)).toEqual([{ from: null, to: 'a', ...movement }]);
    expect(adjustment('a', 'NOK', 8n, 5n)).toEqual([{ from: 'a', to: null, ...movement }]);
  });

  it('that exceeds one movement goes through zero', () => {
    const most = 2n ** 63n - 1n;
    const one = adjustment('a', 'NOK', most, 0n);
    expect(one).toHaveLength(1);
    expect(adjustment('a', 'NOK', most, -1n)).toEqual([...one, ...adjustment('a', 'NOK', 0n, -1n)]);
  });

  it('of nothing moves nothing', () => {
    expect(adjustment('a', 'NOK', 7n, 7n)).toEqual([]);
  });
});
