/** Figures of a bank elsewhere that has not been called yet. */
import type { RemoteFigures } from '../../src/metrics/remote.ts';

export const noCalls: RemoteFigures = {
  calls: {},
  alarms: {},
  breaker: 'CLOSED',
  held: [],
  underWay: 0,
  waiting: 0,
  lastAnsweredAt: null,
  certificateEndsAt: 0,
};

/** Of a core system, with an alarm of which there has been none. */
export const withCore = {
  figures: () => ({ ...noCalls, alarms: { CERTIFICATE: 0 } }),
  orders: async () => ({ count: 0, lateSeconds: 0 }),
  reports: async () => ({ count: 0, lateSeconds: 0 }),
};
