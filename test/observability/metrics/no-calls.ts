/** Figures of a bank elsewhere that has not been called yet. */
import { createCounts } from '../../../src/bank/remote-calls/figures.ts';
import { alarmKinds } from '../../../src/bank/upstream/refusals.ts';
import type { RemoteFigures } from '../../../src/observability/metrics/remote.ts';

const operation = 'createPayment';

export const noCalls: RemoteFigures = {
  ...createCounts([operation], alarmKinds),
  breaker: 'CLOSED',
  held: [],
  underWay: 0,
  waiting: 0,
  lastAnsweredAt: null,
  certificateEndsAt: 0,
};

/** Of a bank upstream of which one product is away, and one answer was odd. */
export const oddUpstream = () => ({
  ...noCalls,
  held: [{ operation, product: 'sepa-credit-transfers' }],
  leftOut: { [operation]: { transactionFees: 1 } },
});

/** Of a core system one of whose operations is away. */
export const withCore = {
  figures: () => ({ ...noCalls, held: [{ operation, product: '' }] }),
  orders: async () => ({ count: 0, lateSeconds: 0 }),
  reports: async () => ({ count: 0, lateSeconds: 0 }),
};
