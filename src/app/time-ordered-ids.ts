import { randomUUID } from 'node:crypto';
import { timeOrderedUuid } from '../domain/values/uuid.ts';
import type { Clock, Ids } from '../operations/ports/stores.ts';

export const createTimeOrderedIds = (clock: Clock): Ids => ({
  next: () => timeOrderedUuid(clock(), randomUUID()),
});
