/** For `node --test`: one bank for the file, one TPP for each test. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBank } from 'psd2-bank/testing';

const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const payment = (text) => ({
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
  remittanceInformationUnstructured: text,
});

let bank;
before(async () => {
  bank = await startBank();
});
after(() => bank.stop());

test('a payment is settled once the PSU has approved it', async () => {
  const tpp = await bank.tpp('orders');
  const made = await tpp.request('POST', instant, { headers: tpp.psuHeaders(), body: payment('Order 1') });
  assert.equal(made.status, 201);
  const self = `${instant}/${made.json.paymentId}`;
  assert.equal(await tpp.authorise(self), 'finalised');
  const { json } = await tpp.request('GET', `${self}/status`);
  assert.equal(json.transactionStatus, 'ACSC');
});

test('a fault is named with its place', async () => {
  const tpp = await bank.tpp('faults');
  const body = { ...payment('Order 2'), creditorName: '' };
  const { status, json } = await tpp.request('POST', instant, { headers: tpp.psuHeaders(), body });
  assert.equal(status, 400);
  assert.deepEqual(
    json.tppMessages.map(({ path }) => path),
    ['creditorName'],
  );
});

test('another TPP sees none of it', async () => {
  const tpp = await bank.tpp('somebody else');
  const { payments } = await tpp.graphql('{ payments(first: 1) { totalCount } }');
  assert.equal(payments.totalCount, 0);
});

test('a creation whose response is lost is repeated with its X-Request-ID', async () => {
  const tpp = await bank.tpp('lost-response');
  const headers = { ...tpp.psuHeaders(), 'X-Request-ID': 'order-3' };
  const create = () => tpp.request('POST', instant, { headers, body: payment('Order 3') });
  await tpp.setFaults({ fault: 'cut;after', path: '/v1/payments' });
  await assert.rejects(create());
  const { status, headers: response } = await create();
  assert.equal(status, 201);
  assert.equal(response.get('idempotent-replay'), 'true');
});
