/** A test of a TPP: it makes a payment, and the PSU approves it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { send } from 'psd2-bank/tpp';
import { startBank } from './bank.mjs';

const payments = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const payment = {
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
};
const psu = {
  'x-accept-fix': 'amount-as-string',
  'PSU-ID': '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  'PSU-IP-Address': '192.0.2.7',
  'PSU-Context': 'PRIVATE',
  'TPP-Session-ID': 'session-1',
  'TPP-Redirect-URI': 'https://tpp.example/return',
};
const approval = `mutation ($input: CompleteAuthorisationInput!) {
  completeAuthorisation(input: $input) { authorisation { scaStatus } tppMessages { text } }
}`;

/** @type {Awaited<ReturnType<typeof startBank>>} */
let bank;
before(async () => {
  bank = await startBank();
});
after(() => bank.stop());

test('a payment is settled when its PSU approves it', async () => {
  const identity = await bank.tpp('orders');
  /** @param {string} method @param {string} path @param {object} [content] @param {Record<string, string>} [headers] */
  const call = async (method, path, content, headers = {}) => {
    const body = content === undefined ? null : JSON.stringify(content);
    const { status, text, json } = await send({ method, url: `${bank.url}${path}`, headers, body }, identity);
    assert.ok(status < 300, text);
    return /** @type {Record<string, string>} */ (json);
  };
  const { paymentId } = await call('POST', payments, payment, psu);
  const { authorisationId } = await call('POST', `${payments}/${paymentId}/authorisations`);
  const input = { authorisationId, outcome: 'APPROVE' };
  await call('POST', '/graphql', { query: approval, variables: { input } });
  const { transactionStatus } = await call('GET', `${payments}/${paymentId}/status`);
  assert.equal(transactionStatus, 'ACSC');
});
