import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runConformance } from '../../packages/toolkit/src/conformance/run.ts';
import { playFlow } from '../../packages/toolkit/src/play/flow.ts';
import { type FlowProduct, scenarioList, usualCustomer } from '../../packages/toolkit/src/play/outlines.ts';
import { visitPages } from '../../packages/toolkit/src/play/psu.ts';
import { playScenario } from '../../packages/toolkit/src/play/scenario.ts';
import { terminal } from '../../packages/toolkit/test/support/terminal.ts';
import { certificateFor } from '../support/bank.ts';
import { nightly } from '../support/nightly.ts';
import { shareTwoBanks } from './two-banks.ts';

const two = shareTwoBanks(true);
beforeAll(() => two.facade.app.events.start());
afterAll(() => two.facade.app.events.stop());
const base = () => two.url ?? '';
const identity = certificateFor('PSDNO-FSA-TEST1');

it.runIf(nightly)(
  'conformance without a sandbox passes, isolation included',
  async () => {
    const other = certificateFor('PSDNO-FSA-OTHER');
    const { summary, sections } = await runConformance({ base: base(), identity, other });
    const failed = sections.flatMap(({ section, checks }) =>
      checks.filter(({ outcome }) => outcome === 'failed').map((check) => ({ section, ...check })),
    );
    expect(failed).toEqual([]);
    expect(summary.passed).toBeGreaterThan(50);
  },
  120_000,
);

it('pay prints the link for the PSU, which the command approve neither uses nor replaces', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facade-tpp-'));
  const [certificate, key] = [join(folder, 'tpp.pem'), join(folder, 'tpp.key')];
  writeFileSync(certificate, identity.certificatePem);
  writeFileSync(key, identity.privateKeyPem);
  const as = ['--url', base(), '--certificate', certificate, '--key', key];
  const run = terminal({});
  const { json, notes } = await run('pay', ...as);
  const { href } = json._links.scaRedirect;
  expect(notes).toContain(`Approve it in a browser:\n  ${href}`);
  expect(notes).not.toContain(' approve ');
  const { code, notes: refusal } = await run('approve', json.paymentId, ...as);
  expect([code, refusal]).toEqual([2, expect.stringContaining('Open the link scaRedirect')]);
  const visit = { link: href, base: base(), customerNumber: usualCustomer, onStep: () => undefined };
  await visitPages({ ...visit, outcome: 'APPROVE' });
  expect((await run('status', json.paymentId, ...as)).json.transactionStatus).toBe('ACSC');
  rmSync(folder, { recursive: true });
});

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
    const scenario = scenarioList.find(({ name }) => name === 'REJECTED');
    if (scenario === undefined) throw new Error('there is no such scenario');
    const played = await playScenario(scenario, { base: base(), identity });
    expect(played).toMatchObject({ transactionStatus: 'RJCT', asDescribed: true });
  });
});
