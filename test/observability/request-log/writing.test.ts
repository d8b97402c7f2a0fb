import { randomUUID } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { generatedTppId } from '../../../src/domain/sandbox/generated-tpps.ts';
import { type CompletedRequest, maxStoredBodyBytes } from '../../../src/observability/request-log/entry.ts';
import { createRequestQueue, type QueuedRequest } from '../../../src/observability/request-log/queue.ts';
import { defaultPauses, RequestLog } from '../../../src/observability/request-log/request-log.ts';
import { readRecord } from '../../../src/observability/request-record.ts';
import { type RequestTrace, traceFactory } from '../../../src/observability/request-trace.ts';
import {
  entriesKept,
  type LogKind,
  type RequestLogStore,
  type StoredRequest,
} from '../../../src/operations/request-log/ports.ts';
import { startBank } from '../../support/bank.ts';
import { newPayment } from '../../support/story.ts';
import { logOf, sendSigned } from './support.ts';

const hour = 3_600_000;
const answer = { status: 200, headers: {}, body: new TextEncoder().encode('{}') };
const bytes = (length: number) => new Uint8Array(length);

interface Fake extends RequestLogStore {
  readonly rows: StoredRequest[];
  readonly trims: string[];
  fault: Error | null;
  begun: number;
  /** Holds the current insert until it resolves. */
  hold: Promise<void> | null;
}

function fakeStore(): Fake {
  const store: Fake = {
    rows: [],
    trims: [],
    fault: null,
    begun: 0,
    hold: null,
    async insert(entries) {
      store.begun += 1;
      await store.hold;
      if (store.fault) throw store.fault;
      const known = new Set(store.rows.map(({ id }) => id));
      store.rows.push(...entries.filter(({ id }) => !known.has(id)));
    },
    trim: async (tppId, kind, keep) => void store.trims.push(`${tppId} ${kind} ${keep}`),
    page: async () => [],
    count: async () => 0,
    find: async () => null,
    deleteOld: async () => 0,
  };
  return store;
}

/** Begins a write that lasts until the returned function is called. */
async function beginWrite(store: Fake, log: RequestLog): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  store.hold = new Promise((resolve) => {
    release = resolve;
  });
  const written = log.flush();
  await nextIteration();
  return () => {
    release();
    return written;
  };
}

function logOn(
  store: Fake,
  pauses = { first: hour, between: hour, underLoad: hour, afterFailure: hour },
  clock: () => number = Date.now,
) {
  const lost: unknown[] = [];
  const begin = traceFactory(clock);
  const log = new RequestLog({
    store,
    tppOfCertificate: () => null,
    mayRecover: (error) => (error as Error).message === 'away',
    onError: (error) => void lost.push(error),
    pauses,
  });
  const note = (
    tppId = 'TPP',
    change: (trace: RequestTrace) => void = () => undefined,
    body = bytes(0),
  ): string => {
    const trace = begin();
    trace.caller = { tppId, name: tppId, roles: null };
    change(trace);
    const id = randomUUID();
    const request: CompletedRequest = {
      method: 'POST',
      target: '/v1/x',
      headers: new Headers({ 'x-request-id': id }) as unknown as CompletedRequest['headers'],
      body,
      trace,
      isLate: false,
    };
    log.add(request, answer);
    return id;
  };
  return { log, note, lost };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const idsOf = (store: Fake) => store.rows.map(({ xRequestId }) => xRequestId);

describe('entries that wait to be written', () => {
  const entry = (tppId: string, kind: LogKind, bytes: number): QueuedRequest => ({ tppId, kind, bytes });
  const generated = (number: number) => generatedTppId('A', 'ABCDEF012345', String(number).padStart(12, '0'));
  const all = <One extends QueuedRequest>(waiting: ReturnType<typeof createRequestQueue<One>>) =>
    waiting.beginBatch(waiting.count());
  /** The fixed cost of an entry, in addition to headers and bodies. */
  const beside = 2_048;

  it('are the newest of each TPP, up to the limit of each kind', () => {
    const waiting = createRequestQueue<QueuedRequest & { readonly number?: number }>();
    waiting.add(entry('B', 'OWN', 10));
    for (let number = 0; number < 1_500; number += 1)
      for (const kind of ['OWN', 'UNPROVEN'] as const) waiting.add({ ...entry('A', kind, 10), number });
    expect(waiting.count()).toBe(entriesKept.OWN + entriesKept.UNPROVEN + 1);
    expect(waiting.weight()).toBe((10 + beside) * waiting.count());
    expect([all(waiting)[0], all(waiting)[1], all(waiting).at(-1)]).toMatchObject([
      { tppId: 'B' },
      { number: 1_500 - entriesKept.OWN },
      { number: 1_499 },
    ]);
    waiting.endBatch(false);
    expect([waiting.count(), waiting.weight()]).toEqual([0, 0]);
  });

  it('have a bound of memory for one TPP and for all; a busy TPP pushes out no other', () => {
    const waiting = createRequestQueue({ total: 18_000, perList: 7_000 });
    waiting.add(entry('quiet', 'OWN', 10));
    for (let number = 0; number < 50; number += 1) waiting.add(entry('loud', 'OWN', 150));
    expect(waiting.weight()).toBe(3 * (150 + beside) + 10 + beside);
    for (const tppId of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) waiting.add(entry(tppId, 'OWN', 300));
    expect(waiting.weight()).toBeLessThanOrEqual(18_000);
    expect(all(waiting).map(({ tppId }) => tppId)).toContain('quiet');
  });

  it('share a bound between TPPs that one TPP has made', () => {
    const waiting = createRequestQueue({ total: 18_000, perList: 7_000 });
    waiting.add(entry('quiet', 'OWN', 10));
    for (let number = 0; number < 15; number += 1) waiting.add(entry(generated(number), 'OWN', 150));
    expect(waiting.weight()).toBe(3 * (150 + beside) + 10 + beside);
  });

  it.each([true, false])(
    'have the same bound with those that are being written (will retry: %s)',
    (willRetry) => {
      const waiting = createRequestQueue({ total: 18_000, perList: 7_000 });
      for (const tppId of ['a', 'a', 'a', 'b']) waiting.add(entry(tppId, 'OWN', 150));
      const writing = waiting.beginBatch(2);
      for (let number = 0; number < 50; number += 1)
        for (const tppId of ['a', 'b', 'c', 'd']) waiting.add(entry(tppId, 'OWN', 150));
      // Newer entries have replaced the two, which still take memory.
      expect(waiting.weight()).toBeLessThanOrEqual(18_000);
      const left = waiting.count();
      expect(waiting.weight()).toBe((left + writing.length) * (150 + beside));
      waiting.endBatch(willRetry);
      expect([waiting.count(), waiting.weight()]).toEqual([left, left * (150 + beside)]);
      expect(all(waiting)).not.toContain(writing[0]);
    },
  );

  it('return to the queue if they could not be written', () => {
    const waiting = createRequestQueue();
    for (const tppId of ['a', 'b']) waiting.add(entry(tppId, 'OWN', 150));
    const writing = waiting.beginBatch(1);
    waiting.endBatch(true);
    expect([waiting.count(), waiting.weight()]).toEqual([2, 2 * (150 + beside)]);
    expect(waiting.beginBatch(1)).toEqual(writing);
  });
});

describe('the stored body of a request', () => {
  const storedBody = async (body: Uint8Array<ArrayBuffer>, change: () => void = () => undefined) => {
    const store = fakeStore();
    const { log, note } = logOn(store);
    note('TPP', undefined, body);
    change();
    await log.flush();
    return store.rows.map(({ record }) => readRecord(record).requestBody);
  };

  it('is a copy: the buffers of the connection may be reused', async () => {
    const sent = new TextEncoder().encode('{"n":1}');
    expect(await storedBody(sent, () => sent.fill(0))).toEqual(['{"n":1}']);
  });

  it('is the beginning of a long body', async () => {
    const long = new TextEncoder().encode('x'.repeat(100_000));
    expect(await storedBody(long)).toEqual([`${'x'.repeat(maxStoredBodyBytes)}… (100000 bytes in all)`]);
  });
});

describe('the writer', () => {
  it('writes each request unchanged, even when most of many are pushed out', async () => {
    const store = fakeStore();
    const { log, note } = logOn(store);
    const bodies = Array.from({ length: 2_500 }, (_, at) => new TextEncoder().encode(`{"n":${at}}`));
    for (const body of bodies.slice(0, 1_500)) note('TPP', undefined, body);
    await log.flush();
    for (const body of bodies.slice(1_500)) note('TPP', undefined, body);
    await log.flush();
    const sent = store.rows.map(({ record }) => readRecord(record).requestBody);
    expect(sent).toEqual(Array.from({ length: 2_000 }, (_, at) => `{"n":${at + 500}}`));
  });

  it('writes concurrent entries together, in their order', async () => {
    const store = fakeStore();
    const { log, note } = logOn(store);
    const ids = Array.from({ length: 150 }, () => note());
    expect(store.rows).toEqual([]);
    await log.flush();
    expect(idsOf(store)).toEqual(ids);
    const order = store.rows.map(({ id }) => id);
    expect(order).toEqual([...order].sort());
    expect(store.trims).toEqual(['TPP OWN 1000']);
  });

  it('lets other requests run while it hides the secrets of large bodies', async () => {
    const { log, note } = logOn(fakeStore());
    const body = new TextEncoder().encode('ticket=a&'.repeat(4_000));
    for (let count = 0; count < 64; count += 1) note('TPP', undefined, body);
    // By this clock each body takes longer than a piece of work may.
    let milliseconds = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 10));
    let [iterations, isWritten] = [0, false];
    const countIteration = () => {
      iterations += 1;
      if (!isWritten) setImmediate(countIteration);
    };
    setImmediate(countIteration);
    await log.flush();
    isWritten = true;
    expect(iterations).toBeGreaterThanOrEqual(64);
  });

  it('loses nothing when the process stops, including entries that arrive during a write', async () => {
    const store = fakeStore();
    const { log, note } = logOn(store);
    const first = note();
    const endWrite = await beginWrite(store, log);
    const second = note();
    await Promise.all([log.stop(), endWrite()]);
    expect(idsOf(store)).toEqual([first, second]);
  });

  it('a write that lasts longer than the stop is the last one, and its failure is no defect', async () => {
    const store = fakeStore();
    const { log, note, lost } = logOn(store);
    for (let count = 0; count < 100; count += 1) note();
    const endWrite = await beginWrite(store, log);
    await log.stop();
    store.fault = new Error('the pool was closed');
    await endWrite();
    expect({ lost, begun: store.begun }).toEqual({ lost: [], begun: 1 });
  });

  it('retries entries that the database could not take, and writes them once it is back', async () => {
    const store = fakeStore();
    const { log, note, lost } = logOn(store);
    const ids = Array.from({ length: 130 }, () => note());
    store.fault = new Error('away');
    await log.flush();
    expect(store.rows).toEqual([]);
    store.fault = null;
    await log.flush();
    expect(idsOf(store).sort()).toEqual(ids.sort());
    expect(lost).toEqual([]);
  });

  it('without a database for minutes retries once a second, keeps the newest within bounds, and writes them when it is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    const store = fakeStore();
    const { log, note, lost } = logOn(store, defaultPauses);
    store.fault = new Error('away');
    const ids: string[] = [];
    for (let second = 0; second < 5 * 60; second += 1) {
      ids.push(note(), note(), note(), note());
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(store.begun).toBeGreaterThan(250);
    expect(store.begun).toBeLessThan(350);
    expect(store.rows).toEqual([]);
    store.fault = null;
    await vi.advanceTimersByTimeAsync(3_000);
    await log.flush();
    expect(idsOf(store)).toEqual(ids.slice(-entriesKept.OWN));
    expect(lost).toEqual([]);
  });

  it('keeps the newest when a write fails after newer entries have arrived', async () => {
    const store = fakeStore();
    const { log, note } = logOn(store);
    const ids = Array.from({ length: entriesKept.OWN }, () => note());
    const endWrite = await beginWrite(store, log);
    for (let count = 0; count < 500; count += 1) ids.push(note());
    store.fault = new Error('away');
    await endWrite();
    store.fault = null;
    await log.flush();
    expect(idsOf(store)).toEqual(ids.slice(-entriesKept.OWN));
  });

  it('stores an entry once, although the database fails after the insert', async () => {
    const store = fakeStore();
    vi.spyOn(store, 'trim').mockRejectedValueOnce(new Error('away'));
    const { log, note } = logOn(store);
    const id = note();
    await log.flush();
    expect(log.unwritten()).toBe(1);
    await log.flush();
    expect([idsOf(store), log.unwritten()]).toEqual([[id], 0]);
  });

  it('has stored all earlier entries after a flush, also when two flushes wait for the same write', async () => {
    const store = fakeStore();
    const { insert } = store;
    store.insert = (entries) => nextIteration().then(() => insert(entries));
    const { log, note } = logOn(store);
    note();
    void log.flush();
    await Promise.resolve();
    note();
    const flushed = async () => {
      await log.flush();
      return store.rows.length;
    };
    expect(await Promise.all([flushed(), flushed()])).toEqual([2, 2]);
  });

  it('counts an entry as unwritten until its write has succeeded', async () => {
    const store = fakeStore();
    const { log, note } = logOn(store);
    for (let count = 0; count < 100; count += 1) note();
    const endWrite = await beginWrite(store, log);
    note();
    expect(log.unwritten()).toBe(101);
    await endWrite();
    expect(log.unwritten()).toBe(1);
  });

  it('drops what can never be written, and reports it', async () => {
    const store = fakeStore();
    const { log, note, lost } = logOn(store);
    note();
    store.fault = new Error('no such column');
    await log.flush();
    store.fault = null;
    const next = note();
    await log.flush();
    expect([idsOf(store), lost]).toEqual([[next], [expect.any(Error)]]);
  });

  it('does not fail a response that it cannot log, and reports it', async () => {
    const store = fakeStore();
    const { log, note, lost } = logOn(store);
    note('TPP', (trace) => {
      trace.end = () => {
        throw new Error('of no use');
      };
    });
    await log.flush();
    expect([store.rows, lost]).toEqual([[], [expect.any(Error)]]);
  });

  it('writes one batch at a time, however many requests arrive during an outage', async () => {
    const store = fakeStore();
    store.hold = new Promise(() => undefined);
    const { note } = logOn(store, { first: 0, between: 0, underLoad: 0, afterFailure: 0 });
    for (let at = 0; at < 500; at += 1) {
      note(`TPP-${at % 3}`, undefined, bytes(maxStoredBodyBytes));
      if (at % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(store.begun).toBeLessThanOrEqual(1);
  });

  it.each([
    [499, { between: 0, underLoad: hour }],
    [500, { between: hour, underLoad: 0 }],
  ])('pauses by the size of the last batch: after %i requests', async (count, pauses) => {
    const store = fakeStore();
    const { log, note } = logOn(store, { first: 0, afterFailure: hour, ...pauses });
    for (let at = 0; at < count; at += 1) note();
    await log.flush();
    const last = note();
    await expect.poll(() => idsOf(store).at(-1)).toBe(last);
  });

  it('stops although the database never responds', async () => {
    const store = fakeStore();
    store.hold = new Promise(() => undefined);
    const { log, note } = logOn(store);
    note();
    await log.stop();
    expect(store.rows).toEqual([]);
  });
});

describe('on PostgreSQL', () => {
  it('a stopping process has written everything, and the table stays within its bounds', async () => {
    const bank = await startBank({
      requestLog: { pauses: { first: hour, between: hour, underLoad: hour, afterFailure: hour } },
    });
    const tpp = bank.tpp();
    await newPayment(tpp);
    expect(await bank.count('logged_requests')).toBe(0);
    await bank.app.stop(1_000);
    expect(await bank.count('logged_requests')).toBe(1);

    const store = (await import('../../../src/db/unit-of-work.ts')).createUnitOfWork(bank.database).stores
      .requestLog;
    const [row] = await store.page('PSDNO-FSA-TEST1', {}, { limit: 1 });
    if (row === undefined) throw new Error('no row');
    const copies = (count: number, kind: StoredRequest['kind']) =>
      Array.from({ length: count }, (_, at) => ({
        ...row,
        kind,
        id: `00000000-0000-7${at.toString(16).padStart(3, '0')}-8000-${randomUUID().slice(24)}`,
        xRequestId: `${kind} ${at}`,
      }));
    await store.insert(copies(30, 'OWN'));
    await store.insert(copies(30, 'UNPROVEN'));
    await store.trim('PSDNO-FSA-TEST1', 'UNPROVEN', 20);
    expect(await store.count('PSDNO-FSA-TEST1', {}, 100)).toBe(51);
    const kept = await store.page('PSDNO-FSA-TEST1', {}, { limit: 100 });
    expect(kept.filter(({ kind }) => kind === 'UNPROVEN').map(({ xRequestId }) => xRequestId)).toContain(
      'UNPROVEN 29',
    );
    expect(kept.some(({ xRequestId }) => xRequestId === 'UNPROVEN 9')).toBe(false);

    expect(await store.deleteOld(row.at, row.at + 1, 40)).toBe(40);
    expect(await store.deleteOld(row.at, row.at + 1, 40)).toBe(11);
    await bank.stop();
  });

  it('a flood of refused requests pushes out no successful request', async () => {
    const bank = await startBank();
    const tpp = bank.tpp();
    const paymentId = await newPayment(tpp);
    for (let at = 0; at < entriesKept.UNPROVEN + 20; at += 1)
      await sendSigned(
        bank,
        tpp.identity,
        () => 'x',
        (headers) => headers.delete('date'),
      );
    const entries = await logOf(tpp, { status: 400 });
    expect(entries).toHaveLength(100);
    expect(await bank.count('logged_requests where kind = 2')).toBeLessThanOrEqual(
      entriesKept.UNPROVEN + 250,
    );
    expect((await logOf(tpp, { status: 201 }))[0]?.responseBody).toContain(paymentId);
    await bank.stop();
  });
});

it('a response that the deadline replaced has no cookie in the log', async () => {
  const store = fakeStore();
  const { log } = logOn(store);
  const trace = traceFactory(Date.now)();
  trace.caller = { tppId: 'TPP', name: 'TPP', roles: null };
  const headers = new Headers() as unknown as CompletedRequest['headers'];
  const late = { method: 'GET', target: '/sca/x', headers, body: null, trace, isLate: true };
  log.add(late, { status: 303, headers: { location: '/' }, cookies: ['sca=secret'], body: null });
  await log.flush();
  const { status, record } = store.rows[0] as StoredRequest;
  expect([status, readRecord(record).responseHeaders]).toEqual([503, []]);
});
