/** Ids that nobody can guess and that sort by time: UUIDs of version 7, 48 bits of time and 74 random bits. */
import { randomUUID } from 'node:crypto';
import type { Clock, Ids } from '../operations/ports/stores.ts';

export function timeOrderedIds(clock: Clock): Ids {
  return {
    next() {
      const time = clock().toString(16).padStart(12, '0');
      // After the version digit, UUIDs of version 4 and 7 have the same layout: random bits and the variant.
      return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
    },
  };
}
