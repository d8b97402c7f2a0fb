import { describe, expect, it } from 'vitest';
import { createSandboxAccount } from '../../src/operations/sandbox/accounts/create-sandbox-account.ts';
import { deleteSandboxAccount } from '../../src/operations/sandbox/accounts/delete-sandbox-account.ts';
import { getSandboxAccountTransactions } from '../../src/operations/sandbox/accounts/get-sandbox-account-transactions.ts';
import { createSandboxAgreement } from '../../src/operations/sandbox/agreements/create-sandbox-agreement.ts';
import { createSandboxEngagement } from '../../src/operations/sandbox/agreements/create-sandbox-engagement.ts';
import { deleteSandboxEngagement } from '../../src/operations/sandbox/agreements/delete-sandbox-engagement.ts';
import { getSandboxEngagement } from '../../src/operations/sandbox/agreements/get-sandbox-engagement.ts';
import { createSandboxCardAccount } from '../../src/operations/sandbox/cards/create-sandbox-card-account.ts';
import { createSandboxCardTransactions } from '../../src/operations/sandbox/cards/create-sandbox-card-transactions.ts';
import { deleteSandboxCardAccount } from '../../src/operations/sandbox/cards/delete-sandbox-card-account.ts';
import { getSandboxCardTransactions } from '../../src/operations/sandbox/cards/get-sandbox-card-transactions.ts';
import { createSandboxCustomer } from '../../src/operations/sandbox/customers/create-sandbox-customer.ts';
import { deleteSandboxCustomer } from '../../src/operations/sandbox/customers/delete-sandbox-customer.ts';
import { getSandboxCustomer } from '../../src/operations/sandbox/customers/get-sandbox-customer.ts';
import { setSandboxBalances } from '../../src/operations/sandbox/set-sandbox-balances.ts';
import { ours, start } from '../db/support/rows.ts';
import { accountBody, firm, kari, locked, run, unknown } from './sandbox-support.ts';
import type { Answers, play } from './stores.ts';

const engagement = { customer: '1', account: { bban: '5' }, roles: ['SIGN'] };
const range = { fromDate: null, toDate: null };

describe('unknown in the sandbox', () => {
  it.each<[string, Parameters<typeof play>[0], object, string, string]>([
    ['account', deleteSandboxAccount, { resourceId: 'x' }, 'resourceId', 'account'],
    ['account to read', getSandboxAccountTransactions, { resourceId: 'x', range }, 'resourceId', 'account'],
    ['card account', deleteSandboxCardAccount, { resourceId: 'x' }, 'resourceId', 'account'],
    [
      'card account to read',
      getSandboxCardTransactions,
      { resourceId: 'x', range, fixNames: [] },
      'resourceId',
      'account',
    ],
    [
      'card for transactions',
      createSandboxCardTransactions,
      { resourceId: 'x', items: [] },
      'resourceId',
      'account',
    ],
    [
      'account or card for balances',
      setSandboxBalances,
      { of: 'ANY', balances: [] },
      'resourceId',
      'account',
    ],
    ['customer', deleteSandboxCustomer, { customerId: 'x' }, 'customerId', 'customer'],
    ['customer to read', getSandboxCustomer, { customerId: 'x' }, 'customerId', 'customer'],
    ['holder of an account', createSandboxAccount, { body: accountBody }, 'customerNumber', 'customer'],
    ['holder of a card', createSandboxCardAccount, { body: accountBody }, 'customerNumber', 'customer'],
    ['owner', createSandboxAgreement, { body: { owner: '9', name: 'N' } }, 'owner', 'customer'],
    [
      'agreement',
      createSandboxEngagement,
      { agreementId: 'x', body: engagement },
      'agreementId',
      'agreement',
    ],
    [
      'engagement',
      deleteSandboxEngagement,
      { agreementId: 'x', engagementId: 'y' },
      'engagementId',
      'engagement',
    ],
    [
      'engagement to read',
      getSandboxEngagement,
      { agreementId: 'x', engagementId: 'y' },
      'engagementId',
      'engagement',
    ],
  ])('%s', async (_, operation, input, path, what) => {
    expect((await run(operation, input)).refused).toEqual(unknown(path, what));
  });

  it.each([
    ['customer', { 'ledger.lock': [locked] }, unknown('engagements[1].customer', 'customer')],
    [
      'account',
      { 'sandbox.customers.lockAgainstDeletion': firm },
      unknown('engagements[1].account', 'account'),
    ],
    [
      'account of the owner',
      {
        'sandbox.customers.lockAgainstDeletion': firm,
        'ledger.lock': [{ ...locked, bban: '6', customerId: 'other' }],
      },
      ['FORMAT_ERROR', 'engagements[1].account', 'must be an account of the owner of the agreement'],
    ],
  ])('an engagement without its %s', async (_, missing, expected) => {
    let asked = 0;
    const held = (_tpp: string, name: object) => {
      if ('numberOrId' in name) return firm;
      asked += 1;
      return asked === 1 ? kari : ((missing as Answers)['sandbox.customers.lockAgainstDeletion'] ?? null);
    };
    const second = { ...engagement, account: { bban: '6' } };
    const body = { owner: '9', name: 'N', engagements: [engagement, second] };
    const accounts = [locked, ...(((missing as Answers)['ledger.lock'] ?? []) as object[])];
    const answers = { 'sandbox.customers.lockAgainstDeletion': held, 'ledger.lock': accounts };
    expect((await run(createSandboxAgreement, { body }, answers)).refused).toEqual(expected);
  });
});

describe('an agreement', () => {
  it('belongs to a company, with its engagements in order', async () => {
    const body = { owner: '9', name: 'N', engagements: [engagement, engagement] };
    const held = (_: string, name: object) => ('numberOrId' in name ? firm : kari);
    const answers = { 'sandbox.customers.lockAgainstDeletion': held, 'ledger.lock': [locked] };
    const { outcome, given } = await run(createSandboxAgreement, { body }, answers);
    const made = { id: 'id-1', name: 'N', owner: '9', engagements: ['id-2', 'id-3'] };
    expect(outcome).toEqual({ agreement: made, tppMessages: [] });
    expect(given('sandbox.agreements.insert')).toEqual([
      [[{ agreementId: 'id-1', tppId: ours, ownerId: 'firm', name: 'N', createdAt: start }]],
    ]);
    const shared = { agreementId: 'id-1', customerId: 'kari', accountId: 'acc', roles: ['SIGN'] };
    expect(given('sandbox.agreements.insertEngagements')).toEqual([
      [
        [
          { ...shared, engagementId: 'id-2', createdAt: start },
          { ...shared, engagementId: 'id-3', createdAt: start + 1 },
        ],
      ],
    ]);
    const other = await run(
      createSandboxAgreement,
      { body },
      { 'sandbox.customers.lockAgainstDeletion': kari },
    );
    expect(other.refused).toEqual([
      'FORMAT_ERROR',
      'owner',
      'must be a corporate customer; a private customer already has an agreement',
    ]);
  });

  it('takes one more engagement, with faults at its own fields', async () => {
    const answers = {
      'sandbox.agreements.ownerOf': 'firm',
      'sandbox.customers.lockAgainstDeletion': kari,
      'ledger.lock': [locked],
    };
    const input = { agreementId: 'g', body: engagement };
    const { outcome } = await run(createSandboxEngagement, input, answers);
    const made = {
      engagementId: 'id-1',
      agreementId: 'g',
      customer: '1',
      bban: '5',
      iban: null,
      roles: ['SIGN'],
    };
    expect(outcome).toEqual({ engagement: made, tppMessages: [] });
    const without = await run(createSandboxEngagement, input, { ...answers, 'ledger.lock': [] });
    expect(without.refused).toEqual(unknown('account', 'account'));
  });
});

describe('a customer', () => {
  const body = { customerNumber: '1', customerType: 'PRIVATE', customerName: 'Kari' };
  it('gets an agreement at once when private, and none as a company', async () => {
    const made = await run(createSandboxCustomer, { body }, { 'sandbox.customers.insert': true });
    expect(made.outcome.customer.agreements).toEqual([
      { id: 'id-2', name: expect.any(String), engagements: [] },
    ]);
    expect(made.outcome.customer).toMatchObject({ customerId: 'id-1', accounts: [], cardAccounts: [] });
    const company = { ...body, customerType: 'CORPORATE' };
    const other = await run(createSandboxCustomer, { body: company }, { 'sandbox.customers.insert': true });
    expect(other.outcome.customer.agreements).toEqual([]);
    expect(other.given('sandbox.agreements.insert')).toEqual([[[]]]);
    const twice = await run(createSandboxCustomer, { body }, { 'sandbox.customers.insert': false });
    expect(twice.refused).toEqual([
      'CONFLICT',
      'customerNumber',
      'the sandbox already has a customer with this number',
    ]);
  });
});
