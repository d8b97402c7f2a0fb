import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../../src/operations/ports/page.ts';
import type { RequestLogFilter, StoredRequest } from '../../../src/operations/request-log/ports.ts';
import { behind } from '../../support/interleave.ts';
import { ours, shareStoreroom, start, theirs } from '../support/rows.ts';

/** The tests name only the end of each UUID. */
const idOf = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`;
/** Ordered by time, as in the service. */
const idAt = (at: number, end: string) => {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${end.padStart(12, '0')}`;
};
const endOf = (id: string) => id.slice(24).replace(/^0+/, '');

const row = (end: string, change: Partial<StoredRequest> = {}): StoredRequest => ({
  tppId: ours,
  kind: 'OWN',
  id: idOf(end),
  at: start,
  status: 200,
  code: null,
  path: '/v1/x',
  xRequestId: null,
  record: Buffer.from(`record of ${end}`),
  ...change,
});
const rows = [
  row('a1'),
  row('a2', { kind: 'CONSOLE', status: 201, path: '/graphql' }),
  row('a3', { at: start + 1, code: 'FORMAT_ERROR', status: 400, xRequestId: 'Ab-1' }),
  row('a4', { at: start + 2, kind: 'UNPROVEN', status: 401, code: 'SIGNATURE_INVALID' }),
  row('a5', { at: start + 3, xRequestId: 'ab-2' }),
  row('a6', { tppId: theirs }),
];

const room = shareStoreroom();
beforeAll(() => room.read.requestLog.insert(rows));

const log = () => room.read.requestLog;
const page = async (filter: RequestLogFilter, part: Partial<Page<string>> = {}, tppId = ours) => {
  const found = await log().page(tppId, filter, { limit: 9, ...part });
  return found.map(({ id }) => endOf(id));
};

describe('a page', () => {
  it('has the newest first, of one TPP, each as it was stored', async () => {
    expect(await log().page(ours, {}, { limit: 9 })).toEqual(rows.slice(0, 5).reverse());
    expect(await page({}, {}, theirs)).toEqual(['a6']);
    expect(await page({}, {}, 'PSDNO-FSA-NOBODY')).toEqual([]);
  });

  it('goes on behind an entry, or ends before one', async () => {
    expect(await page({}, { limit: 2 })).toEqual(['a5', 'a4']);
    expect(await page({}, { limit: 2, after: idOf('a4') })).toEqual(['a3', 'a2']);
    expect(await page({}, { after: idOf('a1') })).toEqual([]);
    expect(await page({}, { limit: 2, fromEnd: true })).toEqual(['a2', 'a1']);
    expect(await page({}, { limit: 2, fromEnd: true, before: idOf('a2') })).toEqual(['a4', 'a3']);
    expect(await page({}, { after: idOf('a5'), before: idOf('a2') })).toEqual(['a4', 'a3']);
  });

  it.each<[RequestLogFilter, string[]]>([
    [{ status: 200 }, ['a5', 'a1']],
    [{ status: 418 }, []],
    [{ code: 'FORMAT_ERROR' }, ['a3']],
    [{ path: '/graphql' }, ['a2']],
    [{ path: '/graph' }, []],
    [{ since: start + 1 }, ['a5', 'a4', 'a3']],
    [{ until: start + 1 }, ['a3', 'a2', 'a1']],
    [{ since: start + 1, until: start + 2 }, ['a4', 'a3']],
    [{ xRequestId: 'aB-1' }, ['a3']],
    [{ xRequestId: 'AB-2' }, ['a5']],
    [{ xRequestId: 'ab' }, []],
    [{ fromConsole: true }, ['a2']],
    [{ fromConsole: false }, ['a5', 'a4', 'a3', 'a1']],
    [{ fromConsole: false, status: 200, since: start + 1 }, ['a5']],
  ])('of %j', async (filter, ids) => {
    expect(await page(filter)).toEqual(ids);
    expect(await log().count(ours, filter, 9)).toBe(ids.length);
  });
});

it('a count stops at its bound', async () => {
  expect([await log().count(ours, {}, 5), await log().count(ours, {}, 4)]).toEqual([5, 4]);
  expect(await log().count('PSDNO-FSA-NOBODY', {}, 4)).toBe(0);
});

it('an entry is found by its TPP alone, of any kind', async () => {
  for (const one of rows.slice(0, 5)) expect(await log().find(ours, one.id)).toEqual(one);
  expect(await log().find(theirs, idOf('a1'))).toBeNull();
  expect(await log().find(ours, idOf('a9'))).toBeNull();
});

describe('many entries at once', () => {
  it.each([1, 3, 64])('%i are written, each once', async (count) => {
    const tppId = `PSDNO-FSA-${count}`;
    const made = Array.from({ length: count }, (_, at) => row(`d${String(at).padStart(3, '0')}`, { tppId }));
    await log().insert(made);
    expect(await log().page(tppId, {}, { limit: 999 })).toEqual([...made].reverse());
  });

  it('existing entries are left alone', async () => {
    await log().insert([row('a1', { status: 500 }), row('a0')]);
    expect(await log().find(ours, idOf('a1'))).toEqual(rows[0]);
    expect(await log().find(ours, idOf('a0'))).not.toBeNull();
  });
});

it('the newest of a kind stay, and other kinds are left alone', async () => {
  const tppId = 'PSDNO-FSA-TRIM';
  const kept = [
    row('e1', { tppId, kind: 'CONSOLE' }),
    ...['e2', 'e3', 'e4', 'e5'].map((id) => row(id, { tppId })),
  ];
  await log().insert(kept);
  await log().trim(tppId, 'OWN', 4);
  expect(await page({}, {}, tppId)).toEqual(['e5', 'e4', 'e3', 'e2', 'e1']);
  await log().trim(tppId, 'OWN', 2);
  expect(await page({}, {}, tppId)).toEqual(['e5', 'e4', 'e1']);
  await log().trim(tppId, 'CONSOLE', 0);
  expect(await page({}, {}, tppId)).toEqual(['e5', 'e4']);
});

it('old entries are deleted, no more at once than requested', async () => {
  const tppId = 'PSDNO-FSA-OLD';
  const old = Date.parse('2020-01-01');
  await log().insert(['f1', 'f2', 'f3'].map((end, at) => row(end, { tppId, id: idAt(old + at, end) })));
  await room.sql`delete from logged_requests where tpp_id <> ${tppId}`;
  expect(await log().deleteOld(start, old, 9)).toBe(0);
  expect(await log().deleteOld(start, old + 2, 1)).toBe(1);
  expect(await log().deleteOld(start, old + 2, 9)).toBe(1);
  expect(await page({}, {}, tppId)).toEqual(['f3']);
});

describe('a day of entries', () => {
  const tppId = 'PSDNO-FSA-DAYS';
  const day = 24 * 3_600_000;
  const first = Date.parse('2031-03-01T23:30:00Z');
  const partitions = () =>
    room.sql`select end_of, tableoid::regclass::text as part from (
      select right(id::text, 2) as end_of, tableoid from logged_requests where tpp_id = ${tppId}) as entry order by 1`;

  it('has its own partition, made in advance by one of several processes', async () => {
    await Promise.all([1, 2, 3, 4].map(() => log().deleteOld(first, first - 3 * day, 9)));
    const at = [first, first + day / 24, first + 2 * day, first + 9 * day, first - day];
    await log().insert(at.map((when, n) => row(`b${n}`, { tppId, id: idAt(when, `b${n}`) })));
    expect((await partitions()).map(({ end_of, part }) => `${end_of} ${part}`)).toEqual([
      'b0 logged_requests_20310301',
      'b1 logged_requests_20310302',
      'b2 logged_requests_20310303',
      'b3 logged_requests_rest',
      'b4 logged_requests_rest',
    ]);
    expect(await page({}, {}, tppId)).toEqual(['b3', 'b2', 'b1', 'b0', 'b4']);
    expect(await page({}, { after: idAt(first + 2 * day, 'b2'), limit: 1 }, tppId)).toEqual(['b1']);
  });

  it('is dropped as a whole when its retention is over', async () => {
    await log().deleteOld(first + 3 * day, first, 9);
    expect(await page({}, {}, tppId)).toEqual(['b3', 'b2', 'b1', 'b0']);
    await log().deleteOld(first + 4 * day, first + day, 9);
    expect(await page({}, {}, tppId)).toEqual(['b3', 'b2', 'b1']);
    expect(await room.sql`select 1 from pg_class where relname = 'logged_requests_20310301'`).toHaveLength(0);
  });

  it('is left where it is when it began without a partition, and an insert never fails', async () => {
    await log().deleteOld(first + 9 * day, first, 9);
    await log().insert([row('c1', { tppId, id: idAt(first + 9 * day, 'c1') })]);
    expect((await partitions()).at(-1)).toEqual({ end_of: 'c1', part: 'logged_requests_rest' });
    expect((await room.sql`select 1 from pg_class where relname = 'logged_requests_20310311'`).length).toBe(
      1,
    );
  });

  it('takes the requests that are written while it is made', async () => {
    const now = first + 30 * day;
    await behind(
      room,
      (tx) =>
        tx`select rotate_logged_requests(to_timestamp(${now / 1_000}), to_timestamp(${first / 1_000}), 9)`,
      () => log().insert([row('d1', { tppId, id: idAt(now, 'd1') })]),
    );
    expect((await partitions()).at(-1)).toEqual({ end_of: 'd1', part: 'logged_requests_20310331' });
  });

  it('does not wait for a long read', async () => {
    await room.sql.begin(async (tx) => {
      await tx`lock table logged_requests_rest in share mode`;
      expect(await log().deleteOld(first + 20 * day, first, 9)).toBe(0);
    });
    await log().deleteOld(first + 20 * day, first + 17 * day, 9);
    expect(await room.sql`select 1 from pg_class where relname = 'logged_requests_20310321'`).toHaveLength(1);
  });
});
