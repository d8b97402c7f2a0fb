/** Outcomes of those entries of many bulk payments that the bank has processed. */

import type { Operation } from '../operation.ts';
import type { EntryOutcome } from '../ports/bank-work.ts';
import type { TransferRange } from '../ports/payment-parts.ts';

export const getEntryOutcomes: Operation<readonly TransferRange[], readonly (readonly EntryOutcome[])[]> = {
  name: 'getEntryOutcomes',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores }, ranges) => stores.work.outcomesOf(ranges),
};
