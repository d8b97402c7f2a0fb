import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RemoteRecord, type RemoteStore, remoteStore } from '../../../src/bank/upstream/ports.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import { minute, ours, payment, shareStoreroom, start, theirs } from '../../db/support/rows.ts';
import { blocks } from '../../documents/markdown.ts';
import { holding } from '../../support/interleave.ts';

const room = shareStoreroom();
let remote: RemoteStore;
beforeAll(() => {
  remote = room.read.get(remoteStore);
});
beforeEach(() => room.sql`delete from remote_resources`);

const record = (id: string, change: Partial<RemoteRecord> = {}): RemoteRecord => ({
  tppId: ours,
  kind: 'PAYMENT',
  id,
  reference: `enc!!${id}`,
  scaRedirect: null,
  returnState: null,
  psuIpAddress: null,
  reportedAt: null,
  bankAskedAt: null,
  nextPollAt: start,
  unchangedPolls: 0,
  unansweredAt: null,
  unknownSince: null,
  ...change,
});
const kept = (...records: readonly RemoteRecord[]) =>
  room.work.transaction(async (stores) => {
    for (const one of records) await stores.get(remoteStore).add(one);
  });
const idsOf = (records: readonly RemoteRecord[]) => records.map(({ id }) => id).sort();
const times = { now: start, before: start, until: start + minute };

describe('a resource', () => {
  it('is found by its own TPP alone, under its own kind', async () => {
    await kept(record('a'), record('a', { kind: 'AUTHORISATION', reference: null }));
    expect(await remote.find(ours, 'PAYMENT', 'a')).toEqual(record('a'));
    expect(await remote.find(theirs, 'PAYMENT', 'a')).toBeNull();
    expect(await remote.find(ours, 'BASKET', 'a')).toBeNull();
    expect(idsOf(await remote.findPayments(ours, ['a', 'b']))).toEqual(['a']);
  });

  it('is replaced as a whole when it is put again', async () => {
    const first = record('x', {
      kind: 'BASKET',
      reference: null,
      psuIpAddress: '192.0.2.7',
      nextPollAt: null,
    });
    await kept(first);
    await remote.put({ ...first, reference: 'there', psuIpAddress: null });
    expect(await remote.find(ours, 'BASKET', 'x')).toMatchObject({
      reference: 'there',
      psuIpAddress: null,
    });
  });

  it('of a basket takes the time of a request only from a process that has seen the last one', async () => {
    const basket = record('x', { kind: 'BASKET', reference: null, nextPollAt: null });
    const requested = { ...basket, bankAskedAt: start, psuIpAddress: '192.0.2.7' };
    await kept(basket, { ...basket, tppId: theirs });
    const both = [
      remote.replaceLastRequestIfUnchanged(basket, requested),
      remote.replaceLastRequestIfUnchanged(basket, requested),
    ];
    expect((await Promise.all(both)).sort()).toEqual([false, true]);
    expect(await remote.replaceLastRequestIfUnchanged({ ...basket, bankAskedAt: start - 1 }, basket)).toBe(
      false,
    );
    expect(await remote.find(ours, 'BASKET', 'x')).toEqual(requested);
    expect(await remote.replaceLastRequestIfUnchanged(requested, basket)).toBe(true);
    expect(await remote.find(ours, 'BASKET', 'x')).toEqual(basket);
    expect(await remote.find(theirs, 'BASKET', 'x')).toMatchObject({ bankAskedAt: null });
    await remote.put({ ...basket, reference: 'there' });
    expect(await remote.replaceLastRequestIfUnchanged(basket, requested)).toBe(false);
  });

  it.each(['PAYMENT', 'BASKET'] as const)(
    'of kind %s has an id at the bank that no other has, whatever the bank answers',
    async (kind) => {
      await kept(record('a', { kind }));
      const again = kept(record('b', { kind, tppId: theirs, reference: 'enc!!a' }));
      await expect(again).rejects.toMatchObject({ status: 503, reason: 'UNAVAILABLE' });
      await expect(again).rejects.toBeInstanceOf(Refusal);
      expect(await remote.find(theirs, kind, 'b')).toBeNull();
    },
  );

  it('of an authorisation shares its state with others, the newest first', async () => {
    const away = { kind: 'AUTHORISATION', reference: null, returnState: 's', nextPollAt: null } as const;
    await kept(
      record('a', away),
      record('c', away),
      record('b', away),
      record('d', { ...away, returnState: 't' }),
    );
    const found = await remote.findByReturnState('s', 2);
    expect(found.map(({ id }) => id)).toEqual(['c', 'b']);
  });
});

describe('a poll', () => {
  it('of payments belongs to the first process until its time is over', async () => {
    await kept(record('a'), record('b', { nextPollAt: null }), record('c', { tppId: theirs }));
    expect(idsOf(await remote.claim(ours, ['a', 'b', 'c'], times))).toEqual(['a']);
    expect(await remote.claim(ours, ['a'], { ...times, before: start - 1 })).toEqual([]);
    expect(idsOf(await remote.claim(ours, ['a'], times))).toEqual(['a']);
  });

  it('comes earlier, never later, and only of payments that are still polled', async () => {
    const far = { nextPollAt: start + minute, unchangedPolls: 9 };
    await kept(
      record('far', far),
      record('near', { ...far, nextPollAt: start }),
      record('final', { nextPollAt: null }),
      record('x', { ...far, tppId: theirs }),
    );
    await remote.pollEarlier(ours, ['far', 'near', 'final', 'x'], {
      nextPollAt: start + 1,
      unchangedPolls: 3,
    });
    const pollOf = async (id: string, tppId = ours) => {
      const found = await remote.find(tppId, 'PAYMENT', id);
      return [found?.nextPollAt, found?.unchangedPolls];
    };
    expect(await pollOf('far')).toEqual([start + 1, 3]);
    expect(await pollOf('near')).toEqual([start, 3]);
    expect((await pollOf('final'))[0]).toBeNull();
    expect(await pollOf('x', theirs)).toEqual([start + minute, 9]);
  });

  it('that is due goes to one of two concurrent processes, the longest overdue first', async () => {
    await kept(
      ...['a', 'b', 'c', 'd'].map((id, place) => record(id, { nextPollAt: start - place * minute })),
      record('later', { nextPollAt: start + 1 }),
      record('final', { nextPollAt: null }),
    );
    const due = { now: start, until: start + minute };
    const both = await Promise.all([remote.claimDue(due, 2), remote.claimDue(due, 2)]);
    const [first] = both;
    expect(idsOf(both.flat())).toEqual(['a', 'b', 'c', 'd']);
    expect([idsOf(first), idsOf(both[1])]).toContainEqual(['c', 'd']);
    expect(await remote.claimDue(due, 2)).toEqual([]);
  });

  it('that is due is claimed for at most as many payments as requested', async () => {
    const due = { now: start, until: start + minute };
    // The plan is made for an empty table, and cached.
    expect(await remote.claimDue(due, 16)).toEqual([]);
    await room.sql`
      insert into remote_resources (tpp_id, kind, id, reference, ask_at, unchanged)
      select ${ours}, 'PAYMENT', n, n, ${new Date(start)}::timestamptz - n * interval '1 second', 0 from generate_series(1, 500) n`;
    for (const _ of [1, 2, 3, 4]) {
      const both = [remote.claimDue(due, 16), remote.claimDue(due, 16)];
      expect((await Promise.all(both)).map(({ length }) => length)).toEqual([16, 16]);
    }
  });

  it('with an answer is repeated when the answer says', async () => {
    await kept(record('a'));
    const what = {
      reportedAt: start,
      nextPollAt: start + minute,
      unchangedPolls: 3,
      unansweredAt: start - minute,
      unknownSince: start - 2 * minute,
    };
    await kept(record('b'));
    await remote.savePolls([{ tppId: ours, id: 'a', unchangedPollsBefore: 0, ...what }]);
    expect((await remote.find(ours, 'PAYMENT', 'b'))?.unchangedPolls).not.toBe(3);
    expect(await remote.find(ours, 'PAYMENT', 'a')).toMatchObject(what);
  });

  it('without an answer does not erase an earlier answer to another process', async () => {
    await kept(record('a', { reportedAt: start }));
    const silence = {
      reportedAt: start - minute,
      nextPollAt: start + minute,
      unchangedPolls: 3,
      unchangedPollsBefore: 0,
      unknownSince: null,
    };
    await remote.savePolls([{ tppId: ours, id: 'a', ...silence, unansweredAt: start }]);
    expect((await remote.find(ours, 'PAYMENT', 'a'))?.reportedAt).toBe(start);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['claims', () => remote.claim(ours, ['p2', 'p1'], { ...times, before: null })],
    ['ends', () => remote.savePolls(['p2', 'p1'].map((id) => ({ ...record(id), unchangedPollsBefore: 0 })))],
  ])('that %s locks payments in the order of their ids, so no two deadlock', async (_, act) => {
    // Enough rows for the plan that a service with many payments gets.
    await room.sql`
      insert into remote_resources (tpp_id, kind, id, reference, ask_at, unchanged)
      select ${ours}, 'PAYMENT', 'p' || n, n, ${new Date(start)}, 0 from generate_series(1, 5000) n`;
    await room.sql`analyze remote_resources`;
    await holding(
      room,
      (tx) => tx`select 1 from remote_resources where id = 'p1' for update`,
      async ({ tx, waiting, commit }) => {
        const acting = act();
        await waiting(1, acting);
        await tx`select 1 from remote_resources where id = 'p2' for update nowait`;
        await commit();
        return acting;
      },
    );
  });
});

describe('old data', () => {
  const aged = () => room.sql`update remote_resources set recorded_at = ${new Date(start)}`;

  it('of authorisations is deleted, a few rows at a time', async () => {
    const away = { kind: 'AUTHORISATION', reference: null, nextPollAt: null } as const;
    await kept(
      record('a', away),
      record('b', away),
      record('c'),
      record('p', { kind: 'PSU', nextPollAt: null }),
    );
    await aged();
    expect(await remote.deleteOldAuthorisations(start, 10)).toBe(0);
    expect(await remote.deleteOldAuthorisations(start + 1, 1)).toBe(1);
    expect(await remote.deleteOldAuthorisations(start + 1, 10)).toBe(1);
    const [left] = await room.sql`select count(*)::int as count from remote_resources`;
    expect(left?.count).toBe(2);
  });

  it.each([
    ['that the bank never got', null],
    ['of a request that the bank has forgotten', start - 2],
  ])('holds no address of a PSU %s', async (_, bankAskedAt) => {
    const basket = record('x', {
      kind: 'BASKET',
      reference: null,
      psuIpAddress: '192.0.2.7',
      nextPollAt: null,
    });
    await kept({ ...basket, bankAskedAt });
    await aged();
    const deleteBefore = (createdBefore: number) =>
      remote.deleteOldIpAddresses({ createdBefore, requestedBefore: start - 1 }, 10);
    expect(await deleteBefore(start)).toBe(0);
    expect(await deleteBefore(start + 1)).toBe(1);
    expect(await deleteBefore(start + 1)).toBe(0);
    expect((await remote.find(ours, 'BASKET', 'x'))?.psuIpAddress).toBeNull();
  });

  it('holds the address of a request whose response was lost, while the bank knows its X-Request-ID', async () => {
    const basket = { kind: 'BASKET', reference: null, psuIpAddress: '192.0.2.7', nextPollAt: null } as const;
    await kept(record('x', { ...basket, bankAskedAt: start }));
    await aged();
    const times = { createdBefore: start + 1, requestedBefore: start };
    expect(await remote.deleteOldIpAddresses(times, 10)).toBe(0);
  });
});

it('the statements of docs/operations.md delete only old ids that no payment and no basket needs', async () => {
  const [statements = ''] = blocks('docs/operations.md', 'sql').filter((block) =>
    block.startsWith('delete from payments'),
  );
  await room.work.of(ours).transaction(async ({ payments }) => {
    await payments.insert(payment('old', { status: 'ACSC', updatedAt: 0 }));
    await payments.insert(payment('waiting', { updatedAt: 0, psuId: 'psu' }));
  });
  const basket = { kind: 'BASKET', nextPollAt: null } as const;
  await kept(
    record('old'),
    record('waiting'),
    record('deleted'),
    record('deleted', { tppId: theirs, reference: 'x' }),
  );
  await kept(
    record('b', basket),
    record('psu', { kind: 'PSU' }),
    record('psu without payments', { kind: 'PSU' }),
  );
  await room.sql`update remote_resources set recorded_at = '1970-01-01'`;
  await kept(record('being created'));
  await room.sql.unsafe(statements);
  const rows = await room.sql`select id from remote_resources order by id`;
  expect(rows.map(({ id }) => id)).toEqual(['being created', 'psu', 'waiting']);
});
