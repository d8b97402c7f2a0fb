/** The background calls of a process that stops, to a remote bank that does not respond. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { startBankWithCore } from '../bank/core-system/support/bank-with-core.ts';
import { startTwoBanks } from '../facade/two-banks.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath } from '../support/story.ts';
import { until } from './sockets.ts';

/** Far less than the time limits of the calls. */
const stopMs = 1_000;

/** A stop that waits for a later timer would not end. */
const holdTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};

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
    holdTime();
    runner.start();
    await until(() => two.upstream.figures().running === 8);
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(stopMs);
    await stopped;
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
    holdTime();
    runner.start();
    await until(() => one.client.figures().running > 0);
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(stopMs);
    await stopped;
    expect(one.client.figures().running).toBe(0);
  });

  it('and not at all if they respond', async () => {
    const one = await startBankWithCore();
    onTestFinished(() => one.stop());
    const { runner } = one.bank.app;
    holdTime();
    runner.start();
    await until(() => one.arrived.length > 0);
    await runner.stop();
  });
});
