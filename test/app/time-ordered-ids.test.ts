import { expect, it } from 'vitest';
import { createTimeOrderedIds } from '../../src/app/time-ordered-ids.ts';

it('ids of one millisecond have 74 random bits, so that nobody can guess them', () => {
  const ids = createTimeOrderedIds(() => 1_800_000_000_000);
  const numbers = Array.from({ length: 200 }, () => BigInt(`0x${ids.next().replaceAll('-', '')}`));
  const [first = 0n] = numbers;
  const variableBits = numbers.reduce((bits, number) => bits | (number ^ first), 0n);
  expect(variableBits.toString(2).replaceAll('0', '')).toHaveLength(74);
});
