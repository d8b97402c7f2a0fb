/** Ids that nobody can guess and that sort by time: UUIDs of version 7, 48 bits of time and 74 bits of chance. */
import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from './operations/ports.ts';

export function timeOrderedIds(clock: Clock): Ids {
  return {
    next() {
      const bytes = randomBytes(16);
      bytes.writeUIntBE(clock(), 0, 6);
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
