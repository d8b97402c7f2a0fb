import { afterEach, expect, it, vi } from 'vitest';
import { subscriptionsPerTpp } from '../../src/graphql/subscription-slots.ts';
import { type Filled, holdTime, passDeadline, startFilled, times } from './filled.ts';
import { signedText, subscriptionText } from './sockets.ts';
import { holdDatabase } from './support.ts';

let filled: Filled;
afterEach(() => filled.stop());

it('requests that wait for the database free their places in its queue', async () => {
  filled = await startFilled();
  const { bank, tpp, ask, becomes, one } = filled;
  const query = '{ payments(first: 1) { nodes { paymentId } } }';
  const read = () => signedText(tpp, 'POST', '/graphql', { body: { query } });
  const connections = (state: string) => `psd2_database_connections{state="${state}"}`;
  for (const _ of [1, 2]) {
    const release = await holdDatabase(bank);
    holdTime();
    // A TPP has at most eight of ten connections, and fifteen times ten requests may wait.
    const answered = ask(158, read);
    await becomes(connections('waiting'), 150);
    expect(await one(read())).toBe(429);
    await passDeadline();
    expect(await answered).toEqual(times(158, 503));
    vi.useRealTimers();
    await release();
    await becomes(connections('waiting'), 0);
    await becomes(connections('busy'), 0);
    expect(await one(read())).toBe(200);
  }
});

it('subscriptions that begin too late free their slots, and so do those whose connection is cut', async () => {
  filled = await startFilled();
  const { bank, tpp, port, ask, becomes, figure, one } = filled;
  const release = await holdDatabase(bank);
  holdTime();
  const late = ask(100, () => subscriptionText(tpp));
  await becomes('psd2_subscriptions_open', 100);
  await passDeadline();
  expect(await late).toEqual(times(100, 503));
  vi.useRealTimers();
  await release();
  await becomes('psd2_subscriptions_open', 0);
  const open = await ask(subscriptionsPerTpp, () => subscriptionText(tpp));
  expect(open).toEqual(times(subscriptionsPerTpp, 200));
  expect(await one(subscriptionText(tpp))).toBe(429);
  expect([await figure('psd2_subscriptions_open'), await figure('psd2_streams_open')]).toEqual([200, 200]);
  port.cut();
  await becomes('psd2_subscriptions_open', 0);
  await becomes('psd2_streams_open', 0);
});
