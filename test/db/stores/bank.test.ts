import { beforeAll, describe, expect, it } from 'vitest';
import { type BankQueueStore, bankQueueStore, type QueuedPayment } from '../../../src/bank/ports.ts';
import { violatedConstraint } from '../../../src/db/connections/failure.ts';
import { sessionLifetimeMs } from '../../../src/domain/authorisations/authorisation.ts';
import type { Posting } from '../../../src/domain/bank/posting.ts';
import type { EntryOutcome } from '../../../src/operations/payments/ports.ts';
import type { ClockEvent } from '../../../src/operations/ports/clock.ts';
import type { Stores } from '../../../src/operations/ports/stores.ts';
import type { AccountRecord } from '../../../src/operations/sandbox/ports.ts';
import {
  authorisation,
  factsOf,
  minute,
  ours,
  payment,
  shareStoreroom,
  start,
  theirs,
} from '../support/rows.ts';
import { account as anyAccount, customer } from '../support/sandbox-rows.ts';

const room = shareStoreroom();
const ids = ['p1', 'p2', 'p3', 'p4'];
beforeAll(async () => {
  await write(async ({ payments }) => {
    for (const id of ids) await payments.insert(payment(id));
    await payments.insert(payment('of theirs', { tppId: theirs }));
  });
});

const write = <T>(work: (stores: Stores) => Promise<T>) => room.work.transaction(work);
const writeQueue = <T>(work: (queue: BankQueueStore) => Promise<T>) =>
  write((stores) => work(stores.get(bankQueueStore)));
const queued = (paymentId: string, dueAt: number, change: Partial<QueuedPayment> = {}): QueuedPayment => ({
  paymentId,
  tppId: ours,
  dueAt,
  transferCount: 1,
  nominalDate: null,
  executionDate: null,
  ...change,
});

describe('the queue', () => {
  const found = (until: number, atMost = {}, tppId = ours) =>
    writeQueue((queue) => queue.lockDue(tppId, until, { maxPayments: 9, maxTransfers: 99, ...atMost }));
  const due = async (until: number, atMost = {}) =>
    (await found(until, atMost)).map(({ payment }) => payment.paymentId);

  it('gives due payments, the oldest first', async () => {
    await writeQueue(async (queue) => {
      await queue.enqueue([queued('p2', start + minute)]);
      await queue.enqueue([queued('p3', start)]);
      await queue.enqueue([
        queued('p1', start + minute, { nominalDate: '2030-01-05', executionDate: '2030-01-07' }),
      ]);
      await queue.enqueue([queued('of theirs', start, { tppId: theirs })]);
    });
    expect(await due(start + minute)).toEqual(['p3', 'p1', 'p2']);
    expect(await due(start + minute, { maxPayments: 2 })).toEqual(['p3', 'p1']);
    expect(await due(start + minute - 1)).toEqual(['p3']);
    expect(await due(start - 1)).toEqual([]);
    const [, second] = await found(start + minute);
    expect(second?.queueRow).toEqual(
      queued('p1', start + minute, { nominalDate: '2030-01-05', executionDate: '2030-01-07' }),
    );
    const { paymentId, tppId, product, status, debtorAccount, payer, ...others } = payment('p1');
    const { debtorName, fundsAvailable, instruction } = others;
    expect(second?.payment).toEqual({
      paymentId,
      tppId,
      product,
      status,
      debtorAccount,
      payer,
      debtorName,
      fundsAvailable,
      instruction,
    });
  });

  it('accepts a payment again that is already in it', async () => {
    await writeQueue((queue) => queue.enqueue([queued('p3', start + 2 * minute, { transferCount: 7 })]));
    expect(await due(start + minute)).toEqual(['p1', 'p2']);
    expect((await found(start + 2 * minute)).map((one) => one.queueRow)).toContainEqual(
      queued('p3', start + 2 * minute, { transferCount: 7 }),
    );
  });

  it.each([
    [
      [4, 4, 4],
      ['p1', 'p2'],
    ],
    [
      [5, 5, 1],
      ['p1', 'p2'],
    ],
    [[20, 1, 1], ['p1']],
    [[1, 20, 1], ['p1']],
  ])('gives at most so many transfers of %j, and at least one payment', async (transfers, expected) => {
    await writeQueue(async (queue) => {
      for (const [place, count] of transfers.entries())
        await queue.enqueue([queued(`p${place + 1}`, start, { transferCount: count })]);
    });
    expect(await due(start, { maxTransfers: 10 })).toEqual(expected);
    await writeQueue(async (queue) => {
      await queue.dequeue(['p4']);
      const waiting = [queued('p1', start + minute), queued('p3', start + 2 * minute)];
      await queue.enqueue([...waiting, queued('p2', start + minute)]);
    });
  });

  it('locks the payments that it gives', async () => {
    await writeQueue(async (queue) => {
      await queue.lockDue(ours, start + minute, { maxPayments: 1, maxTransfers: 9 });
      const locked =
        "select payment_id from payments where payment_id in ('p1', 'p2') order by 1 for update skip locked";
      expect((await room.sql.unsafe(locked)).map(({ payment_id }) => payment_id)).toEqual(['p2']);
    });
  });

  it('removes finished payments and postpones the rest', async () => {
    const later = queued('p1', start + 5 * minute, {
      nominalDate: '2030-02-05',
      executionDate: '2030-02-06',
    });
    await writeQueue(async (queue) => {
      for (const done of [['p2'], []]) await queue.dequeue(done);
      for (const waiting of [[later], []]) await queue.enqueue(waiting);
    });
    expect(await due(start + 4 * minute)).toEqual(['p3']);
    expect((await found(start + 5 * minute)).at(-1)?.queueRow).toEqual(later);
    expect(await room.read.paymentLists.dueExecutionsOf(['p1', 'p2', 'p3'])).toEqual(
      new Map([['p1', { nominalDate: '2030-02-05', dueAt: start + 5 * minute }]]),
    );
    expect(await found(start, {}, theirs)).toHaveLength(1);
  });
});

describe('the outcome of entries', () => {
  const outcome = (
    paymentId: string,
    position: number,
    change: Partial<EntryOutcome> = {},
  ): EntryOutcome => ({
    paymentId,
    position,
    status: 'ACCP',
    at: start,
    reason: 'why',
    ...change,
  });
  beforeAll(() =>
    writeQueue(async (queue) => {
      await queue.saveEntries([outcome('p1', 2), outcome('p1', 0), outcome('p1', 1), outcome('p2', 0)]);
      await queue.saveEntries([]);
      await queue.saveEntries([outcome('p1', 1, { status: 'ACSC', at: start + minute, reason: 'covered' })]);
    }),
  );
  const settled = outcome('p1', 1, { status: 'ACSC', at: start + minute, reason: 'covered' });

  it('is read in the order of the entries, the latest of each', async () => {
    expect(await room.read.paymentLists.entryOutcomesOf(['p2', 'p1', 'p3'])).toEqual(
      new Map([
        ['p2', [outcome('p2', 0)]],
        ['p1', [outcome('p1', 0), settled, outcome('p1', 2)]],
        ['p3', []],
      ]),
    );
    expect(await room.read.paymentLists.entryOutcomesOf([])).toEqual(new Map());
  });

  it('is read for some places alone', async () => {
    const found = await room.read.paymentLists.entryOutcomesIn([
      { paymentId: 'p1', offset: 1, limit: 1 },
      { paymentId: 'p3', offset: 0, limit: 9 },
      { paymentId: 'p1', offset: 2, limit: 9 },
      { paymentId: 'p2', offset: 0, limit: 0 },
    ]);
    expect(found).toEqual([[settled], [], [outcome('p1', 2)], []]);
  });
});

it('executions of standing orders are counted, and each has its outcome', async () => {
  const execution = (paymentId: string, nominalDate: string, outcome: 'EXECUTED' | 'LEFT_OUT') => ({
    paymentId,
    nominalDate,
    date: nominalDate,
    at: start,
    outcome,
    reason: 'why',
  });
  await writeQueue(async (queue) => {
    await queue.saveExecutions([]);
    await queue.saveExecutions([
      execution('p1', '2030-01-07', 'EXECUTED'),
      execution('p1', '2030-02-07', 'EXECUTED'),
      execution('p1', '2030-03-07', 'LEFT_OUT'),
      execution('p2', '2030-01-07', 'EXECUTED'),
      execution('p3', '2030-01-07', 'LEFT_OUT'),
    ]);
  });
  expect(await room.read.paymentLists.executedCounts(['p1', 'p3'])).toEqual(new Map([['p1', 2]]));
  expect(await room.read.paymentLists.executedCounts([])).toEqual(new Map());
  const outcomeOn = (date: string) => room.read.get(bankQueueStore).executionOutcome('p1', date);
  expect(await outcomeOn('2030-02-07')).toBe('EXECUTED');
  expect(await outcomeOn('2030-03-07')).toBe('LEFT_OUT');
  expect(await outcomeOn('2030-04-07')).toBeNull();
});

describe('the clock of a TPP', () => {
  it('is set for that TPP, and locked by one process', async () => {
    await write(async ({ clock }) => {
      await clock.set(ours, { offsetMs: 60, targetOffsetMs: start, executionsLeft: null });
      expect(await clock.lock(ours, { wait: true })).toEqual({
        offsetMs: 60,
        targetOffsetMs: start,
        executionsLeft: null,
      });
      expect(await write((other) => other.clock.lock(ours, { wait: false }))).toBeNull();
      expect(await clock.find(ours)).toEqual({ offsetMs: 60, targetOffsetMs: start, executionsLeft: null });
      expect(await clock.find('PSDNO-FSA-NOBODY')).toBeNull();
      expect(await clock.lock(theirs, { wait: false })).toEqual({
        offsetMs: 0,
        targetOffsetMs: null,
        executionsLeft: null,
      });
      expect(await clock.lock('PSDNO-FSA-NOBODY', { wait: true })).toBeNull();
    });
    expect(await room.read.tpps.clockOffset(ours)).toBe(60);
    expect((await factsOf(room, null)).clockOffset).toBe(60);
  });

  describe('with something due', () => {
    const tpps = ['W', 'E', 'C', 'N'].map((name) => `PSDNO-FSA-${name}`);
    const dueTpps = async (now: number, sandbox: boolean, limit = 9) =>
      [...(await room.read.clock.dueTpps(now, sandbox, limit))].filter((id) => tpps.includes(id)).sort();
    const [works, expires, travels] = tpps as [string, string, string];
    const at = start - 60 * minute;
    beforeAll(() =>
      write(async (stores) => {
        await stores.clock.set(ours, { offsetMs: 0, targetOffsetMs: null, executionsLeft: null });
        for (const id of tpps) await stores.tpps.register(id, id);
        await stores.payments.insert(payment('due', { tppId: works }));
        await stores.get(bankQueueStore).enqueue([queued('due', at, { tppId: works })]);
        await stores.authorisations.insert(authorisation('due', { tppId: expires, expiresAt: at }));
        await stores.authorisations.insert(
          authorisation('over', { tppId: 'PSDNO-FSA-N', expiresAt: at, endedAt: at }),
        );
      }),
    );

    it('is found when its time has come, not before', async () => {
      expect(await dueTpps(at - 1, true)).toEqual([]);
      expect(await dueTpps(at, true)).toEqual([expires, works]);
      expect(await dueTpps(at, false)).toEqual([expires, works]);
      expect(await room.read.clock.dueTpps(at, true, 1)).toHaveLength(1);
    });

    it('is found by its own time in a sandbox, and while it is being moved', async () => {
      await write(async ({ clock }) => {
        await clock.set(works, { offsetMs: 1_000, targetOffsetMs: null, executionsLeft: null });
        await clock.set(travels, { offsetMs: 0, targetOffsetMs: at, executionsLeft: null });
      });
      expect(await dueTpps(at - 1_000, true)).toEqual([travels, works]);
      expect(await dueTpps(at - 1_001, true)).toEqual([travels]);
      expect(await dueTpps(at - 1_000, false)).toEqual([]);
    });

    it('has a backlog: the number of payments, up to a bound, and its start', async () => {
      const late = { tppId: 'PSDNO-FSA-LATE' };
      const backlog = async (now: number, sandbox: boolean, atMost = 9) => {
        const found = await room.read.clock.backlog(now, sandbox, atMost);
        return [found.count, found.since];
      };
      const before = at - 1_000 * minute;
      expect(await backlog(before, false)).toEqual([0, null]);
      await write(async (stores) => {
        await stores.tpps.register(late.tppId, late.tppId);
        for (const [id, minutes] of [
          ['late1', 0],
          ['late2', 2],
          ['late3', 5],
        ] as const) {
          await stores.payments.insert(payment(id, late));
          await stores.get(bankQueueStore).enqueue([queued(id, before + minutes * minute, late)]);
        }
      });
      expect(await backlog(before - 1, false)).toEqual([0, null]);
      expect(await backlog(before, false)).toEqual([1, before]);
      expect(await backlog(before + 2 * minute, false)).toEqual([2, before]);
      expect(await backlog(before + 9 * minute, false)).toEqual([3, before]);
      expect(await backlog(before + 9 * minute, false, 2)).toEqual([2, before]);
      // In a sandbox a payment is late by the clock of its TPP, and its lateness counts in real time.
      await write(({ clock }) =>
        clock.set(late.tppId, { offsetMs: minute, targetOffsetMs: null, executionsLeft: null }),
      );
      expect(await backlog(before - minute, true)).toEqual([1, before - minute]);
      expect(await backlog(before - minute - 1, true)).toEqual([0, null]);
      expect(await backlog(before, false)).toEqual([1, before]);
      await writeQueue((queue) => queue.dequeue(['late1', 'late2', 'late3']));
      await room.sql`delete from payments where tpp_id = ${late.tppId}`;
    });

    it('has a next event: the sooner of two, and an expiry before work', async () => {
      const next = async (tppId: string) =>
        (await room.read.clock.upcoming(tppId, 1)).map((event) => [event.at, event.kind]);
      expect(await next(works)).toEqual([[at, 'BATCH_RUN']]);
      expect(await next(expires)).toEqual([[at, 'AUTHORISATION_EXPIRED']]);
      expect(await next('PSDNO-FSA-N')).toEqual([]);
      const login = (id: string, expiresAt: number) =>
        write(({ authorisations }) => authorisations.insert(authorisation(id, { tppId: works, expiresAt })));
      await login('later', at + 1);
      expect(await next(works)).toEqual([[at, 'BATCH_RUN']]);
      await login('at once', at);
      expect(await next(works)).toEqual([[at, 'AUTHORISATION_EXPIRED']]);
    });

    it('has expired authorisations, the oldest first', async () => {
      const expired = async (before: number, limit = 9) =>
        (await room.read.clock.expiredAuthorisations(works, before, limit)).map(
          ({ authorisationId }) => authorisationId,
        );
      await write(({ authorisations }) =>
        authorisations.insert(authorisation('a tie', { tppId: works, expiresAt: at + 1 })),
      );
      expect(await expired(at + 1)).toEqual(['at once', 'a tie', 'later']);
      expect(await expired(at + 1, 2)).toEqual(['at once', 'a tie']);
      expect(await expired(at)).toEqual(['at once']);
      expect(await expired(at - 1)).toEqual([]);
      expect((await room.read.clock.expiredAuthorisations('PSDNO-FSA-N', start, 9)).length).toBe(0);
    });
  });

  describe('on its way', () => {
    const event = (at: number, change: Partial<ClockEvent> = {}): ClockEvent => ({
      at,
      kind: 'BATCH_RUN',
      paymentId: null,
      authorisationId: null,
      psuId: null,
      status: null,
      text: `at ${at}`,
      ...change,
    });
    const session = (psuId: string, authenticatedAt: number, tppId = ours) =>
      write(({ psuSessions }) =>
        psuSessions.put({
          tppId,
          psuId,
          sessionId: 's',
          identityNumber: null,
          customerId: 'c',
          customerNumber: 'n',
          customerType: 'PRIVATE',
          authenticatedAt,
        }),
      );
    const began = start - sessionLifetimeMs;

    it('stores its events in order, for its TPP', async () => {
      const { clock } = room.read;
      expect(await clock.lastEventNumber(ours)).toBe(0);
      const full = event(start, { paymentId: 'p1', authorisationId: 'a', status: 'ACSC' });
      await write(async (stores) => {
        await stores.clock.record(theirs, [event(start)]);
        await stores.clock.record(ours, []);
        await stores.clock.record(ours, [full, event(start + 1), event(start + 2)]);
      });
      // The update moves the first row to the end of the table.
      await room.sql`update clock_events set text = text where at = ${new Date(start)}`;
      const all = await clock.events(ours, { afterNumber: 0, from: start, until: start + 2, limit: 9 });
      expect(all).toEqual([full, event(start + 1), event(start + 2)]);
      const last = await clock.lastEventNumber(ours);
      const texts = async (range: object) =>
        (await clock.events(ours, { afterNumber: 0, from: start, until: start + 2, limit: 9, ...range })).map(
          ({ text }) => text,
        );
      expect(await texts({ until: start + 1 })).toEqual([`at ${start}`, `at ${start + 1}`]);
      expect(await texts({ limit: 1 })).toEqual([`at ${start}`]);
      expect(await texts({ afterNumber: last - 1 })).toEqual([`at ${start + 2}`]);
      expect(await texts({ afterNumber: last })).toEqual([]);
    });

    it('lists sessions that ended meanwhile, by time', async () => {
      await session('before', began);
      await session('second', began + 2);
      await session('first', began + 1);
      await session('of theirs', began + 1, theirs);
      await session('after', began + 3);
      const { clock } = room.read;
      const events = (limit: number) =>
        clock.events(ours, { afterNumber: 0, from: start, until: start + 2, limit });
      const told = await events(9);
      expect(told.map(({ at, kind, psuId }) => `${at - start} ${kind} ${psuId}`)).toEqual([
        '0 BATCH_RUN null',
        '1 BATCH_RUN null',
        '1 SESSION_ENDED first',
        '2 BATCH_RUN null',
        '2 SESSION_ENDED second',
      ]);
      expect((await events(1)).map(({ psuId }) => psuId)).toEqual([null, 'first']);
    });

    it('forgets old events, no more at once than requested', async () => {
      await room.sql`update clock_events set recorded_at = '2020-01-01'`;
      const before = Date.parse('2020-01-01');
      await write(async ({ clock }) => {
        expect(await clock.deleteOld(before, 9)).toBe(0);
        expect(await clock.deleteOld(before + 1, 3)).toBe(3);
        expect(await clock.deleteOld(before + 1, 9)).toBe(1);
      });
    });
  });
});

describe('the ledger', () => {
  const kid = { required: true, lengths: [7], modulus: 'MOD10' } as const;
  const account = (resourceId: string, change: Partial<AccountRecord> = {}) =>
    anyAccount(resourceId, { customerId: null, customerNumber: null, ...change });
  beforeAll(() =>
    write(async ({ sandbox }) => {
      await sandbox.customers.insert([customer('c1')]);
      await sandbox.accounts.insert([
        account('r2', { customerId: 'c1' }),
        account('r1', { customerId: 'c1', kidAgreement: kid }),
        account('r3', { kidAgreement: kid }),
        account('r4', { tppId: theirs, kidAgreement: kid }),
      ]);
    }),
  );
  const posting = (
    postingId: string,
    movements: Posting['movements'],
    change: Partial<Posting> = {},
  ): Posting => ({
    postingId,
    kind: 'PAYMENT',
    paymentId: 'p1',
    transferNumber: 0,
    at: start,
    bookingDate: '2030-01-07',
    movements,
    ...change,
  });
  const pays = (from: string | null, to: string | null, amountMinor: bigint): Posting['movements'] => [
    { from, to, currency: 'NOK', amountMinor, details: { creditorName: 'Kari' } },
  ];
  const balances = async () => {
    const rows =
      await room.sql`select resource_id as id, balance_minor as minor from sandbox_accounts order by 1`;
    return rows.map(({ id, minor }) => `${id} ${minor}`).join(', ');
  };

  it('locks the requested accounts of the TPP in the order of their ids', async () => {
    const locked = (selection: Parameters<Stores['ledger']['lock']>[1], tppId = ours) =>
      write(async ({ ledger }) => (await ledger.lock(tppId, selection)).map(({ resourceId }) => resourceId));
    expect(await locked('ALL')).toEqual(['r1', 'r2', 'r3']);
    expect(await locked('ALL', theirs)).toEqual(['r4']);
    expect(await locked({ accountKeys: ['bban:R3', 'bban:R4', 'bban:R1'] })).toEqual(['r1', 'r3']);
    expect(await locked({ accountKeys: ['bban:R3'], orResourceIds: ['r1', 'r9'] })).toEqual(['r1', 'r3']);
    expect(await locked({ resourceIds: ['r2', 'r4'] })).toEqual(['r2']);
    expect(await locked({ customerId: 'c1' })).toEqual(['r1', 'r2']);
    expect(await write(({ ledger }) => ledger.lock(ours, { resourceIds: ['r1'] }))).toEqual([
      {
        resourceId: 'r1',
        customerId: 'c1',
        bban: 'r1',
        iban: null,
        currency: 'NOK',
        balanceMinor: 0n,
        creditLineMinor: 500n,
        kidAgreement: kid,
      },
    ]);
  });

  it('moves money once for each transfer of a payment', async () => {
    const post = (one: Posting) => write(({ ledger }) => ledger.post([one]));
    await post(posting('g1', pays('r1', 'r2', 30n)));
    expect(await balances()).toBe('r1 -30, r2 30, r3 0, r4 0');
    await post(posting('g2', pays('r1', 'r2', 30n)));
    expect(await balances()).toBe('r1 -30, r2 30, r3 0, r4 0');
    await post(posting('g3', pays('r2', null, 10n), { transferNumber: 1 }));
    await post(posting('g4', pays(null, null, 1n), { paymentId: null, kind: 'ADJUSTMENT' }));
    expect(await balances()).toBe('r1 -30, r2 20, r3 0, r4 0');
    const entries = await room.sql`
      select posting_id as id, position, account_id as account, amount_minor as minor, booking_date::text as day, tpp_id as tpp, details
      from ledger_entries where posting_id = 'g1' order by position`;
    const written = { id: 'g1', day: '2030-01-07', tpp: ours, details: { creditorName: 'Kari' } };
    expect([...entries]).toEqual([
      { ...written, position: 0, account: 'r1', minor: '-30' },
      { ...written, position: 1, account: 'r2', minor: '30' },
    ]);
  });

  it('moves nothing on an account that is gone or belongs to another TPP', async () => {
    const pay = (to: string) =>
      write(({ ledger }) => ledger.post([posting('g5', pays('r3', to, 5n), { transferNumber: 9 })]));
    await expect(pay('r4')).rejects.toThrow('an account that does not exist');
    await expect(pay('gone')).rejects.toThrow('an account that does not exist');
    expect(await balances()).toBe('r1 -30, r2 20, r3 0, r4 0');
  });

  it('writes no posting without its first movement', async () => {
    const parts = [...pays('r1', 'r2', 30n), ...pays(null, 'r3', 5n)];
    await expect(write(({ ledger }) => ledger.post([posting('g6', parts)]))).rejects.toThrow(
      'fewer movements',
    );
    expect(await balances()).toBe('r1 -30, r2 20, r3 0, r4 0');
  });

  it.each([
    ['an amount of zero', pays('r1', 'r2', 0n), {}, 'ledger_movements_amount'],
    ['an amount below zero', pays('r1', 'r2', -1n), {}, 'ledger_movements_amount'],
    ['a payment that is not named', pays('r1', 'r2', 1n), { paymentId: null }, 'ledger_movements_payment'],
    ['an opening by a payment', pays('r1', 'r2', 1n), { kind: 'OPENING' }, 'ledger_movements_payment'],
  ] as const)('refuses %s', async (_, movements, change, constraint) => {
    const one = posting('g7', movements, { transferNumber: 9, ...change });
    await expect(write(({ ledger }) => ledger.post([one]))).rejects.toSatisfy(
      (error) => violatedConstraint(error) === constraint,
    );
  });

  it('takes many postings in one statement, and skips earlier ones', async () => {
    await write(async ({ ledger }) => {
      await ledger.post([]);
      await ledger.post([
        posting('h1', pays('r1', 'r2', 30n)),
        posting('h2', [...pays('r2', 'r3', 4n), ...pays('r2', null, 3n)], { transferNumber: 2 }),
        posting('h3', pays('r2', 'r3', 2n), {
          transferNumber: 3,
          at: start + minute,
          bookingDate: '2030-01-08',
        }),
      ]);
    });
    expect(await balances()).toBe('r1 -30, r2 11, r3 6, r4 0');
    const rows = await room.sql`
      select e.posting_id as id, e.position, account_id as account, e.amount_minor as minor, e.booking_date::text as day, e.tpp_id as tpp,
        e.details ->> 'creditorName' as name, at, transfer, kind
      from ledger_entries e join ledger_movements m on m.posting_id = e.posting_id and m.position = e.position / 2 * 2
      where e.posting_id like 'h%' order by 1, 2`;
    expect(
      rows.map(({ id, position, account, minor, day }) => `${id} ${position} ${account} ${minor} ${day}`),
    ).toEqual([
      'h2 0 r2 -4 2030-01-07',
      'h2 1 r3 4 2030-01-07',
      'h2 2 r2 -3 2030-01-07',
      'h2 3 null 3 2030-01-07',
      'h3 0 r2 -2 2030-01-08',
      'h3 1 r3 2 2030-01-08',
    ]);
    expect(rows.at(-1)).toMatchObject({
      tpp: ours,
      name: 'Kari',
      at: new Date(start + minute),
      transfer: 3,
      kind: 'PAYMENT',
    });
  });

  it('reads the KID agreements of accounts of the TPP', async () => {
    const keys = ['bban:R1', 'bban:R2', 'bban:R4'];
    const creditors = [{ bban: 'r1', iban: null, kidAgreement: kid }];
    const psu = { psuId: 'nobody', identityNumber: null, sessionId: null };
    expect((await factsOf(room, { psu, accountKeys: keys })).accounts).toEqual(creditors);
    expect((await factsOf(room, { psu, accountKeys: [] })).accounts).toEqual([]);
  });
});
