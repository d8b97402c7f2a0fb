import { describe, expect, it } from 'vitest';
import { commitApproval } from '../../src/bank/simulated/approval.ts';
import type { Instruction } from '../../src/domain/payments/instruction.ts';
import type { Payer } from '../../src/domain/payments/payer.ts';
import type { Product } from '../../src/domain/payments/product.ts';
import type { Settlement } from '../../src/domain/payments/status.ts';
import { OutdatedRead } from '../../src/operations/ports/stores.ts';
import { ours, payment, start } from '../db/support/rows.ts';
import { type Answers, toldStores } from '../operations/stores.ts';

const transfer = (amount: string, creditorName = 'Kari') => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorName,
  creditorAccount: { bban: '2', currency: 'NOK' },
});
const debtorAccount = { bban: '1', currency: 'NOK' };
const single = (amount: string, creditorName?: string) => ({
  debtorAccount,
  ...transfer(amount, creditorName),
});
const ledger = {
  resourceId: 'r1',
  bban: '1',
  customerId: 'c',
  currency: 'NOK',
  balanceMinor: 10_000n,
  creditLineMinor: 0n,
};
const oslo = (text: string) => Date.parse(`${text}:00+01:00`);
const queued = (change: object = {}) => ({
  paymentId: 'p',
  tppId: ours,
  dueAt: oslo('2030-01-07T13:30'),
  transferCount: 1,
  nominalDate: null,
  executionDate: null,
  ...change,
});

async function approved(
  settlement: Settlement,
  instruction: object,
  {
    sandbox = true,
    requestedDate = null,
    payer = null,
  }: { sandbox?: boolean; requestedDate?: string | null; payer?: Payer | null } = {},
  answers: Answers = { 'ledger.lock': [ledger] },
) {
  const { stores, asked } = toldStores(answers);
  const one = payment('p', { instruction: instruction as Instruction, requestedDate, payer });
  const product = { settlement } as unknown as Product;
  const parts = { ids: { next: () => 'id' }, settings: { sandbox, publicUrl: '' } };
  const outcome = await commitApproval(parts, stores, product, one, start);
  return { ...outcome, asked };
}

describe('a payment of the batch', () => {
  it('waits for the next run, or for the first run of its requested day', async () => {
    expect(await approved('BATCH', single('1.00'))).toEqual({
      to: 'PDNG',
      reason: 'approved by the PSU',
      asked: [['bankQueue.enqueue', [queued()]]],
    });
    const later = await approved('BATCH', single('1.00'), { requestedDate: '2030-01-15' });
    expect(later.asked).toEqual([['bankQueue.enqueue', [queued({ dueAt: oslo('2030-01-15T05:30') })]]]);
  });

  it('counts one transfer for each entry', async () => {
    const bulk = { debtorAccount, payments: [transfer('1.00'), transfer('2.00'), transfer('3.00')] };
    expect(await approved('ENTRIES', bulk)).toEqual({
      to: 'PDNG',
      reason: 'approved by the PSU',
      asked: [['bankQueue.enqueue', [queued({ transferCount: 3 })]]],
    });
  });
});

describe('an instant payment', () => {
  const locked = ['ledger.lock', ours, { accountKeys: ['bban:1', 'bban:2'], orResourceIds: [] }];

  it('settles at once, as one transfer, when it is covered', async () => {
    const { to, reason, asked } = await approved('INSTANT', single('100.00'));
    expect([to, reason]).toEqual(['ACSC', 'approved by the PSU and settled at once']);
    expect(asked).toEqual([
      locked,
      [
        'ledger.post',
        [
          expect.objectContaining({
            postingId: 'id',
            kind: 'PAYMENT',
            paymentId: 'p',
            transferNumber: 0,
            at: start,
            bookingDate: '2030-01-07',
          }),
        ],
      ],
    ]);
  });

  it('to its own account locks that account once', async () => {
    const own = { ...single('1.00'), creditorAccount: debtorAccount };
    expect((await approved('INSTANT', own)).asked[0]).toEqual([
      'ledger.lock',
      ours,
      { accountKeys: ['bban:1'], orResourceIds: [] },
    ]);
  });

  it('is paid only from the approved account, never from another with its number', async () => {
    const payer = { kind: 'ACCOUNT', id: 'r1' } as const;
    const reopened = { ...ledger, resourceId: 'r2' };
    const { to, asked } = await approved('INSTANT', single('1.00'), { payer });
    expect(to).toBe('ACSC');
    expect(asked[0]).toEqual(['ledger.lock', ours, { accountKeys: ['bban:2'], orResourceIds: ['r1'] }]);
    const deleted = approved('INSTANT', single('1.00'), { payer }, { 'ledger.lock': [reopened] });
    await expect(deleted).rejects.toThrow(OutdatedRead);
    const outside = { kind: 'OUTSIDE' } as const;
    const free = await approved('INSTANT', single('9000.00'), { payer: outside });
    expect(free.to).toBe('ACSC');
    const [, postings] = free.asked[1] as [string, readonly { movements: readonly object[] }[]];
    expect(postings[0]?.movements).toMatchObject([{ from: null, to: null }]);
  });

  it('is refused without cover, and the missing cover is recorded', async () => {
    expect(await approved('INSTANT', single('100.01'))).toEqual({
      to: 'RJCT',
      reason: 'not enough funds',
      asked: [locked, ['payments.amend', 'p', { fundsAvailable: false }]],
    });
  });

  it('is refused when the bank rejects it, and its cover stays unknown', async () => {
    expect(await approved('INSTANT', single('1.00', 'Scenario Rejected'))).toEqual({
      to: 'RJCT',
      reason: 'rejected by the bank (scenario REJECTED)',
      asked: [locked],
    });
  });

  it('that is slow waits for the next run', async () => {
    const slow = single('1.00', 'Scenario Slow Settlement');
    expect(await approved('INSTANT', slow)).toEqual({
      to: 'ACSP',
      reason: 'settlement is under way (scenario SLOW_SETTLEMENT)',
      asked: [locked, ['bankQueue.enqueue', [queued()]]],
    });
    expect((await approved('INSTANT', slow, { sandbox: false })).to).toBe('ACSC');
  });

  it('has one transfer', async () => {
    const none = { debtorAccount, payments: [] };
    await expect(approved('INSTANT', none)).rejects.toThrow('an instant payment must have one transfer');
  });
});

describe('a standing order', () => {
  const order = (endDate?: string) => ({
    ...single('1.00'),
    startDate: '2030-01-02',
    frequency: 'Weekly',
    ...(endDate === undefined ? {} : { endDate }),
  });

  it('waits for its first execution from the day of the approval on', async () => {
    expect(await approved('SCHEDULE', order())).toEqual({
      to: 'ACCP',
      reason: 'approved by the PSU',
      asked: [
        [
          'bankQueue.enqueue',
          [
            queued({
              dueAt: oslo('2030-01-09T05:30'),
              nominalDate: '2030-01-09',
              executionDate: '2030-01-09',
            }),
          ],
        ],
      ],
    });
  });

  it('is refused when its plan is over', async () => {
    expect(await approved('SCHEDULE', order('2030-01-03'))).toEqual({
      to: 'RJCT',
      reason: 'the plan has no execution after the approval',
      asked: [],
    });
  });
});
