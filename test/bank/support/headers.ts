/** Headers of a PSU of its own for every payment, so that no two payments are logical duplicates. */
import { randomUUID } from 'node:crypto';
import { psuHeaders } from '../../support/bank.ts';

export type { Bank, Tpp } from '../../support/bank.ts';

export const freshHeaders = (): Record<string, string> => ({
  ...psuHeaders,
  'psu-id': randomUUID(),
  'tpp-session-id': randomUUID(),
});
