import { describe, expect, it } from 'vitest';
import { sandboxMinorUnits } from '../../src/domain/sandbox/amounts.ts';
import { defaultCreditor, defaultCustomers, defaultSeed } from '../../src/domain/sandbox/default-set.ts';
import { readSeed } from '../../src/domain/sandbox/read-seed.ts';
import type { Seed } from '../../src/domain/sandbox/seed.ts';
import { seedSandbox } from '../../src/operations/sandbox/seed-sandbox.ts';
import { ours, start } from '../db/support/rows.ts';
import { type Answers, contextOf } from './stores.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

async function seeded(answers: Answers = {}, seed: Seed = defaultSeed) {
  const { context, asked } = contextOf({
    answers: { 'sandbox.customers.insert': true, 'sandbox.accounts.insert': true, ...answers },
  });
  await seedSandbox(context as never, ours, seed);
  const rows = (name: string) => (asked.find(([path]) => path === name)?.[1] ?? []) as Rows;
  return { rows, asked: asked.map(([path]) => path) };
}

describe('a new sandbox', () => {
  it('has the customers of the set, with their data', async () => {
    const { rows } = await seeded();
    const customers = rows('sandbox.customers.insert');
    expect(customers).toHaveLength(defaultCustomers.length);
    for (const [place, set] of defaultCustomers.entries()) {
      const { customerNumber, customerName, customerType } = set;
      const { customerId } = customers[place] ?? {};
      expect(customers[place]).toMatchObject({ customerNumber, customerName, customerType, tppId: ours });
      const accounts = rows('sandbox.accounts.insert').filter((one) => one.customerId === customerId);
      expect(accounts.map(({ bban }) => bban)).toEqual(set.accounts.map(({ bban }) => bban));
      const [agreement, ...others] = rows('sandbox.agreements.insert').filter(
        (one) => one.ownerId === customerId,
      );
      expect(others).toEqual([]);
      expect(agreement?.name).toContain(customerType === 'PRIVATE' ? '' : `${customerName}: payments`);
      const engaged = rows('sandbox.agreements.insertEngagements').filter(
        (one) => one.customerId === customerId,
      );
      expect(engaged).toMatchObject(
        accounts.map(({ resourceId }) => ({
          accountId: resourceId,
          agreementId: agreement?.agreementId,
          roles: ['VIEW', 'REGISTER'],
        })),
      );
      const cards = rows('sandbox.cards.insert').filter((one) => one.customerId === customerId);
      expect(cards.map(({ maskedPan }) => maskedPan)).toEqual(
        set.cardAccounts.map(({ maskedPan }) => maskedPan),
      );
    }
  });

  it('has a creditor without a customer, and cards with all their credit', async () => {
    const { rows } = await seeded();
    const creditor = rows('sandbox.accounts.insert').at(-1);
    const { bban, kidAgreement } = defaultCreditor;
    expect(creditor).toMatchObject({ bban, kidAgreement, customerId: null, customerNumber: null });
    const limit = { creditLimit: '50000.00', currency: 'NOK', status: 'ENABLED', product: 'Kredittkort' };
    const balanceAmount = { amount: '50000.00', currency: 'NOK' };
    for (const card of rows('sandbox.cards.insert'))
      expect(card).toMatchObject({ ...limit, balances: [{ balanceType: 'EXPECTED', balanceAmount }] });
  });

  it('is dated in the last twenty seconds, its rows a millisecond apart', async () => {
    const { rows } = await seeded();
    const made = creationTimes(rows);
    expect(made).toEqual(made.map((_, place) => start - 19_999 + place));
  });

  it('is dated before its start, with the largest seed too', async () => {
    const result = readSeed(
      { customers: Array.from({ length: 200 }, (_, index) => largestCustomer(index)) },
      start,
    );
    if (!result.ok) throw new Error(JSON.stringify(result.faults[0]));
    const { rows } = await seeded({}, result.seed);
    const made = creationTimes(rows);
    expect(made).toHaveLength(12_200);
    expect(made.at(-1)).toBeLessThan(start);
  });

  it('gets its money by one opening, for each account with a balance', async () => {
    const { rows } = await seeded();
    const [{ kind, movements, at } = {}] = rows('ledger.post') as unknown as Record<string, Rows>[];
    const accounts = rows('sandbox.accounts.insert');
    expect([kind, at]).toEqual(['OPENING', start]);
    expect((movements ?? []).map(({ from, to, amountMinor }) => [from, to, amountMinor])).toEqual(
      [...defaultCustomers.flatMap((one) => one.accounts)].map(({ bban, balances, currency }) => [
        null,
        accounts.find((one) => one.bban === bban)?.resourceId,
        sandboxMinorUnits(balances[0]?.balanceAmount.amount ?? '', currency),
      ]),
    );
  });

  it.each(['customers', 'accounts'])('is refused where others make the same %s', async (what) => {
    const made = seeded({ [`sandbox.${what}.insert`]: false });
    await expect(made).rejects.toMatchObject({ reason: 'CONFLICT', extras: { retryAfterSeconds: 1 } });
  });
});

function creationTimes(rows: (name: string) => Rows): readonly number[] {
  return [
    'customers.insert',
    'agreements.insert',
    'accounts.insert',
    'agreements.insertEngagements',
    'cards.insert',
  ]
    .flatMap((name) => rows(`sandbox.${name}`))
    .map(({ createdAt }) => Number(createdAt))
    .sort((one, other) => one - other);
}

/** As many records as the bounds let each of 200 customers have. */
function largestCustomer(index: number) {
  const customer = `c${index}`;
  const bbans = Array.from({ length: 5 }, (_, account) => `${customer}a${account}`);
  const engagements = bbans.map((bban) => ({ customer, account: { bban }, roles: ['VIEW'] }));
  return {
    customerNumber: customer,
    customerName: 'A',
    customerType: 'CORPORATE',
    accounts: bbans.map((bban) => ({ accountName: 'A', bban, currency: 'NOK' })),
    cardAccounts: Array.from({ length: 20 }, () => ({ maskedPan: '1', currency: 'NOK' })),
    agreements: Array.from({ length: 10 }, (_, place) => ({
      name: 'A',
      engagements: place < 5 ? engagements : [],
    })),
  };
}
