import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedTppId } from '../../src/domain/sandbox/generated-tpps.ts';
import { createSubscriptionSlots } from '../../src/graphql/subscription-slots.ts';

const full = expect.objectContaining({ name: 'Refusal', reason: 'ACCESS_EXCEEDED' });

describe('places for subscriptions', () => {
  it('are limited, and one more is free for each that has ended', () => {
    const { take } = createSubscriptionSlots(3);
    const ends = [1, 2, 3].map(() => take('A', 1));
    expect(() => take('A', 1)).toThrow(full);
    ends[1]?.();
    ends[1]?.();
    ends[1]?.();
    take('A', 1);
    expect(() => take('A', 1)).toThrow(full);
  });

  it('are counted for each TPP separately', () => {
    const { take } = createSubscriptionSlots(1);
    const end = take('A', 1);
    take('B', 1);
    expect(() => take('B', 1)).toThrow(full);
    end();
    expect(() => take('B', 1)).toThrow(full);
    take('A', 1);
    expect(() => take('A', 1)).toThrow(full);
  });

  it('are limited by total fields, which are returned with them', () => {
    const { take } = createSubscriptionSlots(9, 100);
    const end = take('A', 60);
    take('A', 40);
    expect(() => take('A', 1)).toThrow(full);
    take('B', 100);
    end();
    end();
    expect(() => take('A', 61)).toThrow(full);
    take('A', 60);
    expect(() => take('A', 1)).toThrow(full);
  });

  it('are shared by TPPs that one TPP has made', () => {
    const { take } = createSubscriptionSlots(1);
    const [one, other] = ['0', '1'].map((digit) => generatedTppId('A', 'ABCDEF012345', digit.repeat(12)));
    const end = take(one ?? '', 1);
    expect(() => take(other ?? '', 1)).toThrow(full);
    end();
    take(other ?? '', 1);
  });

  it('never exceed the bound and never leak, whatever starts and ends', () => {
    const sizes = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 5 })));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 5, max: 9 }),
        sizes,
        (atMost, fields, moves) => {
          const { take, count } = createSubscriptionSlots(atMost, fields);
          const open: { readonly size: number; readonly end: () => void }[] = [];
          const fits = (size: number) =>
            open.length < atMost && open.reduce((sum, one) => sum + one.size, size) <= fields;
          for (const [move, size] of moves) {
            const ended = move > 4 ? open.splice(move % (open.length + 1), 1)[0] : undefined;
            if (ended) ended.end();
            else if (fits(size)) open.push({ size, end: take('A', size) });
            else expect(() => take('A', size)).toThrow(full);
          }
          expect(count()).toBe(open.length);
          for (const { end } of open) end();
          take('A', fields);
          expect(() => take('A', 1)).toThrow(full);
        },
      ),
    );
  });
});
