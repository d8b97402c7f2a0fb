/** A TPP of a facade is notified of what the bank behind reports. */
import { expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { notify, seal, startReceiver } from '../notifications/receiver.ts';
import { psuHeaders } from '../support/bank.ts';
import { Traveller } from '../support/traveller.ts';
import { startTwoBanks } from './two-banks.ts';

it('the facade notifies its TPP of the approval at the bank behind, and the bank behind of nothing', async () => {
  const receiver = await startReceiver();
  const two = await startTwoBanks(false, { notifications: { identity: () => seal } });
  const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
  const { json } = await two.facade.tpp().rest('POST', path, {
    body: instantDomestic.example,
    headers: { ...psuHeaders, ...notify(receiver.url, 'status=SCA,PROCESS') },
  });
  await new Traveller(two, json._links.scaRedirect.href).travel('approve');
  await two.facade.app.runner.tick();
  expect(receiver.received.map(({ json: body }) => body.paymentId)).toEqual([json.paymentId, json.paymentId]);
  expect(receiver.statuses().sort()).toEqual(['ACSC', 'finalised']);
  expect(await two.bank.count('notification_targets')).toBe(0);
  await Promise.all([two.stop(), receiver.stop()]);
});
