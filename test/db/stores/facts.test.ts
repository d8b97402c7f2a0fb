/** What a write knows before it decides: facts as they are remembered, proven where it writes, or read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts, Stores } from '../../../src/operations/ports/stores.ts';
import { openStoreroom, ours, type Storeroom, start, theirs } from '../support/rows.ts';
import { account, fillSandbox } from '../support/sandbox-rows.ts';

const session = {
  tppId: ours,
  psuId: 'psu',
  sessionId: 's',
  identityNumber: '13039319955',
  customerId: 'c',
  customerNumber: 'n',
  customerType: 'PRIVATE' as const,
  authenticatedAt: start,
};
const byPsuId = { psuId: 'psu', identityNumber: null, sessionId: 's' };
const needs = (psu: Partial<typeof session> = {}, creditorKeys: readonly string[] = []) => ({
  psu: { ...byPsuId, ...psu },
  creditorKeys,
});

let room: Storeroom;
beforeAll(async () => {
  room = await openStoreroom();
  await fillSandbox(room);
  await room.work.transaction(async ({ psuSessions, clock }) => {
    await psuSessions.authenticate(session);
    await clock.set(ours, { offsetMs: 7, targetMs: null, executionsLeft: null });
  });
});
afterAll(() => room.stop());

const answer = { status: 201, headers: {}, body: Buffer.from('{}') };
const key = { tppId: ours, requestId: 'used', fingerprint: 'f' };

type Asked = ReturnType<typeof needs> | null;
interface Decided {
  /** The statements about facts: whether they hold, and what they are. */
  readonly asked: readonly ('condition' | 'read')[];
  /** What each decision was told. */
  readonly facts: readonly Facts[];
}

/** Decides with such needs, by `act`, and says what was asked of PostgreSQL. */
async function decided(
  wanted: Asked = needs(),
  act: (stores: Stores, facts: Facts, turn: number) => Promise<unknown> = async () => null,
  { tppId = ours, requestId = 'r' } = {},
): Promise<Decided> {
  const asked: Decided['asked'][number][] = [];
  const facts: Facts[] = [];
  room.database.watch((text) => {
    if (text.startsWith('with asked')) asked.push('condition');
    if (text.includes('as asker')) asked.push('read');
  });
  const question = { request: { requestId, forgetBefore: 0 }, needs: wanted, anew: false };
  await room.work
    .of(tppId)
    .decide(question, (stores, known) => act(stores, known, facts.push(known)))
    .finally(() => room.database.watch(null));
  return { asked, facts };
}
const remembered = { clockOffset: 7, seen: null, session, kidAgreements: new Map() };
const once = { asked: ['condition'], facts: [remembered] };
const read = { asked: ['read'], facts: [remembered] };

describe('what is remembered of a PSU', () => {
  it('saves the reading of facts, once they were read', async () => {
    expect(await decided()).toEqual(read);
    expect(await decided()).toEqual(once);
    expect((await decided(null)).asked).toEqual(['read']);
  });

  it('is found by PSU-ID or by identity number, each for itself, of one session and one TPP', async () => {
    const byNumber = needs({ psuId: null as never, identityNumber: '13039319955' });
    expect(await decided(byNumber)).toEqual(read);
    expect(await decided(byNumber)).toEqual(once);
    const other = needs({ psuId: null as never, identityNumber: '28052044333' });
    expect((await decided(other)).asked).toEqual(['read']);
    // Whoever names a PSU-ID is known by it, whatever number comes with it.
    expect(await decided(needs({ identityNumber: '28052044333' }))).toEqual(once);
    expect((await decided(needs({ sessionId: 'other' }))).asked).toEqual(['read']);
    expect((await decided(needs(), undefined, { tppId: theirs })).asked).toEqual(['read']);
  });

  it('is nothing without a session, nor of a TPP that is not known', async () => {
    for (const [wanted, tppId] of [
      [needs({ psuId: 'nobody' }), ours],
      [needs(), 'PSDNO-FSA-UNKNOWN'],
    ] as const)
      for (let turn = 0; turn < 2; turn += 1)
        expect(await decided(wanted, undefined, { tppId })).toMatchObject({
          asked: ['read'],
          facts: [{ session: null }],
        });
  });

  it('does not count once it has changed: it is read, and decided again, and nothing is written twice', async () => {
    const write = (stores: Stores, _: Facts, turn: number) =>
      stores.requests.keep({ ...key, requestId: `changed ${turn}` }, { answer }, start);
    await decided();
    await room.work.transaction(({ clock }) =>
      clock.set(ours, { offsetMs: 8, targetMs: null, executionsLeft: null }),
    );
    const later = { ...remembered, clockOffset: 8 };
    expect(await decided(needs(), write)).toEqual({
      asked: ['condition', 'read'],
      facts: [remembered, later],
    });
    const kept = await room.sql`select request_id from request_answers where request_id like 'changed%'`;
    expect(kept.map(({ request_id }) => request_id)).toEqual(['changed 2']);
    await room.work.transaction(({ psuSessions }) => psuSessions.authenticate(session));
    expect((await decided()).asked).toEqual(['condition', 'read']);
    await room.work.transaction(({ clock }) =>
      clock.set(ours, { offsetMs: 7, targetMs: null, executionsLeft: null }),
    );
    expect((await decided()).asked).toEqual(['condition', 'read']);
  });

  it('says nothing of an X-Request-ID, which PostgreSQL looks up where it writes', async () => {
    await room.work.transaction(({ requests }) => requests.keep(key, { answer }, start));
    const { asked, facts } = await decided(needs(), undefined, { requestId: 'used' });
    expect([asked, facts.map(({ seen }) => seen?.fingerprint ?? null)]).toEqual([
      ['condition', 'read'],
      [null, 'f'],
    ]);
  });

  it('is not decided by where a statement has to run first, nor where it would refuse', async () => {
    const looks = (stores: Stores) => stores.tpps.name(ours);
    expect(await decided(needs(), looks)).toEqual({ asked: ['read'], facts: [remembered, remembered] });
    const refuses = async (_: Stores, __: Facts, turn: number) => {
      if (turn === 1) throw new Error('refused');
    };
    expect(await decided(needs(), refuses)).toEqual({ asked: ['read'], facts: [remembered, remembered] });
    const defect = async () => {
      throw new Error('defect');
    };
    await expect(decided(needs(), defect)).rejects.toThrow('defect');
  });

  it('is nothing more, once a creditor has an agreement about its references', async () => {
    await decided();
    const kidAgreement = { required: true, lengths: [7], modulus: 'MOD10' as const };
    await room.work.transaction(({ sandbox }) => sandbox.accounts.insert([account('kid', { kidAgreement })]));
    expect(await decided(needs({}, ['bban:R0']))).toEqual(once);
    const found = await decided(needs({}, ['bban:R0', 'bban:KID']));
    expect(found.asked).toEqual(['condition', 'read']);
    expect(found.facts.at(-1)?.kidAgreements).toEqual(new Map([['bban:KID', kidAgreement]]));
    expect((await decided()).asked).toEqual(['read']);
  });
});
