/** Sandbox rows of two TPPs. They are inserted in another order than lists have. */
import { expect } from 'vitest';
import { storedFields } from '../../../src/domain/fields/view.ts';
import { accountDetails } from '../../../src/domain/sandbox/account.ts';
import { cardAccountDetails } from '../../../src/domain/sandbox/card-account.ts';
import { customerOfBody } from '../../../src/domain/sandbox/customer.ts';
import type { AccountRecord, CardAccountRecord, NewCustomer } from '../../../src/operations/sandbox/ports.ts';
import { minute, ours, type Storeroom, start, theirs } from './rows.ts';

export const customer = (customerId: string, change: Partial<NewCustomer> = {}): NewCustomer => ({
  customerId,
  tppId: ours,
  ...customerOfBody({
    customerNumber: `number ${customerId}`,
    name: `name ${customerId}`,
    type: 'PRIVATE',
  }),
  createdAt: start,
  ...change,
});
export const account = (resourceId: string, change: Partial<AccountRecord> = {}): AccountRecord => ({
  resourceId,
  tppId: ours,
  customerId: 'c1',
  customerNumber: 'number c1',
  ...storedFields(accountDetails, { accountName: resourceId, bban: resourceId, currency: 'NOK' }),
  accountKey: `bban:${resourceId.toUpperCase()}`,
  creditLine: '5.00',
  balance: '0.00',
  balanceType: 'EXPECTED',
  kidAgreement: null,
  createdAt: start,
  ...change,
});
export const card = (resourceId: string, change: Partial<CardAccountRecord> = {}): CardAccountRecord => ({
  resourceId,
  tppId: ours,
  customerId: 'c1',
  customerNumber: 'number c1',
  ...storedFields(cardAccountDetails, { maskedPan: '4925xxxx1234', currency: 'NOK' }),
  creditLimit: null,
  balances: [],
  createdAt: start,
  ...change,
});
export const fullCard = card('k1', {
  creditLimit: '50.00',
  expiry: '2031-01-02',
  name: 'Reisekort',
  product: 'Gull',
  status: 'ENABLED',
  balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '49.00', currency: 'NOK' } }],
});
export const agreement = (agreementId: string, ownerId: string, change = {}) => ({
  agreementId,
  tppId: ours,
  ownerId,
  name: `name ${agreementId}`,
  createdAt: start,
  ...change,
});
export const engagement = (engagementId: string, change = {}) => ({
  engagementId,
  agreementId: 'g1',
  customerId: 'c1',
  accountId: 'r3',
  roles: ['VIEW', 'REGISTER'] as const,
  createdAt: start,
  ...change,
});

export async function fillSandbox({ work }: Storeroom): Promise<void> {
  await work.transaction(async ({ sandbox: { customers, accounts, agreements, cards } }) => {
    const made = await customers.insert([
      customer('c3', { createdAt: start + minute }),
      customer('c2', { customerType: 'CORPORATE' }),
      customer('c1'),
      customer('c4', { customerType: 'CORPORATE', createdAt: start + 2 * minute }),
      customer('x1', { tppId: theirs, customerNumber: 'number c1' }),
    ]);
    expect(made).toBe(true);
    await accounts.insert([
      account('r2', { createdAt: start + minute }),
      account('r1', { creditLine: '7.50', kidAgreement: { required: true, lengths: [7], modulus: 'MOD11' } }),
      account('r0'),
      account('r3', { customerId: 'c2', customerNumber: 'number c2', iban: 'NO1' }),
      account('r4', { customerId: null, customerNumber: null, createdAt: start + 2 * minute }),
      account('rx', { tppId: theirs, customerId: 'x1' }),
    ]);
    await cards.insert([
      card('k2', { createdAt: start + minute }),
      fullCard,
      card('k0'),
      card('kx', { tppId: theirs, customerId: 'x1' }),
    ]);
    await agreements.insert([]);
    await agreements.insert([
      agreement('g2', 'c2', { createdAt: start + minute }),
      agreement('g1', 'c2'),
      agreement('g0', 'c2'),
      agreement('g3', 'c1'),
      agreement('g4', 'c4', { createdAt: start + 3 * minute }),
      agreement('gx', 'x1', { tppId: theirs }),
    ]);
    await agreements.insertEngagements([]);
    await agreements.insertEngagements([
      engagement('e2', { createdAt: start + minute }),
      engagement('e1', { roles: ['VIEW'] }),
      engagement('e0'),
      engagement('e3', { agreementId: 'g2', roles: ['VIEW'] }),
    ]);
  });
}
