/** A facade in front of a bank, killed at moments of calls. All 200 kills: `npm run test:faults -- --facade`. */
import { expect, it } from 'vitest';
import { playFacade } from './facade-play.ts';
import { playIn } from './support/time-out.ts';

/**
 * The same kills each night, so that a failure comes from a change; the long run takes any seed. With this seed eight
 * kills hit each process twice, at every moment, during eight different calls.
 */
const seed = 412;

/** Log lines of defects; a bank whose database was killed answers 503. */
const isDefect = (line: string): boolean =>
  /failed|complains/.test(line) && line !== 'call to the bank failed 503';

it.skipIf(process.platform !== 'linux')(
  'payments that TPPs were told of exist at the bank once, and are carried out and reported once',
  async (test) => {
    const report = await playIn(test, (signal) => playFacade({ seed, kills: 8, workers: 6, signal }));
    expect(report.wrong, JSON.stringify(report, null, 1)).toEqual([]);
    const failed = Object.keys(report.lines).filter(isDefect);
    expect(failed).toEqual([]);
  },
  300_000,
);
