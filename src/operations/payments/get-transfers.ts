/** Entries of many bulk payments, in one statement. */
import { refuse } from '../../domain/refusal.ts';
import { paymentRead } from '../operation.ts';
import type { TransferRange } from '../ports/payment-parts.ts';

/** How many entries of bulk payments are read at once: some megabytes. */
export const transfersAtOnce = 5_000;

export const getTransfers = paymentRead({
  name: 'getTransfers',
  refusals: ['BAD_REQUEST'],
  async run({ stores, caller }, ranges: readonly TransferRange[]) {
    const found = await stores.paymentLists.transfers(caller.tppId, ranges, transfersAtOnce);
    if (found) return found;
    const text = `the bulk payments hold more than ${transfersAtOnce} entries; ask for fewer payments, or for some entries by first and offset`;
    throw refuse('BAD_REQUEST', { text });
  },
});
