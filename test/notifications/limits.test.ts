/** How many attempts are under way at once for one TPP, or for all TPPs that one TPP has created; what wakes them, and how they end. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { generatedTppId } from '../../src/domain/sandbox/generated-tpps.ts';
import { createNotifier, maxLanesPerTpp, type NotifierParts } from '../../src/notifications/notifier.ts';
import type { Stores } from '../../src/operations/ports/stores.ts';
import { workOn } from '../operations/stores.ts';
import type { Bank, Tpp } from '../support/bank.ts';
import { newPayment } from '../support/story.ts';
import {
  arrived,
  changed,
  hold,
  notify,
  type Receiver,
  startNotifyingBank,
  startReceiver,
} from './receiver.ts';

let bank: Bank;
let receiver: Receiver;
beforeAll(async () => {
  bank = await startNotifyingBank();
});
afterAll(() => bank.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

it('one TPP has four under way, and another is not kept waiting', async () => {
  const [slow, other] = [bank.tpp(), bank.tpp('PSDNO-FSA-TEST2')];
  for (let payment = 0; payment < maxLanesPerTpp + 2; payment += 1) await changed(slow, receiver);
  const release = hold(receiver);
  const ticking = bank.app.runner.tick();
  await arrived(receiver, maxLanesPerTpp);
  await changed(other, receiver);
  const second = bank.app.runner.tick();
  await arrived(receiver, maxLanesPerTpp + 1);
  release();
  await Promise.all([ticking, second]);
  expect(receiver.received.length).toBe(maxLanesPerTpp + 3);
});

it('the TPPs that one TPP has created have four under way in all, and each has its turn', async () => {
  for (let number = 0; number < maxLanesPerTpp + 2; number += 1)
    await changed(bank.tpp(generatedTppId('A', 'ABCDEF012345', `00000000000${number}`)), receiver);
  const release = hold(receiver);
  const ticking = bank.app.runner.tick();
  await arrived(receiver, maxLanesPerTpp);
  await changed(bank.tpp(), receiver);
  const second = bank.app.runner.tick();
  await arrived(receiver, maxLanesPerTpp + 1);
  release();
  await Promise.all([ticking, second]);
  expect(receiver.received.length).toBe(maxLanesPerTpp + 3);
});

it('a TPP with many notifications keeps no other that the same TPP has created waiting for all of them', async () => {
  const [many, one] = ['0', '1'].map((end) =>
    bank.tpp(generatedTppId('A', 'ABCDEF012345', `10000000000${end}`)),
  );
  for (let number = 0; number < 20; number += 1) await changed(many as Tpp, receiver);
  const release = hold(receiver);
  const ticking = bank.app.runner.tick();
  await arrived(receiver, maxLanesPerTpp);
  const paymentId = await changed(one as Tpp, receiver);
  release();
  await ticking;
  const place = receiver.received.findIndex(({ json }) => json.paymentId === paymentId);
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThan(20);
});

it.each<[string, () => Promise<boolean>, () => Promise<null>, number]>([
  ['its clock is wrong', async () => false, async () => null, 0],
  ['another process holds the target', async () => true, async () => null, 0],
  ['the lease fails', async () => true, () => Promise.reject(new Error('no connection')), 1],
])('a process polls once in its pause for a TPP that another has created, although %s', async (...row) => {
  const [, mayRunTimedWork, lease, failures] = row;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const tpps = vi.fn(async () => {
    await new Promise(setImmediate);
    return [{ tppId: generatedTppId('A', 'ABCDEF012345', '200000000000'), due: true }];
  });
  const onError = vi.fn();
  const notifier = createNotifier({
    work: workOn({ notifications: { tpps, lease } } as unknown as Stores),
    clock: Date.now,
    settings: { sandbox: true },
    mayRunTimedWork,
    onError,
  } as unknown as NotifierParts);
  notifier.start();
  await vi.advanceTimersByTimeAsync(900);
  await notifier.stop();
  expect([tpps.mock.calls.length, onError.mock.calls.length]).toEqual([1, failures]);
});

it('a stop waits for the poll after a notification of a TPP that another has created', async () => {
  const tppId = generatedTppId('A', 'ABCDEF012345', '200000000000');
  let endSecondPoll = () => undefined as unknown;
  const secondPoll = new Promise<never[]>((resolve) => {
    endSecondPoll = () => resolve([]);
  });
  const tpps = vi.fn(() => secondPoll).mockResolvedValueOnce([{ tppId, due: true }] as never[]);
  const lease = vi.fn(async () => null).mockResolvedValueOnce({ pending: [] } as unknown as null);
  const notifier = createNotifier({
    work: workOn({ notifications: { tpps, lease, recordCheck: async () => undefined } } as unknown as Stores),
    clock: Date.now,
    settings: { sandbox: true },
    mayRunTimedWork: async () => true,
  } as unknown as NotifierParts);
  notifier.start();
  await expect.poll(() => tpps.mock.calls.length).toBe(2);
  const ends: string[] = [];
  const stopping = notifier.stop().then(() => ends.push('stop'));
  setImmediate(endSecondPoll);
  await Promise.all([secondPoll.then(() => ends.push('poll')), stopping]);
  expect(ends).toEqual(['poll', 'stop']);
});

it('a change wakes the process, and a stop waits for the response', async () => {
  const replica = bank.replica();
  const { events, runner } = replica.app;
  await events.start();
  runner.start();
  const tpp = replica.tpp();
  const release = hold(receiver);
  await changed(tpp, receiver);
  await arrived(receiver, 1);
  const stopping = runner.stop();
  release();
  await stopping;
  const [row] =
    await bank.sql`select end_reason as reason from notification_targets where uri = ${receiver.url}`;
  expect(row?.reason).toBe('FINAL');
  await events.stop();
  await replica.stop();
});

it('a process whose clock has become wrong sends nothing, also after a change', async () => {
  let [aheadMs, comparisons] = [0, 0];
  const readDatabaseTime = async () => {
    comparisons += 1;
    return bank.time.now - aheadMs;
  };
  const replica = bank.replica({
    clockCheck: { readDatabaseTime, onWrong: () => undefined, onRight: () => undefined },
  });
  const { events, runner } = replica.app;
  const tpp = replica.tpp();
  // The notifier learns at its start that the TPP has targets.
  await newPayment(tpp, {}, notify(receiver.url));
  await events.start();
  await runner.tick();
  aheadMs = 25 * 3_600_000;
  const comparisonsBefore = comparisons;
  await changed(tpp, receiver);
  await expect.poll(() => comparisons).toBeGreaterThan(comparisonsBefore);
  await runner.stop();
  expect(receiver.received).toEqual([]);
  const [row] = await bank.sql`
    select last_attempt_at as at from notification_targets where uri = ${receiver.url} and pending <> '[]'`;
  expect(row).toEqual({ at: null });
  await events.stop();
  await replica.stop();
});

it('a stop cuts an attempt without a response, and another process sends it again', async () => {
  const replica = bank.replica();
  const tpp = replica.tpp();
  const release = hold(receiver);
  await changed(tpp, receiver);
  const ticking = replica.app.runner.tick();
  await arrived(receiver, 1);
  await replica.app.runner.stop();
  await ticking;
  release();
  const [row] =
    await bank.sql`select failures, delivered from notification_targets where uri = ${receiver.url}`;
  expect(row).toEqual({ failures: 0, delivered: 0 });
  bank.time.now += 30_000;
  await bank.app.runner.tick();
  expect(new Set(receiver.received.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
  expect(receiver.received.length).toBe(2);
  await replica.stop();
});
