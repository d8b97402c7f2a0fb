import { describe, expect, it } from 'vitest';
import {
  moveToSameStatus,
  paymentMove,
  paymentMoves,
  paymentStatuses,
  type Settlement,
} from '../../../src/domain/payments/status.ts';
import type { PaymentStore } from '../../../src/operations/ports/stores.ts';

const change = { paymentId: '1', at: 0, reason: 'why' };

describe.each(Object.keys(paymentMoves) as Settlement[])('%s', (settlement) => {
  it('moves only as its table says', () => {
    for (const from of paymentStatuses) {
      for (const to of paymentStatuses) {
        const make = () => paymentMove(settlement, { ...change, from, to });
        if (paymentMoves[settlement][from].includes(to)) expect(make()).toEqual({ ...change, from, to });
        else expect(make, `${from} ${to}`).toThrow(`never moves from ${from} to ${to}`);
      }
    }
  });
});

it('a payment may stay where it is', () => {
  expect(moveToSameStatus({ ...change, status: 'ACCP' })).toEqual({ ...change, from: 'ACCP', to: 'ACCP' });
});

it('a store takes only a move that was looked up', () => {
  const stored = (store: PaymentStore) => {
    // @ts-expect-error a move needs a lookup
    void store.move({ ...change, from: 'RJCT', to: 'ACSC' });
    // @ts-expect-error each of many moves needs a lookup
    void store.moveMany([{ ...change, from: 'RJCT', to: 'ACSC', fundsAvailable: null }]);
    void store.move(paymentMove('BATCH', { ...change, from: 'RCVD', to: 'CANC' }));
  };
  expect(stored).toBeTypeOf('function');
});
