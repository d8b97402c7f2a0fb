/**
 * A facade before a bank, both killed with their databases at moments of calls. All 200 kills: `npm run test:faults -- --facade`.
 * A seed that fails is played again by its number.
 */
import { expect, it } from 'vitest';
import { nightly, rounds } from '../support/nightly.ts';
import { playFacade } from './facade-play.ts';

const seed = nightly ? Date.now() % 1_000_000 : 20_261_125;

it.skipIf(process.platform !== 'linux')(
  'payments that TPPs were told of exist at the bank once, and are carried out and heard of once',
  async () => {
    const report = await playFacade({ seed, kills: rounds(8, 40), workers: 6 });
    expect(report.wrong, JSON.stringify(report, null, 1)).toEqual([]);
    const failed = Object.keys(report.lines).filter((line) => /failed|complains/.test(line));
    expect(failed).toEqual([]);
  },
  300_000,
);
