import { expect, it } from 'vitest';
import { createBacklogs } from '../../src/app/backlogs.ts';
import type { Stores } from '../../src/operations/ports/stores.ts';

it.each([
  ['on a Thursday, the Tuesday before', '2026-12-17T12:00:00Z', '2026-12-15'],
  ['on a Monday after Christmas, the Wednesday before', '2026-12-28T12:00:00Z', '2026-12-23'],
])(
  'orders without a report are overdue if their day is before the second bank day before today: %s',
  async (_, now, day) => {
    const days: string[] = [];
    const orders = {
      async countUnreported(date: string) {
        days.push(date);
        return 3;
      },
    };
    const stores = { get: () => orders } as unknown as Stores;
    const backlogs = createBacklogs(
      () => stores,
      () => Date.parse(now),
      true,
    );
    expect(await backlogs.unreportedOrderCount()).toBe(3);
    expect(days).toEqual([day]);
  },
);
