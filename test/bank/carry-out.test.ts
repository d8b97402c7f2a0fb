import { describe, expect, it } from 'vitest';
import { startPlan } from '../../src/bank/executions.ts';
import type { QueuedPayment } from '../../src/bank/ports.ts';
import {
  attemptTransfer,
  type CarryOutContext,
  type DuePaymentWithOutcomes,
  reasonOf,
} from '../../src/bank/simulated/attempt.ts';
import { carryOut } from '../../src/bank/simulated/carry-out.ts';
import { Effects } from '../../src/bank/simulated/effects.ts';
import { openBook } from '../../src/domain/bank/book.ts';
import type { Instruction } from '../../src/domain/payments/instruction.ts';
import type { PaymentStatus, Settlement } from '../../src/domain/payments/status.ts';
import { type IsoDate, toDayNumber } from '../../src/domain/values/iso-date.ts';
import type { EntryOutcome } from '../../src/operations/payments/ports.ts';
import type { PaymentRecord } from '../../src/operations/ports/stores.ts';
import { payment } from '../db/support/rows.ts';
import { toldStores } from '../operations/stores.ts';

const today = '2030-01-07' as IsoDate;
const oslo = (time: string, date: string = today) => Date.parse(`${date}T${time}:00+01:00`);
const [morning, noon, evening] = [oslo('05:30'), oslo('11:00'), oslo('18:00')];
const nextMorning = oslo('05:30', '2030-01-08');

const account = { bban: '1', currency: 'NOK' };
const transfer = (amount: string, creditorName = 'Kari') => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorName,
  creditorAccount: { bban: '2', currency: 'NOK' },
});
const settled = 'settled on the debtor account';

function contextAt(at: number, sandbox = true): CarryOutContext {
  const debtor = {
    resourceId: 'r1',
    bban: '1',
    customerId: 'c',
    currency: 'NOK',
    balanceMinor: 10_000n,
    creditLineMinor: 0n,
  };
  let ids = 0;
  const next = () => {
    ids += 1;
    return `id ${ids}`;
  };
  return { at, today, ids: { next }, sandbox, book: openBook([debtor]), effects: new Effects() };
}

interface Case {
  readonly settlement: Settlement;
  readonly instruction: Instruction;
  readonly status?: PaymentStatus;
  readonly fundsAvailable?: boolean | null;
  readonly queueRow?: Partial<QueuedPayment>;
  readonly entries?: readonly EntryOutcome[];
  readonly executed?: number;
}

function dueFor(one: Case): DuePaymentWithOutcomes {
  const record: PaymentRecord = payment('p1', {
    status: one.status ?? 'PDNG',
    instruction: one.instruction,
    fundsAvailable: one.fundsAvailable ?? null,
  });
  const queued = {
    paymentId: 'p1',
    tppId: record.tppId,
    dueAt: 0,
    transferCount: 1,
    nominalDate: null,
    executionDate: null,
  };
  return {
    payment: record,
    settlement: one.settlement,
    queueRow: { ...queued, ...one.queueRow },
    entries: one.entries ?? [],
    executedCount: one.executed ?? 0,
  };
}

function effectsOf(at: number, one: Case, sandbox = true): Effects {
  const context = contextAt(at, sandbox);
  carryOut(context, dueFor(one));
  return context.effects;
}

const told = ({ moves, idsToDequeue, paymentsToEnqueue, events }: Effects) => ({
  moves: moves.map(({ from, to, reason, fundsAvailable }) => `${from} ${to} ${fundsAvailable} ${reason}`),
  done: idsToDequeue,
  again: paymentsToEnqueue.map(({ dueAt }) => dueAt),
  events: events.map(({ kind, status, text }) => `${kind} ${status} ${text}`),
});
const posted = ({ postings }: Effects) =>
  postings.map((one) => `${one.transferNumber} ${-(one.movements[0]?.amountMinor ?? 0n)}`);

describe('a single payment', () => {
  const single = (amount: string, change: Partial<Case> = {}, creditorName?: string): Case => ({
    settlement: 'BATCH',
    instruction: { debtorAccount: account, ...transfer(amount, creditorName) },
    ...change,
  });

  it('settles when it is covered', () => {
    const effects = effectsOf(noon, single('100.00'));
    expect(told(effects)).toEqual({
      moves: [`PDNG ACSC true ${settled}`],
      done: ['p1'],
      again: [],
      events: [`BATCH_RUN ACSC ${settled}`],
    });
    expect(effects.postings).toEqual([
      expect.objectContaining({
        postingId: 'id 1',
        kind: 'PAYMENT',
        paymentId: 'p1',
        transferNumber: 0,
        at: noon,
        bookingDate: today,
      }),
    ]);
    expect(effects.events[0]).toEqual({
      at: noon,
      kind: 'BATCH_RUN',
      paymentId: 'p1',
      authorisationId: null,
      psuId: null,
      status: 'ACSC',
      text: settled,
    });
  });

  it('waits in ACCP for the next run without cover, and reports it once', () => {
    const text = 'not enough funds; tried again at the next run';
    const first = effectsOf(noon, single('100.01'));
    expect(told(first)).toEqual({
      moves: [`PDNG ACCP false ${text}`],
      done: [],
      again: [oslo('13:30')],
      events: [`BATCH_RUN ACCP ${text}`],
    });
    expect(posted(first)).toEqual([]);
    const again = effectsOf(oslo('15:30'), single('100.01', { status: 'ACCP' }));
    expect(told(again)).toEqual({
      moves: [],
      done: [],
      again: [evening],
      events: [`BATCH_RUN ACCP ${text}`],
    });
  });

  it.each<[when: string, number, PaymentStatus]>([
    ['at the last run of the day', evening, 'ACCP'],
    ['at settlement', noon, 'ACSP'],
  ])('is rejected without cover %s', (when, at, status) => {
    expect(told(effectsOf(at, single('100.01', { status })))).toEqual({
      moves: [`${status} RJCT false not enough funds ${when}`],
      done: ['p1'],
      again: [],
      events: [`BATCH_RUN RJCT not enough funds ${when}`],
    });
  });

  it('is rejected when it exceeds what an account can hold', () => {
    const large = single('100.00');
    const context = contextAt(noon);
    const full = {
      ...context,
      book: openBook([
        {
          resourceId: 'r2',
          bban: '2',
          customerId: null,
          currency: 'NOK',
          balanceMinor: 2n ** 63n - 1n,
          creditLineMinor: 0n,
        },
      ]),
    };
    carryOut(full, dueFor(large));
    expect(told(full.effects).moves).toEqual([
      'PDNG RJCT null the amount is larger than an account of this bank can hold',
    ]);
  });

  it('only leaves the queue when it has ended meanwhile', () => {
    expect(effectsOf(noon, single('1.00', { status: 'CANC' }))).toEqual({
      ...new Effects(),
      idsToDequeue: ['p1'],
    });
  });

  const slow = 'settlement is under way (scenario SLOW_SETTLEMENT)';
  it.each<[string, Partial<Case>, object]>([
    [
      'Scenario Rejected',
      {},
      { moves: ['PDNG RJCT null rejected by the bank (scenario REJECTED)'], done: ['p1'] },
    ],
    [
      'Scenario No Cover',
      {},
      { moves: ['PDNG ACCP false not enough funds; tried again at the next run'], done: [] },
    ],
    ['Scenario Slow Settlement', {}, { moves: [`PDNG ACSP null ${slow}`], done: [], again: [oslo('13:30')] }],
    ['Scenario Slow Settlement', { status: 'ACSP' }, { moves: [`ACSP ACSC true ${settled}`], done: ['p1'] }],
  ])('to %s %o', (creditorName, change, expected) => {
    expect(told(effectsOf(noon, single('1.00', change, creditorName)))).toMatchObject(expected);
    expect(told(effectsOf(noon, single('1.00', change, creditorName), false)).done).toEqual(['p1']);
  });

  it('of an instant product can be slow too; standing orders and bulk payments never are', () => {
    const tried = (settlement: Settlement) =>
      attemptTransfer(
        contextAt(noon),
        dueFor(single('1.00', { settlement })),
        transfer('1.00', 'Scenario Slow Settlement'),
      ).settled;
    expect((['BATCH', 'INSTANT', 'SCHEDULE', 'ENTRIES'] as const).map(tried)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(reasonOf({ settled: false, why: 'NO_COVER' })).toBe('not enough funds');
  });
});

describe('a bulk payment', () => {
  const bulk = (amounts: readonly string[], change: Partial<Case> = {}): Case => ({
    settlement: 'ENTRIES',
    instruction: { debtorAccount: account, payments: amounts.map((amount) => transfer(amount)) },
    ...change,
  });
  const entry = (position: number, status: PaymentStatus): EntryOutcome => ({
    paymentId: 'p1',
    position,
    status,
    at: 0,
    reason: 'before',
  });
  const outcomes = ({ entries }: Effects) =>
    entries.map(({ position, status, reason }) => `${position} ${status} ${reason}`);

  it('settles every entry', () => {
    const effects = effectsOf(noon, bulk(['60.00', '40.00']));
    expect(told(effects)).toEqual({
      moves: ['PDNG ACSC true every entry was settled'],
      done: ['p1'],
      again: [],
      events: ['BATCH_RUN ACSC every entry was settled'],
    });
    expect(posted(effects)).toEqual(['0 -6000', '1 -4000']);
    expect(effects.entries).toEqual([
      { paymentId: 'p1', position: 0, status: 'ACSC', at: noon, reason: settled },
      { paymentId: 'p1', position: 1, status: 'ACSC', at: noon, reason: settled },
    ]);
  });

  it('waits with the entries that are not covered, and then tries them alone', () => {
    const first = effectsOf(noon, bulk(['60.00', '50.00', '40.00']));
    expect(told(first)).toMatchObject({
      moves: ['PDNG ACCP false not enough funds for 1 of 3 entries; tried again at the next run'],
      done: [],
      again: [oslo('13:30')],
    });
    expect(outcomes(first)).toEqual([`0 ACSC ${settled}`, '1 ACCP not enough funds', `2 ACSC ${settled}`]);
    const entries = [entry(0, 'ACSC'), entry(1, 'ACCP'), entry(2, 'ACSC')];
    const again = effectsOf(oslo('13:30'), bulk(['60.00', '50.00', '40.00'], { status: 'ACCP', entries }));
    expect(posted(again)).toEqual(['1 -5000']);
    expect(told(again)).toMatchObject({ moves: ['ACCP ACSC true every entry was settled'], done: ['p1'] });
  });

  it.each<[readonly string[], readonly EntryOutcome[], string]>([
    [['100.01'], [], 'PDNG RJCT null 0 of 1 entries were settled'],
    [['100.01', '1.00'], [], 'PDNG PART null 1 of 2 entries were settled'],
    [['100.01', '1.00'], [entry(0, 'ACSC'), entry(1, 'RJCT')], 'PDNG PART null 1 of 2 entries were settled'],
  ])('of %j at the end of the day', (amounts, entries, move) => {
    const effects = effectsOf(evening, bulk(amounts, { entries }));
    expect(told(effects)).toMatchObject({ moves: [move], done: ['p1'], again: [] });
    expect(outcomes(effects).every((one) => !one.includes('ACCP'))).toBe(true);
  });
});

describe('a standing order', () => {
  const plan = { startDate: '2030-01-05', endDate: '2030-03-05', frequency: 'Monthly' } as const;
  const order = (amount: string, change: Partial<Case> = {}, dates: object = {}): Case => ({
    settlement: 'SCHEDULE',
    status: 'ACCP',
    instruction: { debtorAccount: account, ...transfer(amount), ...plan, ...dates },
    queueRow: { nominalDate: '2030-01-05', executionDate: '2030-01-07' },
    ...change,
  });
  const last = { queueRow: { nominalDate: '2030-03-05', executionDate: '2030-03-05' } };
  const february = { nominalDate: '2030-02-05', executionDate: '2030-02-05' };

  it('makes an execution and waits for the next', () => {
    const effects = effectsOf(morning, order('100.00'));
    expect(told(effects)).toEqual({
      moves: [`ACCP ACCP true ${settled}`],
      done: [],
      again: [oslo('05:30', '2030-02-05')],
      events: [`PERIODIC_EXECUTION ACCP 2030-01-05: ${settled}`],
    });
    expect(posted(effects)).toEqual([`${toDayNumber('2030-01-05' as IsoDate)} -10000`]);
    expect(effects.paymentsToEnqueue[0]).toMatchObject({ ...february, transferCount: 1, paymentId: 'p1' });
    expect(effects.executions).toEqual([
      {
        paymentId: 'p1',
        nominalDate: '2030-01-05',
        date: '2030-01-07',
        at: morning,
        outcome: 'EXECUTED',
        reason: settled,
      },
    ]);
    expect(told(effectsOf(morning, order('1.00', { fundsAvailable: true }))).moves).toEqual([]);
    expect(told(effectsOf(morning, order('1.00', { fundsAvailable: false }))).moves).toEqual([
      `ACCP ACCP true ${settled}`,
    ]);
  });

  it('makes an overdue execution at once, not in the past', () => {
    const late = oslo('12:00', '2030-02-07');
    expect(told(effectsOf(late, order('1.00'))).again).toEqual([late]);
  });

  it('is retried through the day, and reports it once', () => {
    const effects = effectsOf(noon, order('100.01'));
    expect(told(effects)).toEqual({
      moves: ['ACCP ACCP false not enough funds'],
      done: [],
      again: [oslo('13:30')],
      events: ['PERIODIC_EXECUTION ACCP 2030-01-05: not enough funds; tried again at the next run'],
    });
    expect(effects.paymentsToEnqueue[0]).toMatchObject({
      nominalDate: '2030-01-05',
      executionDate: '2030-01-07',
    });
    expect(effects.executions).toEqual([]);
    expect(told(effectsOf(noon, order('100.01', { fundsAvailable: false }))).moves).toEqual([]);
    expect(told(effectsOf(noon, order('100.01', { fundsAvailable: true }))).moves).toHaveLength(1);
  });

  it('skips an execution at the end of the day, and goes on', () => {
    const effects = effectsOf(evening, order('100.01', { fundsAvailable: false }));
    expect(told(effects)).toEqual({
      moves: [],
      done: [],
      again: [oslo('05:30', '2030-02-05')],
      events: ['PERIODIC_EXECUTION ACCP 2030-01-05: not enough funds'],
    });
    expect(effects.executions[0]).toMatchObject({ outcome: 'LEFT_OUT', reason: 'not enough funds' });
    expect(told(effectsOf(evening, order('100.01'))).moves).toEqual(['ACCP ACCP false not enough funds']);
  });

  it.each<[string, string, number, string]>([
    ['with its last execution', '100.00', 0, 'ACCP ACSC true the last execution is over'],
    [
      'when the last is left out and others were made',
      '100.01',
      1,
      'ACCP ACSC false the last execution is over',
    ],
    ['as RJCT when none was made', '100.01', 0, 'ACCP RJCT false no execution could be carried out'],
  ])('ends %s', (_, amount, executed, move) => {
    const effects = effectsOf(oslo('18:00', '2030-03-05'), order(amount, { ...last, executed }));
    expect(told(effects)).toMatchObject({ moves: [move], done: ['p1'], again: [] });
  });

  it('is a defect without its execution', () => {
    expect(() => effectsOf(morning, order('1.00', { queueRow: {} }))).toThrow('must have a transfer');
  });

  describe('begins', () => {
    const first = async (now: number) => {
      const { stores, asked } = toldStores({});
      const status = await startPlan(stores, dueFor(order('1.00')).payment, now);
      return { ...status, asked };
    };
    const begun = (queued: object) => ({ to: 'ACCP', asked: [['bankQueue.enqueue', [queued]]] });
    const january = { nominalDate: '2030-01-05', executionDate: '2030-01-07' };

    it.each<[string, number, object]>([
      ['at the first run of its day', oslo('04:00'), { ...january, dueAt: morning }],
      ['at the next run when that is over', morning, { ...january, dueAt: noon }],
      ['the next morning when the day is over', evening, { ...january, dueAt: nextMorning }],
      [
        'with the next execution on another day',
        oslo('04:00', '2030-01-08'),
        { ...february, dueAt: oslo('05:30', '2030-02-05') },
      ],
    ])('%s', async (_, now, expected) => expect(await first(now)).toMatchObject(begun(expected)));

    it('never, when the plan is over', async () => {
      expect(await first(oslo('04:00', '2030-03-06'))).toMatchObject({ to: 'RJCT', asked: [] });
      expect(await first(oslo('04:00', '2030-03-05'))).toMatchObject({ to: 'ACCP' });
    });
  });
});
