/** Ids that nobody can guess and that sort by time: UUIDs of version 7 (RFC 9562), 48 bits of time and 74 random bits. */
import { randomUUID } from 'node:crypto';
import type { Clock, Ids } from './ports/stores.ts';

/** `order`, up to 4095, takes the place of twelve random bits: it sorts ids of one millisecond. */
export function timeOrderedId(at: number, order?: number): string {
  const time = at.toString(16).padStart(12, '0');
  // After the version digit, UUIDs of version 4 and 7 have the same layout: random bits and the variant.
  const random = randomUUID().slice(15);
  const rest = order === undefined ? random : order.toString(16).padStart(3, '0') + random.slice(3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}`;
}

export const timeOrderedIds = (clock: Clock): Ids => ({ next: () => timeOrderedId(clock()) });
