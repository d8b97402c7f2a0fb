import { expect, it } from 'vitest';
import type { OrderCarrier } from '../../../../src/bank/core/carrier.ts';
import { createOrderSender, type OrderSenderParts } from '../../../../src/bank/core/orders/send.ts';
import { toldStores, workOn } from '../../../operations/stores.ts';

it('no other process sends an order while both calls of an attempt may still run', async () => {
  const leases: number[] = [];
  const { stores } = toldStores({
    'orders.claimDue': ({ now, until }: { readonly now: number; readonly until: number }) => {
      leases.push(until - now);
      return [];
    },
  });
  const carrier: Partial<OrderCarrier> = { callTimeoutMs: 60_000 };
  const parts: Partial<OrderSenderParts> = {
    work: workOn(stores),
    clock: () => 1_000_000,
    carrier: carrier as OrderCarrier,
  };
  expect(await createOrderSender(parts as OrderSenderParts)()).toBe(0);
  expect(leases).toEqual([130_000]);
});
