import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runConformance } from '../../packages/toolkit/src/conformance/run.ts';
import { playFlow } from '../../packages/toolkit/src/play/flow.ts';
import { type FlowProduct, scenarioNamed } from '../../packages/toolkit/src/play/outlines.ts';
import { playScenario } from '../../packages/toolkit/src/play/scenario.ts';
import { certificateFor } from '../support/bank.ts';
import { startTwoBanks, type TwoBanks } from './two-banks.ts';

let two: TwoBanks;
beforeAll(async () => {
  two = await startTwoBanks(true);
  await two.facade.app.events.start();
});
afterAll(async () => {
  await two.facade.app.events.stop();
  await two.stop();
});
const base = () => two.url ?? '';
const identity = certificateFor('PSDNO-FSA-TEST1');

it('conformance without a sandbox passes, isolation included', async () => {
  const other = certificateFor('PSDNO-FSA-OTHER');
  const { summary, sections } = await runConformance({ base: base(), identity, other });
  const failed = sections.flatMap(({ section, checks }) =>
    checks.filter(({ outcome }) => outcome === 'failed').map((check) => ({ section, ...check })),
  );
  expect(failed).toEqual([]);
  expect(summary.passed).toBeGreaterThan(50);
}, 120_000);

describe('a whole payment, with challenge, log-in and approval at the bank', () => {
  it.each<[FlowProduct, string]>([
    ['domestic', 'PDNG'],
    ['instant', 'ACSC'],
    ['cross-border', 'PDNG'],
    ['sepa', 'PDNG'],
    ['periodic', 'ACCP'],
    ['bulk', 'PDNG'],
    ['basket', 'ACTC'],
  ])('%s comes to %s', async (product, status) => {
    const { transactionStatus } = await playFlow({ base: base(), identity, product });
    expect(transactionStatus).toBe(status);
  });

  it('that is rejected there is RJCT', async () => {
    const flow = await playFlow({ base: base(), identity, product: 'domestic', outcome: 'REJECT' });
    expect(flow.transactionStatus).toBe('RJCT');
  });

  it('that the bank rejects on purpose ends as the scenario says', async () => {
    const scenario = scenarioNamed('REJECTED');
    if (scenario === null) throw new Error('there is no such scenario');
    const played = await playScenario(scenario, { base: base(), identity });
    expect(played).toMatchObject({ transactionStatus: 'RJCT', asDescribed: true });
  });
});
