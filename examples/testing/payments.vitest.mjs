/** For vitest, and for Jest with another import: one bank for all files, started by global-setup.mjs. */

import { joinBank } from 'psd2-bank/testing';
import { expect, inject, test } from 'vitest';

const bank = joinBank(inject('bank'));

test('a domestic payment waits for the next run of the bank', async () => {
  const tpp = await bank.tpp('vitest');
  const domestic = '/v1/payments/norwegian-domestic-credit-transfers';
  const body = {
    instructedAmount: { amount: '99.00', currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: 'Rent',
  };
  const { json } = await tpp.request('POST', domestic, { headers: tpp.psuHeaders(), body });
  const self = `${domestic}/${json.paymentId}`;
  await tpp.authorise(self);
  expect((await tpp.request('GET', `${self}/status`)).json.transactionStatus).toBe('PDNG');
  await tpp.advanceClock('P5D');
  expect((await tpp.request('GET', `${self}/status`)).json.transactionStatus).toBe('ACSC');
});
