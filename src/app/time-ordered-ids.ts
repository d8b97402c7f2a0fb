import { randomUUID } from 'node:crypto';
import { timeOrderedUuid } from '../domain/values/uuid.ts';
import type { Clock, Ids } from '../operations/ports/stores.ts';

const idsPerMillisecond = 0x1000;

/** Lists sort by id what has the same time, so the ids of one millisecond are in order too. */
export function createTimeOrderedIds(clock: Clock): Ids {
  let [lastAt, count] = [0, 0];
  return {
    next() {
      const now = clock();
      count = now === lastAt ? count + 1 : 0;
      lastAt = now;
      const at = now + Math.floor(count / idsPerMillisecond);
      return timeOrderedUuid(at, randomUUID(), count % idsPerMillisecond);
    },
  };
}
