/** Metrics of a remote bank without calls. */
import { createCounts } from '../../../src/bank/remote-calls/figures.ts';
import { alarmKinds } from '../../../src/bank/upstream/refusals.ts';
import type { RemoteFigures } from '../../../src/observability/metrics/remote.ts';

const operation = 'createPayment';

export const noCalls: RemoteFigures = {
  ...createCounts([operation], alarmKinds),
  breaker: 'CLOSED',
  blockedGroups: [],
  running: 0,
  waiting: 0,
  lastAnsweredAt: null,
  certificateEndsAt: 0,
};

/** Metrics of a remote bank with one product down and one malformed response. */
export const oddUpstream = () => ({
  ...noCalls,
  blockedGroups: [{ operation, product: 'sepa-credit-transfers' }],
  ignoredFields: { [operation]: { transactionFees: 1 } },
});

/** Metrics of a core system with one operation down. */
export const withCore = {
  figures: () => ({ ...noCalls, blockedGroups: [{ operation, product: '' }] }),
  orders: async () => ({ count: 0, lateSeconds: 0 }),
  stoppedOrderCount: async () => 0,
  unreportedOrderCount: async () => 0,
  stalledReportSeconds: async () => 0,
};
