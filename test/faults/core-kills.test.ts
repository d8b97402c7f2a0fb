/**
 * A service with a core system, killed at moments of calls. All 200 kills: `npm run test:faults -- --core`; a seed
 * replays a failure.
 */
import { expect, it } from 'vitest';
import { playCore } from './core-play.ts';
import { playIn } from './support/time-out.ts';

const seed = 37;

it.skipIf(process.platform !== 'linux')(
  'every approved payment is carried out once, no other is, and none stays unknown',
  async (test) => {
    const report = await playIn(test, (signal) => playCore({ seed, kills: 4, workers: 4, signal }));
    expect(report.wrong, JSON.stringify(report, null, 1)).toEqual([]);
    expect(Object.keys(report.lines).filter((line) => /failed|complains/.test(line))).toEqual([]);
  },
  120_000,
);
