/** How many attempts are under way at once for all TPPs. */
import { expect, it, vi } from 'vitest';
import { maxLanes, maxLanesPerTpp } from '../../src/notifications/notifier.ts';
import type { Tpp } from '../support/bank.ts';
import { arrived, changed, hold, startNotifyingBank, startReceiver } from './receiver.ts';

it('in all there are sixty-four under way, and every TPP has its turn', async () => {
  const [bank, receiver] = await Promise.all([startNotifyingBank(), startReceiver()]);
  const tpps = Array.from({ length: maxLanes / maxLanesPerTpp + 1 }, (_, index) =>
    bank.tpp(`PSDNO-FSA-M${index}`),
  );
  const [first, ...others] = tpps as [Tpp, ...Tpp[]];
  for (const tpp of others)
    for (let payment = 0; payment < maxLanesPerTpp; payment += 1) await changed(tpp, receiver);
  const release = hold(receiver);
  const ticking = bank.app.runner.tick();
  await arrived(receiver, maxLanes);
  const last = await changed(first, receiver);
  const second = bank.app.runner.tick();
  await vi.waitFor(async () => expect(await bank.count('notification_targets')).toBeGreaterThan(maxLanes));
  expect(receiver.received.length).toBe(maxLanes);
  release();
  await Promise.all([ticking, second]);
  expect(receiver.received.filter(({ json }) => json.paymentId === last).length).toBe(1);
  await Promise.all([bank.stop(), receiver.stop()]);
});
