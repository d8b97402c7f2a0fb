/** Ids that nobody can guess and that sort by time: UUIDs of version 7, 48 bits of time and 74 random bits. */
import { randomUUID } from 'node:crypto';
import type { Clock, Ids } from '../operations/ports/stores.ts';

export function timeOrderedIds(clock: Clock): Ids {
  return {
    next() {
      const time = clock().toString(16).padStart(12, '0');
      // Behind the digit of the version a UUID of version 4 holds random bits and the variant, as one of version 7 does.
      return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
    },
  };
}
