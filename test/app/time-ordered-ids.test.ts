import { expect, it } from 'vitest';
import { createTimeOrderedIds } from '../../src/app/time-ordered-ids.ts';
import { isUuid } from '../../src/domain/values/uuid.ts';

it('ids of one millisecond are in order, however many, and each exists once', () => {
  const ids = createTimeOrderedIds(() => 1_800_000_000_000);
  const list = Array.from({ length: 10_000 }, () => ids.next());
  expect(list.every(isUuid)).toBe(true);
  expect([...list].sort()).toEqual(list);
  expect(new Set(list).size).toBe(list.length);
});

it('ids follow a clock that was set back', () => {
  let now = 2_000;
  const ids = createTimeOrderedIds(() => now);
  const later = ids.next();
  now = 1_000;
  expect(ids.next() < later).toBe(true);
});
