import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOrderWorker, type OrderWorkerParts } from '../../src/bank/core/orders/worker.ts';
import {
  createStatusPoller,
  type StatusPollerParts,
} from '../../src/bank/upstream/statuses/status-poller.ts';
import { type ClockCheck, createClockCheck } from '../../src/housekeeping/clock-check.ts';
import type { Stores } from '../../src/operations/ports/stores.ts';
import { workOn } from '../operations/stores.ts';
import { samples } from '../process/support.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { authorise, domesticPath, newPayment } from '../support/story.ts';

const day = 86_400_000;

describe('the comparison of clocks', () => {
  const time = { own: 0, database: 0, answersAfter: 0 };
  let said: string[];
  let check: ClockCheck;
  beforeEach(() => {
    Object.assign(time, { own: 1_000_000, database: 1_000_000, answersAfter: 0 });
    said = [];
    check = createClockCheck({
      clock: () => time.own,
      readDatabaseTime: async () => {
        const read = time.database;
        time.own += time.answersAfter;
        return read;
      },
      onWrong: (offsetMs) => said.push(`differs ${offsetMs}`),
      onRight: () => said.push('agrees'),
    });
  });

  it('blocks all work until it has been made', async () => {
    expect(check.agreedAtLastComparison()).toBe(false);
    expect(check.offsetMs()).toBeNull();
    expect(await check.agreesNow()).toBe(true);
    expect(check.agreedAtLastComparison()).toBe(true);
    expect(check.offsetMs()).toBe(0);
  });

  it.each([
    [5_000, true],
    [5_001, false],
    [-5_000, true],
    [-5_001, false],
    [3 * day, false],
  ])('with a clock that is %i ms ahead: %s', async (ahead, right) => {
    time.own += ahead;
    expect(await check.agreesNow()).toBe(right);
    expect(check.agreedAtLastComparison()).toBe(right);
    expect(check.offsetMs()).toBe(ahead);
    expect(said).toEqual(right ? [] : [`differs ${ahead}`]);
  });

  it('does not take a slow response for a wrong clock', async () => {
    time.answersAfter = 8_000;
    expect(await check.agreesNow()).toBe(true);
    time.own += 6_000;
    expect(await check.agreesNow()).toBe(false);
  });

  it('logs one line when the clock becomes wrong, and one when it is right again', async () => {
    for (const ahead of [0, day, day, day, -2 * day, -day, 0, 0]) {
      time.own = time.database + ahead;
      await check.agreesNow();
    }
    expect(said).toEqual([`differs ${day}`, 'agrees']);
  });

  it('runs once for all concurrent callers, and rejects while the database does not respond', async () => {
    let [asked, fails] = [0, true];
    const shared = createClockCheck({
      clock: () => 0,
      readDatabaseTime: async () => {
        asked += 1;
        if (fails) throw new Error('away');
        return 0;
      },
      onWrong: () => undefined,
      onRight: () => undefined,
    });
    await expect(Promise.all([shared.agreesNow(), shared.agreesNow()])).rejects.toThrow('away');
    expect([asked, shared.agreedAtLastComparison()]).toEqual([1, false]);
    fails = false;
    expect(await Promise.all([shared.agreesNow(), shared.agreesNow(), shared.agreesNow()])).toEqual([
      true,
      true,
      true,
    ]);
    expect(asked).toBe(2);
  });
});

describe('a process whose clock is days ahead', () => {
  const database = { now: Date.now() };
  const lines: string[] = [];
  let bank: Bank;
  let tpp: Tpp;
  beforeEach(async () => {
    lines.length = 0;
    bank = await startBank({
      clockCheck: {
        readDatabaseTime: async () => database.now,
        onWrong: (offsetMs) => lines.push(`differs by ${offsetMs / day} days`),
        onRight: () => lines.push('agrees'),
      },
    });
    database.now = bank.time.now;
    tpp = bank.tpp();
  });
  afterEach(() => bank.stop());
  const ready = async () => {
    const answer = await bank.fetch('/readyz');
    return `${answer.status} ${(await answer.text()).trim()}`;
  };

  it('pays, rejects and forgets nothing, is not ready, and resumes when its clock is right', async () => {
    const approved = await newPayment(tpp);
    await authorise(tpp, `${domesticPath}/${approved}/authorisations`);
    const open = await newPayment(tpp);
    await tpp.rest('POST', `${domesticPath}/${open}/authorisations`);
    const requests = await bank.count('request_answers');
    const statuses = async () => {
      const rows = await bank.sql<
        { status: string }[]
      >`select status from payments where payment_id in ${bank.sql([approved, open])} order by payment_id`;
      return rows.map(({ status }) => status);
    };
    const before = await statuses();
    await bank.app.runner.tick();
    expect(await ready()).toBe('200 ready');

    bank.time.now += 40 * day;
    expect(await bank.app.runner.tick()).toBe(0);
    expect(await ready()).toBe('503 the clock differs from that of the database');
    expect(await statuses()).toEqual(before);
    expect(await bank.count('request_answers')).toBe(requests);
    expect((await samples(bank)).get('psd2_clock_offset_seconds')).toBe(40 * 86_400);
    await bank.app.runner.tick();
    expect(lines).toEqual(['differs by 40 days']);

    database.now = bank.time.now;
    expect(await bank.app.runner.tick()).toBeGreaterThan(0);
    expect(await ready()).toBe('200 ready');
    expect(await statuses()).not.toEqual(before);
    expect(lines).toEqual(['differs by 40 days', 'agrees']);
    expect((await samples(bank)).get('psd2_clock_offset_seconds')).toBe(0);
  });

  it('is not ready from its start', async () => {
    bank.time.now += 40 * day;
    // On a busy machine, the first probe may find no open connection in time.
    await expect.poll(ready).toBe('503 the clock differs from that of the database');
  });
});

describe('work with a remote bank under a wrong clock', () => {
  const mayRunTimedWork = async () => false;
  const never = new Proxy(
    {},
    {
      get: (_, name) => () => {
        throw new Error(`${String(name)} was called`);
      },
    },
  ) as never;
  const parts = {
    work: workOn({ get: () => never } as unknown as Stores),
    mayRunTimedWork,
  };

  it('polls no status', async () => {
    const poller = createStatusPoller({
      ...parts,
      clock: Date.now,
      onError: never,
    } as unknown as StatusPollerParts);
    expect(await poller.pollDue()).toBe(0);
  });

  it('sends no order and reads no report', async () => {
    const worker = createOrderWorker({
      ...parts,
      carrier: { callTimeoutMs: 10_000 },
      clock: Date.now,
      onError: never,
    } as unknown as OrderWorkerParts);
    expect(await worker.tick()).toBe(0);
  });
});
