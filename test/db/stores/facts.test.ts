import { beforeAll, describe, expect, it } from 'vitest';
import { factsOf, ours, shareStoreroom, start, theirs } from '../support/rows.ts';
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
const needs = (
  psu: Partial<Record<'psuId' | 'identityNumber' | 'sessionId', string | null>> = {},
  accountKeys: readonly string[] = [],
) => ({ psu: { psuId: 'psu', identityNumber: null, sessionId: 's', ...psu }, accountKeys });
const ofSession = { clockOffset: 7, clockOffsetAfterMove: 7, earlierRequest: null, session, accounts: [] };

const room = shareStoreroom();
beforeAll(async () => {
  await fillSandbox(room);
  await room.work.transaction(async ({ psuSessions, clock }) => {
    await psuSessions.put(session);
    await clock.set(ours, { offsetMs: 7, targetOffsetMs: null, executionsLeft: null });
  });
});

describe('the preconditions of a write', () => {
  it('are read by one statement', async () => {
    let statements = 0;
    room.database.watch(() => {
      statements += 1;
    });
    expect(await factsOf(room, needs({}, ['bban:1']))).toEqual(ofSession);
    room.database.watch(null);
    expect(statements).toBe(1);
  });

  it('have the session by PSU-ID, or by identity number where there is no PSU-ID', async () => {
    expect(await factsOf(room, needs({ psuId: null, identityNumber: '13039319955' }))).toEqual(ofSession);
    expect(await factsOf(room, needs({ identityNumber: '28052044333' }))).toEqual(ofSession);
    const other = needs({ psuId: null, identityNumber: '28052044333' });
    for (const wanted of [other, needs({ sessionId: 'other' }), needs({ psuId: 'nobody' }), null])
      expect(await factsOf(room, wanted)).toEqual({ ...ofSession, session: null });
  });

  it('belong to that TPP alone', async () => {
    const none = {
      clockOffset: 0,
      clockOffsetAfterMove: 0,
      earlierRequest: null,
      session: null,
      accounts: [],
    };
    for (const tppId of [theirs, 'PSDNO-FSA-UNKNOWN'])
      expect(await factsOf(room, needs(), tppId)).toEqual(none);
  });

  it('include the agreements of the creditors about references', async () => {
    const kidAgreement = { required: true, lengths: [7], modulus: 'MOD10' as const };
    await room.work.transaction(({ sandbox }) =>
      sandbox.accounts.insert([account('kid', { iban: 'de 1', kidAgreement })]),
    );
    expect(await factsOf(room, needs({}, ['bban:R0']))).toEqual(ofSession);
    const creditors = [{ bban: 'kid', iban: 'de 1', kidAgreement }];
    for (const keys of [['bban:R0', 'bban:KID'], ['iban:DE1'], ['bban:KID', 'iban:DE1']])
      expect(await factsOf(room, needs({}, keys))).toEqual({ ...ofSession, accounts: creditors });
  });

  it('include an account that is named by its IBAN', async () => {
    await room.work.transaction(({ sandbox }) =>
      sandbox.accounts.insert([account('both', { iban: 'se 2' })]),
    );
    const accounts = [{ bban: 'both', iban: 'se 2', kidAgreement: null }];
    expect(await factsOf(room, needs({}, ['iban:SE2']))).toEqual({ ...ofSession, accounts });
    expect(await factsOf(room, needs({}, ['bban:BOTH']))).toEqual(ofSession);
  });
});
