/** A short run of each kind; `npm run test:faults` is the long one. A seed replays a failure. */
import { describe, expect, it, type TestContext } from 'vitest';
import { missing } from '../db/support/pgbouncer.ts';
import { nightly, rounds } from '../support/nightly.ts';
import { type Plan, play, type Report } from './play.ts';
import { playIn } from './support/time-out.ts';

/** The deadline of a request, and an allowance for a busy machine. */
const longestMs = 11_000;
const linux = process.platform === 'linux';
const seed = nightly ? Date.now() % 1_000_000 : 20_261_121;

async function expectNothingLost(test: TestContext, plan: Plan): Promise<Report> {
  const report = await playIn(test, (signal) => play({ ...plan, signal }));
  expect(report.wrong, JSON.stringify(report, null, 1)).toEqual([]);
  expect(report.longestMs).toBeLessThan(longestMs);
  const failed = Object.keys(report.lines).filter((line) => /failed/.test(line));
  expect(failed).toEqual([]);
  return report;
}

const killed = {
  'service killed': 1,
  'database killed': 1,
  'answer cut': 1,
  'backends terminated': 1,
  'listener cut': 1,
  deadlock: 1,
};
const withoutPooler = { pooled: false, faults: killed };
const behindPooler = { pooled: true, faults: { ...killed, 'pooler killed': 1 } };

describe.skipIf(!linux)('nothing is lost, doubled or altered when service and database are killed', () => {
  const playAndLook = async (test: TestContext, more: Pick<Plan, 'pooled' | 'faults'>) => {
    const { lines, returnsMs } = await expectNothingLost(test, {
      seed,
      replicas: 2,
      workers: rounds(4, 6),
      ...more,
    });
    // One line for each time that a process loses or regains the database, however many requests notice.
    expect(lines['database lost'] ?? 0).toBeLessThanOrEqual(2 * 6);
    expect(returnsMs).toHaveLength(more.pooled ? 2 : 1);
  };

  // By day only where there is no pooler.
  it.runIf(nightly || missing !== null)(
    'without a pooler',
    (test) => playAndLook(test, withoutPooler),
    120_000,
  );

  it.skipIf(missing !== null)(
    `behind PgBouncer${missing ? `: ${missing}` : ''}`,
    (test) => playAndLook(test, behindPooler),
    120_000,
  );
});
