import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basketStatus } from '../../src/domain/baskets/basket.ts';
import { type PaymentStatus, paymentStatuses } from '../../src/domain/payments/status.ts';

describe('a basket', () => {
  it.each<[PaymentStatus[], string]>([
    [['RCVD'], 'RCVD'],
    [['RCVD', 'RCVD'], 'RCVD'],
    [['RCVD', 'PDNG'], 'PATC'],
    [['PDNG'], 'ACTC'],
    [['ACSC', 'PDNG'], 'ACTC'],
    [['RJCT'], 'RJCT'],
    [['CANC'], 'RJCT'],
    [['PDNG', 'RJCT'], 'RJCT'],
    [['RCVD', 'CANC', 'ACSC'], 'RJCT'],
  ])('with %j is %s', (statuses, status) => expect(basketStatus(statuses)).toBe(status));

  it('has the same status in any order of its payments', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...paymentStatuses), { minLength: 1, maxLength: 10 }),
        (statuses) => {
          const status = basketStatus(statuses);
          expect(basketStatus([...statuses].reverse())).toBe(status);
          expect(basketStatus([...statuses].sort())).toBe(status);
          if (statuses.includes('RJCT')) expect(status).toBe('RJCT');
        },
      ),
      { seed: 7 },
    );
  });
});
