/** Headers of a new PSU for every payment, so that no two payments are duplicates. */
import { randomUUID } from 'node:crypto';
import { psuHeaders } from '../../support/bank.ts';

export const freshHeaders = (): Record<string, string> => ({
  ...psuHeaders,
  'psu-id': randomUUID(),
  'tpp-session-id': randomUUID(),
});
