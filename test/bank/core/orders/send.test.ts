import { expect, it } from 'vitest';
import type { OrderCarrier } from '../../../../src/bank/core/carrier.ts';
import type { OrderAttemptParts } from '../../../../src/bank/core/orders/attempt.ts';
import type { ClaimableTpps, OrderRecord } from '../../../../src/bank/core/orders/ports.ts';
import { createOrderSender } from '../../../../src/bank/core/orders/send.ts';
import { unavailableRefusal } from '../../../../src/bank/remote-calls/refusals.ts';
import { type Answers, toldStores, workOn } from '../../../operations/stores.ts';

function senderWith(answers: Answers, carrier: Partial<OrderCarrier>, wake = () => {}) {
  const parts: Partial<OrderAttemptParts> = {
    work: workOn(toldStores(answers).stores),
    clock: () => 1_000_000,
    carrier: carrier as OrderCarrier,
    onError: (error) => expect.fail(String(error)),
  };
  return createOrderSender(parts as OrderAttemptParts, wake);
}

it('no other process sends an order while both calls of an attempt may still run', async () => {
  const leases: number[] = [];
  const claimDue = ({ now, until }: { readonly now: number; readonly until: number }) => {
    leases.push(until - now);
    return [];
  };
  expect(await senderWith({ 'orders.claimDue': claimDue }, { callTimeoutMs: 60_000 }).sendDue()).toBe(0);
  expect(leases).toEqual([130_000]);
});

it('each claim begins after the last TPP of the claim before, and with the first TPP when none follows', async () => {
  // The database may have another order than JavaScript: in most languages a is before B.
  const tpps = ['a', 'B', 'c'];
  const sent: string[] = [];
  const sender = senderWith(
    {
      'orders.claimDue': (_: unknown, __: number, { after }: ClaimableTpps) =>
        tpps
          .slice(tpps.indexOf(after) + 1)
          .slice(0, 2)
          .map((tppId) => ({ orderId: tppId, tppId, cancelledOrderId: null, executionDate: '2030-01-01' })),
      'payments.find': { product: 'NDCT' },
      'orders.updateWaiting': (orderId: string) => sent.push(orderId),
    },
    { callTimeoutMs: 60_000, send: async () => 'DELIVERED' },
  );
  for (const count of [2, 1, 2]) expect(await sender.sendDue()).toBe(count);
  await sender.finish();
  expect(sent).toEqual(['a', 'B', 'c', 'a', 'B']);
});

it.each([
  [60, 60_000],
  [3_600, 300_000],
])(
  'an order for which the core limits the rate by %s s waits as long, at most 5 minutes',
  async (seconds, ms) => {
    const order = {
      orderId: 'A',
      tppId: 'A',
      cancelledOrderId: null,
      executionDate: '2030-01-01',
      createdAt: 1_000_000,
    };
    const ends: unknown[] = [];
    const sender = senderWith(
      {
        'orders.claimDue': [{ ...order, tries: 1 }],
        'orders.endClaim': (_: unknown, end: unknown) => ends.push(end),
        'payments.find': { product: 'NDCT' },
      },
      {
        callTimeoutMs: 60_000,
        send: async () => {
          throw unavailableRefusal('LIMITED', '', seconds);
        },
      },
    );
    await sender.sendDue();
    await sender.finish();
    expect(ends).toEqual([{ sendAt: 1_000_000 + ms, tries: 0 }]);
  },
);

it('an order that hangs at the core holds up no other order', async () => {
  const waiting = Array.from(
    { length: 40 },
    (_, index) =>
      ({ orderId: `${index}`, cancelledOrderId: null, executionDate: '2030-01-01' }) as OrderRecord,
  );
  const sent: string[] = [];
  let answerTheFirst = () => {};
  const sender = senderWith(
    {
      'orders.claimDue': (_: unknown, limit: number) => waiting.splice(0, limit),
      'payments.find': { product: 'NDCT' },
      'orders.updateWaiting': (orderId: string) => sent.push(orderId),
    },
    {
      callTimeoutMs: 60_000,
      send: ({ order }) =>
        order.orderId === '0'
          ? new Promise((resolve) => {
              answerTheFirst = () => resolve('DELIVERED');
            })
          : Promise.resolve('DELIVERED'),
    },
  );
  while ((await sender.sendDue()) > 0);
  await expect.poll(() => sent).toHaveLength(39);
  answerTheFirst();
  await sender.finish();
  expect(sent.at(-1)).toBe('0');
});

it('orders of one TPP that hang at the core leave slots for others, and the first to end wakes the sender', async () => {
  let wakeCount = 0;
  let count = 0;
  const next = (tppId: string) => {
    count += 1;
    return { orderId: `${tppId}${count}`, tppId, cancelledOrderId: null, executionDate: '2030-01-01' };
  };
  let waiting = ['hanging'];
  const sent: string[] = [];
  let end = () => {};
  const hanging = new Promise<'DELIVERED'>((resolve) => {
    end = () => resolve('DELIVERED');
  });
  const sender = senderWith(
    {
      'orders.claimDue': (_: unknown, limit: number, { after, skippedTppIds }: ClaimableTpps) =>
        waiting
          .filter((tppId) => tppId > after && !skippedTppIds.includes(tppId))
          .slice(0, limit)
          .map(next),
      'payments.find': { product: 'NDCT' },
      'orders.updateWaiting': (orderId: string) => sent.push(orderId),
    },
    {
      callTimeoutMs: 60_000,
      send: ({ order }) => (order.tppId === 'hanging' ? hanging : Promise.resolve('DELIVERED')),
    },
    () => {
      wakeCount += 1;
    },
  );
  while ((await sender.sendDue()) > 0);
  expect(count).toBe(12);
  waiting = ['hanging', 'other'];
  expect(await sender.sendDue()).toBe(1);
  await expect.poll(() => sent).toEqual(['other13']);
  expect(wakeCount).toBe(0);
  waiting = [];
  end();
  await sender.finish();
  expect([sent.length, wakeCount]).toEqual([13, 1]);
});
