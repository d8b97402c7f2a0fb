/** Outcomes of those entries of many bulk payments that the bank has processed. */

import { paymentRead } from '../operation.ts';
import type { TransferRange } from '../ports/payment-parts.ts';

export const getEntryOutcomes = paymentRead({
  name: 'getEntryOutcomes',
  run: ({ stores }, ranges: readonly TransferRange[]) => stores.work.outcomesOf(ranges),
});
