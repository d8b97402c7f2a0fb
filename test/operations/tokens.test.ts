import { describe, expect, it } from 'vitest';
import {
  createConsoleToken,
  hashOfSession,
  hashOfToken,
  hasTokenShape,
  newToken,
  recordHasToken,
} from '../../src/operations/tokens/create-console-token.ts';
import { signOut } from '../../src/operations/tokens/sign-out.ts';
import { hashOfTicket, redeemTicket, type TicketPage } from '../../src/operations/tokens/tickets.ts';
import { ours, start } from '../db/support/rows.ts';
import { play, toldStores, workOn } from './stores.ts';

const hour = 3_600_000;
/** SHA-256 of `secret`, in Base64 for addresses. */
const tokenHash = 'K7gNU3sdo-OL0wNhqoVWhr3g6s1xYv72ol_pe_Unols';
const kept = (change: object = {}) => ({
  tokenHash,
  expiresAt: start + 8 * hour,
  caller: { tppId: ours, name: 'Ours', roles: null, certificate: null },
  ...change,
});

describe('signing out', () => {
  it('ends the token of the request, and does nothing for a signed request', async () => {
    const { given } = await play(signOut, { tokenHash });
    expect(given('tokens.end')).toEqual([[tokenHash]]);
    const signed = await play(signOut, { tokenHash: null });
    expect([signed.refused?.slice(0, 2), signed.given('tokens.end')]).toEqual([
      ['FORBIDDEN', 'Authorization'],
      [],
    ]);
  });
});

describe('a console token', () => {
  it('is stored as a hash for eight hours, at most a hundred for a TPP', async () => {
    const { outcome, given } = await play(createConsoleToken, { token: 'secret', isSigned: true });
    expect(outcome).toEqual({ tokenHash, expiresAt: start + 8 * hour });
    expect(given('tokens.insert')).toEqual([[kept(), 100]]);
    expect([recordHasToken(outcome, 'secret'), recordHasToken(outcome, 'another')]).toEqual([true, false]);
  });

  it('is created by a signed request only', async () => {
    const { refused, given } = await play(createConsoleToken, { token: 'secret', isSigned: false });
    expect(refused?.slice(0, 2)).toEqual(['FORBIDDEN', 'Authorization']);
    expect(given('tokens.insert')).toEqual([]);
  });

  it('is not a session, nor is a session a token: their hashes differ, and no token has a blank', () => {
    expect(hashOfSession('secret')).not.toBe(hashOfToken('secret'));
    expect(['secret', 'session secret', '', 'a b', 'a\u00e6'].map(hasTokenShape)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('has 24 random bytes', () => {
    const tokens = new Set(Array.from({ length: 50 }, newToken));
    expect(tokens.size).toBe(50);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
  });
});

describe('a link of the console', () => {
  const owner = { tppId: ours, name: 'Ours', roles: null, certificate: '07 ca', expiresAt: start + 1 };
  const redeemed = async (isThere: boolean, page: TicketPage = 'CONSOLE') => {
    const { stores, asked } = toldStores({ 'tokens.find': owner, 'tokens.end': isThere });
    const secret = await redeemTicket(workOn(stores), page, 'ticket', start);
    return { secret, inserted: asked.filter(([name]) => name === 'tokens.insert') };
  };

  it('opens a session for its TPP, with the certificate of the request', async () => {
    const { secret, inserted } = await redeemed(true);
    const caller = { tppId: ours, name: 'Ours', roles: null, certificate: '07 ca' };
    const tokenHash = hashOfSession(secret ?? '');
    expect(inserted).toEqual([['tokens.insert', kept({ tokenHash, caller }), 100]]);
    expect(hashOfTicket('CONSOLE', 'ticket')).not.toBe(hashOfSession('ticket'));
  });

  it('of the explorer opens it with a token, with the certificate of the request', async () => {
    const { secret, inserted } = await redeemed(true, 'EXPLORER');
    const caller = { tppId: ours, name: 'Ours', roles: null, certificate: '07 ca' };
    const tokenHash = hashOfToken(secret ?? '');
    expect(inserted).toEqual([['tokens.insert', kept({ tokenHash, caller }), 100]]);
  });

  it('opens none for the later one of two visitors', async () => {
    expect(await redeemed(false)).toEqual({ secret: null, inserted: [] });
  });
});
