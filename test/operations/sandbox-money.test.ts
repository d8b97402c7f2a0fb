import { describe, expect, it } from 'vitest';
import { engagementRoles } from '../../src/domain/sandbox/agreement.ts';
import { createSandboxAccount } from '../../src/operations/sandbox/accounts/create-sandbox-account.ts';
import { deleteSandboxAccount } from '../../src/operations/sandbox/accounts/delete-sandbox-account.ts';
import { createSandboxCardTransactions } from '../../src/operations/sandbox/cards/create-sandbox-card-transactions.ts';
import { advanceSandboxClock } from '../../src/operations/sandbox/clock/advance-sandbox-clock.ts';
import { followSandboxClock } from '../../src/operations/sandbox/clock/follow-sandbox-clock.ts';
import { runPaymentBatch } from '../../src/operations/sandbox/clock/run-payment-batch.ts';
import { deleteSandboxCustomer } from '../../src/operations/sandbox/customers/delete-sandbox-customer.ts';
import { setSandboxBalances } from '../../src/operations/sandbox/set-sandbox-balances.ts';
import { ours, start } from '../db/support/rows.ts';
import { accountBody, firm, kari, locked, run, unknown } from './sandbox-support.ts';
import { play } from './stores.ts';

const sum = (amount: string, currency = 'NOK') => ({ balanceAmount: { amount, currency } });

describe('sandbox money', () => {
  const posted = (kind: string, amount: bigint) => [
    [
      [
        expect.objectContaining({
          kind,
          paymentId: null,
          transferNumber: 0,
          at: start,
          bookingDate: '2030-01-07',
          movements: [
            {
              from: amount > 0n ? null : 'acc',
              to: amount > 0n ? 'acc' : null,
              currency: 'NOK',
              amountMinor: amount > 0n ? amount : -amount,
              details: {},
            },
          ],
        }),
      ],
    ],
  ];

  it('enters a new account by an opening, and an empty account has no posting', async () => {
    const answers = {
      'sandbox.customers.lockAgainstDeletion': kari,
      'sandbox.accounts.insert': true,
      'sandbox.agreements.oldestAgreementIdOf': 'own',
    };
    const body = { ...accountBody, balances: [sum('7.00')], creditLine: '2.50' };
    const { outcome, given } = await run(createSandboxAccount, { body }, answers);
    expect(outcome.account).toMatchObject({
      balance: '7.00',
      creditLine: '2.50',
      balanceType: 'EXPECTED',
      iban: null,
    });
    const accountId = outcome.account.resourceId;
    expect(given('ledger.post')).toMatchObject([
      [[{ kind: 'OPENING', movements: [{ from: null, to: accountId, amountMinor: 700n }] }]],
    ]);
    expect(given('sandbox.agreements.insertEngagements')).toMatchObject([
      [[{ agreementId: 'own', customerId: 'kari', accountId, roles: engagementRoles, createdAt: start }]],
    ]);
    const empty = await run(
      createSandboxAccount,
      { body: accountBody },
      { ...answers, 'sandbox.agreements.oldestAgreementIdOf': null },
    );
    expect(empty.outcome.account).toMatchObject({ balance: '0.00', creditLine: '0.00' });
    expect([empty.given('ledger.post'), empty.given('sandbox.agreements.insertEngagements')]).toEqual([
      [],
      [],
    ]);
    const company = await run(
      createSandboxAccount,
      { body: accountBody },
      { ...answers, 'sandbox.customers.lockAgainstDeletion': firm },
    );
    expect(company.given('sandbox.agreements.insertEngagements')).toEqual([]);
  });

  it.each([
    ['bban', accountBody],
    ['iban', { ...accountBody, bban: undefined, iban: 'NO9386011117947' }],
  ])('has one account for each %s', async (path, body) => {
    const answers = { 'sandbox.customers.lockAgainstDeletion': kari, 'sandbox.accounts.insert': false };
    const { refused } = await run(createSandboxAccount, { body }, answers);
    expect(refused).toEqual(['CONFLICT', path, `the sandbox already has an account with this ${path}`]);
  });

  it('of a deleted account first goes back to the bank', async () => {
    const answers = {
      'ledger.lock': [locked, { ...locked, balanceMinor: 0n }],
      'sandbox.customers.lock': true,
    };
    for (const operation of [deleteSandboxAccount, deleteSandboxCustomer]) {
      const { asked, given } = await run(operation, { resourceId: 'acc', customerId: 'kari' }, answers);
      expect(given('ledger.post')).toEqual(posted('ADJUSTMENT', -500n));
      expect(String(asked.at(-1)?.[0])).toMatch(/\.remove$/);
    }
  });

  it('is set by a posting of the difference, in the currency of the account', async () => {
    const record = { resourceId: 'acc', balance: '5.00', balanceType: 'EXPECTED' };
    const answers = { 'ledger.lock': [locked], 'sandbox.accounts.find': record };
    const set = (balances: readonly object[], accountKind = 'ANY') =>
      run(setSandboxBalances, { resourceId: 'acc', accountKind, balances }, answers);
    const made = await set([sum('8.00')]);
    expect(made.given('ledger.post')).toEqual(posted('ADJUSTMENT', 300n));
    expect(made.outcome).toMatchObject({
      account: { balance: '8.00', balanceType: 'EXPECTED' },
      cardAccount: null,
    });
    expect(made.given('sandbox.accounts.setBalanceType')).toEqual([]);
    const other = await set([{ ...sum('5.00'), balanceType: 'CLOSING' }], 'ACCOUNT');
    expect([other.given('ledger.post'), other.given('sandbox.accounts.setBalanceType')]).toEqual([
      [],
      [['acc', 'CLOSING']],
    ]);
    const text = 'must have exactly 1 item: an account has one balance';
    for (const balances of [[], [sum('1.00'), sum('2.00')]])
      expect((await set(balances)).refused).toEqual(['FORMAT_ERROR', 'balances', text]);
    expect((await set([sum('1.00', 'EUR')])).refused).toEqual([
      'FORMAT_ERROR',
      'balances[0].balanceAmount.currency',
      'must be NOK, the currency of the account',
    ]);
    expect((await set([sum('8.00')], 'CARD_ACCOUNT')).given('ledger.lock')).toEqual([]);
  });

  it('of a card is stored as sent', async () => {
    const card = { resourceId: 'card', currency: 'NOK', balances: [] };
    const input = {
      resourceId: 'card',
      accountKind: 'ANY',
      balances: [sum('1.00'), { ...sum('2'), balanceType: 'X' }],
    };
    const { outcome, given } = await run(setSandboxBalances, input, {
      'sandbox.cards.lockAgainstDeletion': card,
    });
    const balances = [
      { ...sum('1.00'), balanceType: 'EXPECTED' },
      { ...sum('2.00'), balanceType: 'X' },
    ];
    expect(outcome).toMatchObject({ account: null, cardAccount: { balances } });
    expect(given('sandbox.cards.setBalances')).toEqual([['card', balances]]);
    const only = await run(
      setSandboxBalances,
      { ...input, accountKind: 'ACCOUNT' },
      { 'sandbox.cards.lockAgainstDeletion': card },
    );
    expect(only.refused).toEqual(unknown('resourceId', 'account'));
    const foreign = { ...input, balances: [sum('1.00', 'EUR')] };
    expect(
      (await run(setSandboxBalances, foreign, { 'sandbox.cards.lockAgainstDeletion': card })).refused?.[1],
    ).toBe('balances[0].balanceAmount.currency');
  });
});

describe('the clock', () => {
  const clock = { offsetMs: 1_000, targetOffsetMs: null, executionsLeft: null };
  it('moves on from its target, never back', async () => {
    for (const [targetOffsetMs, from] of [
      [null, start + 1_000],
      [5_000, start + 5_000],
    ] as const) {
      const answers = { 'clock.lock': { ...clock, targetOffsetMs }, 'clock.lastEventNumber': 7 };
      const { outcome, given } = await run(advanceSandboxClock, { by: 'PT1H' }, answers);
      expect(outcome).toEqual({ from, to: from + 3_600_000, lastEvent: 7 });
      expect(given('clock.lock')).toEqual([[ours, { wait: true }]]);
      expect(given('clock.set')).toEqual([
        [ours, { offsetMs: 1_000, targetOffsetMs: outcome.to - start, executionsLeft: 5_000 }],
      ]);
    }
    const back = await run(advanceSandboxClock, { to: start }, { 'clock.lock': clock });
    expect(back.refused).toEqual([
      'FORMAT_ERROR',
      'to',
      `the clock can only move forward; it is ${new Date(start + 1_000).toISOString()}`,
    ]);
  });

  it('moves to the nth run, within its bounds', async () => {
    for (const [runs, expected] of [
      [1, '2030-01-07T13:30'],
      [2, '2030-01-07T15:30'],
      [4, '2030-01-08T05:30'],
      [6, '2030-01-08T13:30'],
    ] as const) {
      const { outcome } = await run(runPaymentBatch, { runs }, { 'clock.lock': clock });
      expect([runs, outcome.to]).toEqual([runs, Date.parse(`${expected}:00+01:00`)]);
    }
    const last = { ...clock, offsetMs: Date.parse('2999-12-31T20:00:00Z') - start };
    const far = await run(runPaymentBatch, { runs: 1 }, { 'clock.lock': last });
    expect(far.refused).toEqual(['FORMAT_ERROR', 'to', 'the clock cannot move beyond the year 2999']);
  });

  it.each([
    [1_000, 1_000, false],
    [1_001, 1_000, true],
  ])('returns %i events of %i, and whether there are more', async (happened, told, more) => {
    const events = Array.from({ length: happened }, (_, at) => ({ at }));
    const moveClock = async () => ({ offsetMs: 10, targetOffsetMs: null, executionsLeft: null });
    const sent = { from: start, to: start + 10, lastEvent: 3 };
    const played = await play(followSandboxClock, sent, { answers: { 'clock.events': events }, moveClock });
    expect(played.outcome).toEqual({
      now: start + 10,
      reached: true,
      stoppedAfterExecutions: null,
      bankFollowsClock: true,
      events: events.slice(0, told),
      more,
    });
    expect(played.asked).toEqual([
      ['clock.events', ours, { afterNumber: 3, from: start, until: start + 10, limit: 1_001 }],
    ]);
  });

  it('has stopped before its target only when the move has no executions left', async () => {
    const stopped = async (
      offsetMs: number,
      targetOffsetMs: number | null,
      executionsLeft: number | null,
    ) => {
      const moveClock = async () => ({ offsetMs, targetOffsetMs, executionsLeft });
      const sent = { from: start, to: start + 10, lastEvent: 3 };
      const { outcome } = await play(followSandboxClock, sent, {
        answers: { 'clock.events': [] },
        moveClock,
      });
      return [outcome.reached, outcome.stoppedAfterExecutions];
    };
    expect(await stopped(9, null, 0)).toEqual([false, 5_000]);
    expect(await stopped(10, null, 0)).toEqual([true, null]);
    expect(await stopped(9, 20, 1)).toEqual([false, null]);
    expect(await stopped(9, null, null)).toEqual([true, null]);
  });

  it('has arrived when nothing moves it, or when it is at its target', async () => {
    const reached = async (offsetMs: number, targetOffsetMs: number | null) => {
      const moveClock = async () => ({ offsetMs, targetOffsetMs, executionsLeft: null });
      const sent = { from: start, to: start + 10, lastEvent: 3 };
      return (await play(followSandboxClock, sent, { answers: { 'clock.events': [] }, moveClock })).outcome
        .reached;
    };
    expect([await reached(9, 20), await reached(10, 20), await reached(9, null)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('card transactions', () => {
  const item = (cardTransactionId: string) => ({
    cardTransactionId,
    bookingDate: '2030-01-07',
    transactionDate: '2030-01-07',
  });
  it('that exist already refuse the whole list, each by its place', async () => {
    const items = ['a', 'b', 'c'].map(item);
    const answers = {
      'sandbox.cards.lockAgainstDeletion': { resourceId: 'card' },
      'sandbox.cards.insertTransactions': ['c', 'a'],
    };
    const input = { resourceId: 'card', items };
    const text = 'the card account already has a transaction with this id';
    expect((await run(createSandboxCardTransactions, input, answers)).refused).toEqual([
      ...['CONFLICT', '[0].cardTransactionId', text],
      ...['CONFLICT', '[2].cardTransactionId', text],
    ]);
    const fresh = await run(createSandboxCardTransactions, input, {
      ...answers,
      'sandbox.cards.insertTransactions': [],
    });
    expect(fresh.outcome).toMatchObject({ items, cardAccount: { resourceId: 'card' }, tppMessages: [] });
    expect(fresh.given('sandbox.cards.insertTransactions')).toEqual([['card', items, start]]);
  });
});
