import { describe, expect, it } from 'vitest';
import { callerMaxAgeMs } from '../../src/security/caller-cache.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { bearer, newConsoleToken, sendUnsigned } from '../support/graphql.ts';
import { newPayment } from '../support/story.ts';
import { followAs } from '../support/subscriptions.ts';

const bank = await bankOfFile({ streamCheckMs: 20 });
const tpp = bank.tpp();

type Credential = Readonly<Record<string, string>>;

const signOut = 'mutation { signOut { tppMessages { code path } } }';
const ask = (credential: Credential, query = '{ viewer { tppId } }', on = bank) =>
  sendUnsigned(on, query, { 'x-console-request': '1', ...credential });

const withToken = async (): Promise<Credential> => bearer(await newConsoleToken(tpp));
const withSession = async (): Promise<Credential> => {
  const ticket = await bank.app.issueTicket('CONSOLE', {
    tppId: 'PSDNO-FSA-TEST1',
    name: 'TPP',
    roles: null,
  });
  const opened = await bank.fetch(`/?ticket=${ticket}`, { redirect: 'manual' });
  return { cookie: (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '' };
};
const kinds = [
  ['a token', withToken],
  ['a session', withSession],
] as const;

describe('signing out', () => {
  it.each(kinds)(
    'ends %s at once where it was done, within seconds on a replica, and no other session',
    async (_, make) => {
      const [credential, other] = [await make(), await make()];
      const replica = bank.replica();
      expect((await ask(credential, undefined, replica)).status).toBe(200);
      const before = await bank.count('console_tokens');
      expect((await ask(credential, signOut)).json.data.signOut).toEqual({ tppMessages: [] });
      expect(await bank.count('console_tokens')).toBe(before - 1);
      expect((await ask(credential)).status).toBe(401);
      bank.time.now += callerMaxAgeMs;
      expect((await ask(credential, undefined, replica)).status).toBe(401);
      expect((await ask(other)).status).toBe(200);
      await replica.stop();
    },
  );

  it('removes the session cookie from the browser, which else would send it together with a token', async () => {
    const session = await withSession();
    const cookieOf = async (credential: Credential) =>
      (await ask(credential, signOut)).headers.get('set-cookie');
    expect(await cookieOf(session)).toMatch(
      /^psd2-console-4000=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/,
    );
    expect(await cookieOf(await withToken())).toBeNull();
  });

  it.each([0, 20_000])('names the cookie of an ended session, with %d more characters', async (length) => {
    const session = await withSession();
    await ask(session, signOut);
    const { status, json } = await ask(session, `{ viewer { tppId } } #${'x'.repeat(length)}`);
    expect([status, json.errors[0].extensions.path]).toEqual([401, 'Cookie']);
  });

  it('does nothing for a signed request, which has no session', async () => {
    const before = await bank.count('console_tokens');
    const { data } = await tpp.graphqlRaw(signOut);
    expect(data.signOut.tppMessages).toEqual([{ code: 'FORBIDDEN', path: 'Authorization' }]);
    expect(await bank.count('console_tokens')).toBe(before);
  });

  it('says for a repeated X-Request-ID that it has ended another token, and not this one', async () => {
    const [first, second] = [await withToken(), await withToken()];
    const id = { 'x-request-id': 'signed-out' };
    expect((await ask({ ...first, ...id }, signOut)).json.data.signOut.tppMessages).toEqual([]);
    const again = await ask({ ...second, ...id }, signOut);
    expect(again.json.data.signOut.tppMessages).toEqual([{ code: 'CONFLICT', path: 'X-Request-ID' }]);
    expect((await ask(second)).status).toBe(200);
  });

  it('needs the header of the console, as every change by a session', async () => {
    const session = await withSession();
    expect((await sendUnsigned(bank, signOut, session)).status).toBe(403);
    expect((await ask(session)).status).toBe(200);
  });
});

describe('an open stream ends with its credential', () => {
  it.each(kinds)('%s that is signed out, on this and on another replica, without news', async (_, make) => {
    const [credential, other] = [await make(), await make()];
    const replica = bank.replica({ streamCheckMs: 20 });
    const streams = [await followAs(bank, credential), await followAs(replica, credential)];
    const others = await followAs(bank, other);
    expect((await ask(credential, signOut)).status).toBe(200);
    bank.time.now += callerMaxAgeMs;
    expect(await Promise.all(streams.map((stream) => stream.toEnd()))).toEqual([0, 0]);
    const paymentId = await newPayment(tpp);
    expect((await others.next()).data.paymentStatusChanged.paymentId).toBe(paymentId);
    await others.cancel();
    await replica.stop();
  });

  it.each(kinds)('%s whose eight hours are over', async (_, make) => {
    const credential = await make();
    const stream = await followAs(bank, credential);
    bank.time.now += 8 * 3_600_000;
    expect(await stream.toEnd()).toBe(0);
  });

  it('sends no notification after the end, however rarely it checks', async () => {
    const seldom = bank.replica({ streamCheckMs: 3_600_000 });
    const stream = await followAs(seldom, await withToken());
    bank.time.now += 8 * 3_600_000;
    await newPayment(tpp);
    expect(await stream.toEnd()).toBe(0);
    await seldom.stop();
  });
});
