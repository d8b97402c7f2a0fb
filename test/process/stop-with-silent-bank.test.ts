/** The background calls of a process that stops, to a remote bank that does not respond. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { startBankWithCore } from '../bank/core-system/support/bank-with-core.ts';
import { startTwoBanks } from '../facade/two-banks.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath } from '../support/story.ts';

/** Far less than the time limits of the calls. */
const stopsWithinMs = 3_000;

function hold() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  onTestFinished(() => release());
  return held;
}

describe('a stop waits for its background calls for about a second', () => {
  it('of statuses to a bank upstream, and says nothing about the bank', async () => {
    const notices: string[] = [];
    const two = await startTwoBanks(false, {}, (name) => void notices.push(name));
    onTestFinished(() => two.stop());
    const tpp = two.facade.tpp();
    for (let count = 0; count < 8; count += 1) {
      const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID() };
      expect((await tpp.rest('POST', domesticPath, { body, headers: psuHeaders })).status).toBe(201);
    }
    two.facade.time.now += 60_000;
    const held = hold();
    two.intercept = async (line) => {
      if (line.endsWith('/status')) await held;
      return undefined;
    };
    const { runner } = two.facade.app;
    runner.start();
    await expect.poll(() => two.upstream.figures().running).toBe(8);
    const begun = performance.now();
    await runner.stop();
    expect(performance.now() - begun).toBeLessThan(stopsWithinMs);
    expect(two.upstream.figures().running).toBe(0);
    expect(notices).toEqual([]);
  });

  it('of orders and reports to a core system', async () => {
    const one = await startBankWithCore();
    onTestFinished(() => one.stop());
    const held = hold();
    one.intercept = async (_, act) => {
      await held;
      return act();
    };
    const { runner } = one.bank.app;
    runner.start();
    await expect.poll(() => one.client.figures().running).toBeGreaterThan(0);
    const begun = performance.now();
    await runner.stop();
    expect(performance.now() - begun).toBeLessThan(stopsWithinMs);
    expect(one.client.figures().running).toBe(0);
  });

  it('and not at all if they respond', async () => {
    const one = await startBankWithCore();
    onTestFinished(() => one.stop());
    const { runner } = one.bank.app;
    runner.start();
    await expect.poll(() => one.arrived.length).toBeGreaterThan(0);
    const begun = performance.now();
    await runner.stop();
    expect(performance.now() - begun).toBeLessThan(900);
  });
});
