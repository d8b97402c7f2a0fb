/** What a creation may assume of its PSU without asking: the facts as they were last read, or nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf } from '../../../src/db/stores/facts.ts';
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
    await clock.set(ours, { offsetMs: 7, targetMs: null });
  });
});
afterAll(() => room.stop());

const read = (asked = needs(), tppId = ours) => room.read.facts.read(tppId, null, asked);
const assumed = (asked: ReturnType<typeof needs> | null = needs(), tppId = ours) =>
  room.read.facts.assumed(tppId, 'r', asked)?.facts ?? null;
const remembered = { clockOffset: 7, seen: null, session, kidAgreements: new Map() };

describe('of a PSU', () => {
  it('nothing is assumed before it was read, nor where a write needs nothing', async () => {
    expect(assumed()).toBeNull();
    await read();
    expect(assumed()).toEqual(remembered);
    expect(assumed(null)).toBeNull();
  });

  it('by PSU-ID or by identity number, each for itself, of one session and one TPP', async () => {
    const byNumber = needs({ psuId: null as never, identityNumber: '13039319955' });
    await read();
    expect(assumed(byNumber)).toBeNull();
    await read(byNumber);
    expect(assumed(byNumber)).toEqual(remembered);
    expect(assumed(needs({ psuId: null as never, identityNumber: '28052044333' }))).toBeNull();
    // Whoever names a PSU-ID is known by it, whatever number comes with it.
    expect(assumed(needs({ identityNumber: '28052044333' }))).toEqual(remembered);
    expect(assumed(needs({ sessionId: 'other' }))).toBeNull();
    expect(assumed(needs(), theirs)).toBeNull();
  });

  it('with the proof that the statement looks for: by what the PSU was found, and all that was read', async () => {
    const byNumber = needs({ psuId: null as never, identityNumber: '13039319955' }, ['bban:r0']);
    const conditionFor = async (asked: ReturnType<typeof needs>) => {
      await read(asked);
      const found = room.read.facts.assumed(ours, 'r', asked);
      return found && conditionOf(found.proof);
    };
    const version = expect.stringMatching(/^\d+$/);
    const ofPsu = await conditionFor(needs());
    expect(ofPsu?.text).toMatch(/\bpsu_id = asked\.psu/);
    expect(ofPsu?.values).toEqual([ours, 7, 's', 'psu', version, [], 'r']);
    const ofNumber = await conditionFor(byNumber);
    expect(ofNumber?.text).toMatch(/\bidentity_number = asked\.psu/);
    expect(ofNumber?.values).toEqual([ours, 7, 's', '13039319955', version, ['bban:r0'], 'r']);
    expect(() => conditionOf({ proves: 'facts' })).toThrow('a proof of another make');
  });

  it('without a session nothing, nor of a TPP that is not known', async () => {
    const nobody = needs({ psuId: 'nobody' });
    expect((await read(nobody)).session).toBeNull();
    expect(assumed(nobody)).toBeNull();
    expect(await read(needs(), 'PSDNO-FSA-UNKNOWN')).toMatchObject({ clockOffset: 0, session: null });
    expect(assumed(needs(), 'PSDNO-FSA-UNKNOWN')).toBeNull();
  });

  it('nothing more, once a creditor has an agreement about its references', async () => {
    await read();
    const kidAgreement = { required: true, lengths: [7], modulus: 'MOD10' as const };
    await room.work.transaction(({ sandbox }) => sandbox.accounts.insert([account('kid', { kidAgreement })]));
    expect((await read(needs({}, ['bban:r0']))).kidAgreements).toEqual(new Map());
    expect(assumed()).toEqual(remembered);
    const found = await read(needs({}, ['bban:r0', 'bban:kid']));
    expect(found.kidAgreements).toEqual(new Map([['bban:kid', kidAgreement]]));
    expect(assumed()).toBeNull();
  });
});
