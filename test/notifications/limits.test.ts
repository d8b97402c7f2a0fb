/** How many attempts are under way at once, of one TPP and in all; what wakes them, and how they end. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { atOnce, atOncePerTpp } from '../../src/notifications/notifier.ts';
import { type Bank, psuHeaders, type Tpp } from '../support/bank.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { notify, type Receiver, startNotifyingBank, startReceiver } from './receiver.ts';

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

/** A payment with a change to tell. */
async function changed(tpp: Tpp): Promise<string> {
  const paymentId = await newPayment(tpp, {}, { ...psuHeaders, ...notify(receiver.url) });
  await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
  return paymentId;
}

/** Holds every response until `release` is called. */
function hold(): () => void {
  let release = (): void => undefined;
  const released = new Promise<number>((resolve) => {
    release = () => resolve(200);
  });
  receiver.answer = () => released;
  return release;
}

const arrived = (count: number) =>
  vi.waitFor(() => expect(receiver.received.length).toBe(count), { timeout: 20_000, interval: 20 });

it('one TPP has four under way, and another is not kept waiting', async () => {
  const [slow, other] = [bank.tpp(), bank.tpp('PSDNO-FSA-TEST2')];
  for (let payment = 0; payment < atOncePerTpp + 2; payment += 1) await changed(slow);
  const release = hold();
  const ticking = bank.app.runner.tick();
  await arrived(atOncePerTpp);
  await changed(other);
  const second = bank.app.runner.tick();
  await arrived(atOncePerTpp + 1);
  release();
  await Promise.all([ticking, second]);
  expect(receiver.received.length).toBe(atOncePerTpp + 3);
});

it('in all there are sixty-four under way, and every TPP has its turn', async () => {
  const tpps = Array.from({ length: atOnce / atOncePerTpp + 1 }, (_, index) =>
    bank.tpp(`PSDNO-FSA-M${index}`),
  );
  const [first, ...others] = tpps as [Tpp, ...Tpp[]];
  for (const tpp of others) for (let payment = 0; payment < atOncePerTpp; payment += 1) await changed(tpp);
  const release = hold();
  const ticking = bank.app.runner.tick();
  await arrived(atOnce);
  const last = await changed(first);
  const second = bank.app.runner.tick();
  await vi.waitFor(async () => expect(await bank.count('notification_targets')).toBeGreaterThan(atOnce));
  expect(receiver.received.length).toBe(atOnce);
  release();
  await Promise.all([ticking, second]);
  expect(receiver.received.filter(({ json }) => json.paymentId === last).length).toBe(1);
});

it('a change wakes the process, and a stop waits for the response', async () => {
  const replica = bank.replica();
  const { events, runner } = replica.app;
  await events.start();
  runner.start();
  const tpp = replica.tpp();
  const release = hold();
  await changed(tpp);
  await arrived(1);
  const stopping = runner.stop();
  release();
  await stopping;
  const [row] =
    await bank.sql`select end_reason as reason from notification_targets where uri = ${receiver.url}`;
  expect(row?.reason).toBe('FINAL');
  await events.stop();
  await replica.stop();
});

it('a stop cuts an attempt without a response, and another process sends it again', async () => {
  const replica = bank.replica();
  const tpp = replica.tpp();
  const release = hold();
  await changed(tpp);
  const ticking = replica.app.runner.tick();
  await arrived(1);
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
