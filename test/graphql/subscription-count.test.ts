/** How many subscriptions a TPP may hold: exactly so many at a time, whichever of them end, and in whatever order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSubscriptionCounter } from '../../src/graphql/door/subscriptions.ts';

const full = expect.objectContaining({ name: 'Refusal', reason: 'ACCESS_EXCEEDED' });

describe('places for subscriptions', () => {
  it('are as many as there are, and one more for each that has ended', () => {
    const places = createSubscriptionCounter(3);
    const ends = [1, 2, 3].map(() => places.take('A'));
    expect(() => places.take('A')).toThrow(full);
    ends[1]?.();
    ends[1]?.();
    ends[1]?.();
    places.take('A');
    expect(() => places.take('A')).toThrow(full);
  });

  it('are counted for each TPP by itself', () => {
    const places = createSubscriptionCounter(1);
    const end = places.take('A');
    places.take('B');
    expect(() => places.take('B')).toThrow(full);
    end();
    expect(() => places.take('B')).toThrow(full);
    places.take('A');
    expect(() => places.take('A')).toThrow(full);
  });

  it('are never more and never fewer, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(9)), (atMost, moves) => {
        const places = createSubscriptionCounter(atMost);
        const open: (() => void)[] = [];
        for (const move of moves) {
          const end = move > 4 ? open.splice(move % (open.length + 1), 1)[0] : undefined;
          if (end) end();
          else if (open.length < atMost) open.push(places.take('A'));
          else expect(() => places.take('A')).toThrow(full);
        }
        for (let free = atMost - open.length; free > 0; free -= 1) places.take('A');
        expect(() => places.take('A')).toThrow(full);
      }),
    );
  });
});
