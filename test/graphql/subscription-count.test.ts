/** How many subscriptions a TPP may hold: exactly so many at a time, whichever of them end, and in whatever order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeTppId } from '../../src/domain/sandbox/made-tpps.ts';
import { createSubscriptionSlots } from '../../src/graphql/subscription-slots.ts';

const full = expect.objectContaining({ name: 'Refusal', reason: 'ACCESS_EXCEEDED' });

describe('places for subscriptions', () => {
  it('are as many as there are, and one more for each that has ended', () => {
    const { take } = createSubscriptionSlots(3);
    const ends = [1, 2, 3].map(() => take('A'));
    expect(() => take('A')).toThrow(full);
    ends[1]?.();
    ends[1]?.();
    ends[1]?.();
    take('A');
    expect(() => take('A')).toThrow(full);
  });

  it('are counted for each TPP by itself', () => {
    const { take } = createSubscriptionSlots(1);
    const end = take('A');
    take('B');
    expect(() => take('B')).toThrow(full);
    end();
    expect(() => take('B')).toThrow(full);
    take('A');
    expect(() => take('A')).toThrow(full);
  });

  it('are shared by TPPs that one TPP has made', () => {
    const { take } = createSubscriptionSlots(1);
    const [one, other] = ['0', '1'].map((digit) => madeTppId('A', 'ABCDEF012345', digit.repeat(12)));
    const end = take(one ?? '');
    expect(() => take(other ?? '')).toThrow(full);
    end();
    take(other ?? '');
  });

  it('are never more and never fewer, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(9)), (atMost, moves) => {
        const { take } = createSubscriptionSlots(atMost);
        const open: (() => void)[] = [];
        for (const move of moves) {
          const end = move > 4 ? open.splice(move % (open.length + 1), 1)[0] : undefined;
          if (end) end();
          else if (open.length < atMost) open.push(take('A'));
          else expect(() => take('A')).toThrow(full);
        }
        for (let free = atMost - open.length; free > 0; free -= 1) take('A');
        expect(() => take('A')).toThrow(full);
      }),
    );
  });
});
