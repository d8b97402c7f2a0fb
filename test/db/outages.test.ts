import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/db/connections/client.ts';
import { refusalOfFailure } from '../../src/db/connections/failure.ts';
import { createListener } from '../../src/db/connections/listener.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { nightly, rounds } from '../support/nightly.ts';
import { withDatabase } from '../support/with-database.ts';
import { type Door, openDoor } from './support/doors.ts';
import { raw } from './support/raw.ts';

const poolSize = 10;
/** The bound for work to resume after the database returns. The pauses between probes are tested in breaker.test.ts. */
const promisedMs = 1_000;
let bank: Bank;
let door: Door;
let database: OpenDatabase;
let notices: string[];
beforeEach(async () => {
  notices = [];
  bank = await startBank();
  door = await openDoor(bank.databaseUrl);
  database = openDatabase({ url: door.url, poolSize, notice: (event) => void notices.push(event) });
});
afterEach(async () => {
  await door.stop();
  await Promise.all([database.close(), bank.stop()]);
});

const ask = () => raw<{ one: number }>(database.session, 'select 1 as one');
const outcome = () =>
  ask().then(
    () => 'answered',
    (error: unknown) => refusalOfFailure(error)?.status ?? `defect: ${String(error)}`,
  );
const atOnce = rounds(20, 100);
/** Runs so many concurrent loops of requests, with pauses of ten milliseconds; returns the distinct outcomes. */
async function load(milliseconds: number): Promise<Set<unknown>> {
  const until = performance.now() + milliseconds;
  const outcomes = new Set<unknown>();
  const one = async () => {
    while (performance.now() < until) {
      outcomes.add(await outcome());
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return outcomes;
}

describe.each(nightly ? (['close', 'refuse'] as const) : (['refuse'] as const))(
  'a database behind a proxy that will %s',
  (manner) => {
    it('is tried at most six times a second under load, logged once, and used again at once', async () => {
      await ask();
      await door.behave(manner);
      await expect.poll(outcome).toBe(503);
      const before = door.accepted.length;
      expect([...(await load(1_500))]).toEqual([503]);
      expect(door.accepted.length - before).toBeLessThanOrEqual(poolSize + 12);
      await expect(database.ping()).rejects.toThrow();
      const later = door.accepted.length;
      await load(1_000);
      expect(door.accepted.length - later).toBeLessThanOrEqual(7);
      expect(notices).toEqual(['database lost']);
      await door.behave('through');
      const onReconnect = performance.now();
      await expect.poll(outcome, { interval: 5, timeout: 5_000 }).toBe('answered');
      expect(performance.now() - onReconnect).toBeLessThan(promisedMs);
      await database.ping();
      expect(notices).toEqual(['database lost', 'database found']);
    });
  },
);

it('a proxy that cuts each connection at its first statement is not flooded', async () => {
  door.watch((sent) => (/select (1|pg_is_in_recovery)/.test(sent.toString('latin1')) ? 'cut' : 'pass'));
  await expect.poll(outcome).toBe(503);
  await load(1_000);
  const before = door.accepted.length;
  await load(1_000);
  expect(door.accepted.length - before).toBeLessThanOrEqual(7);
  door.watch(null);
  const onReconnect = performance.now();
  await expect.poll(outcome, { interval: 5, timeout: 5_000 }).toBe('answered');
  expect(performance.now() - onReconnect).toBeLessThan(promisedMs);
});

it('a proxy that accepts every other connection is not flooded', async () => {
  let turn = 0;
  door.watch((sent) => {
    // The first message of a connection names the user.
    if (!sent.toString('latin1').includes('application_name')) return 'pass';
    turn += 1;
    return turn % 2 === 0 ? 'pass' : 'cut';
  });
  const cutAll = setInterval(() => void door.behave('through'), 20);
  await load(1_500);
  clearInterval(cutAll);
  expect(door.accepted.length).toBeLessThanOrEqual(poolSize + 1.5 * 10 + 1.5 * 10);
});

it('open connections are used while no new one can be made, which is counted', async () => {
  await Promise.all(Array.from({ length: 4 }, () => raw(database.session, 'select pg_sleep(0.05)')));
  await door.behave('close', 'keep');
  expect([...(await load(500))]).toEqual(['answered']);
  expect(notices).toEqual([]);
  expect(database.failures().connection).toBeGreaterThan(0);
  await database.ping();
});

it('a statement without an answer ends, and its connection with it', async () => {
  const impatient = openDatabase({ url: door.url, poolSize: 1, answerTimeoutMs: 150 });
  const run = () => raw(impatient.session, 'select 1');
  await run();
  door.watch(() => 'hold');
  expect(refusalOfFailure(await run().catch((error: unknown) => error))?.status).toBe(503);
  const held = impatient.transaction((session) => raw(session, 'select 1'));
  expect(refusalOfFailure(await held.catch((error: unknown) => error))?.status).toBe(503);
  door.watch(null);
  await expect
    .poll(
      () =>
        run().then(
          () => true,
          () => false,
        ),
      { interval: 5, timeout: 1_000 },
    )
    .toBe(true);
  await impatient.close();
});

it.each(['25P03', '25P04'])('a transaction that the server ends with %s can be retried', async (code) => {
  const ended = raw(database.session, `do 'begin raise sqlstate ''${code}''; end'`);
  expect(refusalOfFailure(await ended.catch((error: unknown) => error))?.status).toBe(503);
});

it('a probe does not wait for a connection as long as other work does', async () => {
  door.watch(() => 'hold');
  await expect(database.ping()).rejects.toMatchObject({ code: 'POOL_TIMEOUT' });
});

it('the log has the code with which the server refuses a connection', async () => {
  const lines: unknown[] = [];
  const url = withDatabase(bank.databaseUrl, 'no_such_database');
  const refused = openDatabase({ url, poolSize: 1, notice: (...line) => lines.push(line) });
  await expect(refused.ping()).rejects.toThrow();
  expect(lines).toEqual([['database lost', { code: '3D000' }]]);
  await refused.close();
});

it('a connection to a server that accepts no writes is replaced, because another may accept them', async () => {
  const name = new URL(bank.databaseUrl).pathname.slice(1);
  const write = () =>
    raw(database.session, 'update tpps set name = name').then(
      () => 'answered',
      (error: unknown) => refusalOfFailure(error)?.status,
    );
  await bank.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  expect(await write()).toBe(503);
  await bank.sql.unsafe(`alter database ${name} reset default_transaction_read_only`);
  expect(await write()).toBe('answered');
});

it('nothing waits after the end of the pool', async () => {
  await ask();
  await database.close();
  await expect(ask()).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
});

describe('the connection that listens', () => {
  const listening = (url: string) =>
    createListener({ url, channel: 'none', onNotification: () => undefined, onReconnect: () => undefined });

  it('is retried no faster than on its own, however many callers request it', async () => {
    await door.behave('close');
    const listener = listening(door.url);
    const until = performance.now() + 1_000;
    while (performance.now() < until) {
      await listener.start().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(door.accepted.length).toBeLessThanOrEqual(5);
    await door.behave('through');
    await expect
      .poll(() =>
        listener.start().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await listener.stop();
  });

  it('is not reported as made again if it is stopped meanwhile', async () => {
    const onReconnect = vi.fn();
    const listener = createListener({
      url: door.url,
      channel: 'stopped',
      onNotification: () => undefined,
      onReconnect,
    });
    await listener.start();
    let stopping: Promise<void> | null = null;
    door.watch((sent) => {
      if (sent.toString('latin1').includes('listen "stopped"')) stopping = listener.stop();
      return 'pass';
    });
    await door.behave('through');
    await expect.poll(() => stopping).not.toBeNull();
    await expect
      .poll(() => bank.sql`select 1 from pg_stat_activity where query = 'listen "stopped"'`)
      .toHaveLength(0);
    await stopping;
    expect(onReconnect).not.toHaveBeenCalled();
  });

  it('is made again at most five times a second when it is cut as soon as it opens', async () => {
    const listener = listening(door.url);
    await listener.start();
    const before = door.accepted.length;
    const until = performance.now() + 1_500;
    await expect
      .poll(
        async () => {
          if (listener.isConnected()) await door.behave('through');
          return performance.now() > until;
        },
        { interval: 5, timeout: 5_000 },
      )
      .toBe(true);
    const attempts = door.accepted.slice(before);
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(1);
    // The pause is 200 ms. A timer may fire a little early.
    expect(Math.min(...pauses)).toBeGreaterThan(195);
    await listener.stop();
  });

  it('does not hold up a stop when the server is frozen', async () => {
    const listener = listening(door.url);
    await listener.start();
    door.watch(() => 'hold');
    await listener.stop();
  });
});
