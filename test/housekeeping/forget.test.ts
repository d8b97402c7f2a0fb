import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import type { Runner } from '../../src/housekeeping/runner.ts';
import { engineOn } from '../bank/support/engine.ts';
import { instant } from '../sca/paying.ts';
import { codeOn, Visitor, wrongCode } from '../sca/visitor.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { authorise, domesticPath, newPayment, statusOf } from '../support/story.ts';

const hour = 3_600_000;
const day = 24 * hour;

let bank: Bank;
let runner: Runner;
let tpp: Tpp;
let tppId: string;
let count = 0;
beforeAll(async () => {
  bank = await startBank();
});
/** Each test has a housekeeping of its own, which has deleted nothing yet, and empty tables. */
beforeEach(async () => {
  bank.time.now = Date.now();
  await bank.sql`
    truncate request_answers, clock_events, authorisations, psu_sessions, console_tokens, wrong_code_counts cascade`;
  ({ runner } = engineOn(bank.database, () => bank.time.now, fail));
  count += 1;
  tppId = `PSDNO-FSA-F${count}`;
  tpp = bank.tpp(tppId);
});
afterAll(() => bank.stop());

const fail = (error: unknown) => expect.fail(String(error));

const challenge = async (headers: Readonly<Record<string, string | null>> = {}) => {
  const answer = await tpp.rest('POST', instant, {
    body: instantDomestic.example,
    headers: { ...psuHeaders, 'psu-context': null, 'psu-id': randomUUID(), ...headers },
  });
  return { answer, link: answer.json._links?.scaRedirect.href as string };
};
async function logIn(headers: Readonly<Record<string, string | null>> = {}): Promise<void> {
  const psu = new Visitor(bank, (await challenge(headers)).link);
  await psu.approve((await psu.logIn()).code);
}
async function later(milliseconds: number): Promise<void> {
  bank.time.now += milliseconds;
  await runner.tick();
}

/** Ages the rows instead of the clock: a test certificate would expire sooner. */
async function aged(table: 'authorisations' | 'psu_sessions', milliseconds: number): Promise<void> {
  await bank.sql`update ${bank.sql(table)} set recorded_at = recorded_at - ${milliseconds / 1_000} * interval '1 second'`;
  await later(61_000);
}

describe('housekeeping forgets', () => {
  const startAndMove = async () => {
    const paymentId = await newPayment(tpp);
    await tpp.rest('POST', `${domesticPath}/${paymentId}/authorisations`);
    await tpp.graphqlRaw('mutation { advanceSandboxClock(input: { by: "PT1H" }) { reached } }');
  };
  const openConsole = async () => {
    await tpp.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
    await bank.app.issueTicket('CONSOLE', { tppId, name: 'TPP', roles: null });
  };
  const guess = async () => {
    const psu = new Visitor(bank, (await challenge()).link);
    await psu.approve(wrongCode((await psu.logIn()).code));
  };
  it.each<[string, string, number, () => Promise<unknown>, number]>([
    ['answers after 72 hours', 'request_answers', 1, () => newPayment(tpp), 72 * hour],
    ['events of a sandbox clock after 72 hours', 'clock_events', 1, startAndMove, 72 * hour],
    [
      'console tokens and tickets of links when they have expired',
      'console_tokens',
      2,
      openConsole,
      8 * hour,
    ],
    ['counts of wrong codes a day after the last', 'wrong_code_counts', 2, guess, day],
  ])('%s, not before', async (_, table, rows, act, keptMs) => {
    await act();
    expect(await bank.count(table)).toBe(rows);
    await later(keptMs - 60_000);
    expect(await bank.count(table)).toBe(rows);
    await later(2 * 60_000);
    expect(await bank.count(table)).toBe(0);
  });

  it('log-ins a day after they were offered, however far ahead the clock of their TPP runs', async () => {
    await tpp.graphqlRaw('mutation { advanceSandboxClock(input: { by: "P300D" }) { reached } }');
    const { link } = await challenge();
    await later(24 * hour - 60_000);
    const [row] = await bank.sql`select end_reason from authorisations`;
    expect(row?.end_reason).toBe('EXPIRED');
    expect((await bank.fetch(new URL(link).pathname)).status).toBe(410);
    await later(2 * 60_000);
    expect((await bank.fetch(new URL(link).pathname)).status).toBe(404);
    expect(await bank.count('authorisations')).toBe(0);
  });

  it('authorisations of payments and baskets 90 days after; until then the TPP reads their status', async () => {
    // Its day is far off, so that no run of the batch moves it in the two minutes that pass here.
    const paymentId = await newPayment(tpp, { requestedExecutionDate: '2099-01-15' });
    const collection = `${domesticPath}/${paymentId}/authorisations`;
    await authorise(tpp, collection);
    const [id] = (await tpp.rest('GET', collection)).json.authorisationIds;
    await aged('authorisations', 90 * day - 10 * 60_000);
    expect((await tpp.rest('GET', `${collection}/${id}`)).json).toEqual({ scaStatus: 'finalised' });
    await aged('authorisations', 10 * 60_000);
    expect((await tpp.rest('GET', `${collection}/${id}`)).status).toBe(404);
    expect((await tpp.rest('GET', collection)).json).toEqual({ authorisationIds: [] });
    expect(await statusOf(tpp, paymentId)).toBe('PDNG');
  });

  it('sessions 360 days after the last log-in: for 180 days an ended one differs from an unknown one', async () => {
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': 'long ago' };
    await logIn(session);
    await bank.sql`update psu_sessions set authenticated_at = authenticated_at - interval '359 days'`;
    await aged('psu_sessions', 360 * day - 10 * 60_000);
    expect((await challenge(session)).answer.json.code).toBe('SCA_EXPIRED');
    await aged('psu_sessions', 10 * 60_000);
    expect(await bank.count('psu_sessions')).toBe(0);
    expect((await challenge(session)).answer.json.code).toBe('PSU_CREDENTIALS_INVALID');
  });

  it('a renewed session as long after its renewal', async () => {
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': 'renewed' };
    await logIn(session);
    await bank.sql`update psu_sessions set recorded_at = now() - interval '359 days', authenticated_at = now() - interval '359 days'`;
    await logIn(session);
    await later(2 * day);
    expect(await bank.count('psu_sessions')).toBe(1);
  });

  it('in steps of five thousand rows, the next in the next round', async () => {
    await tpp.graphqlRaw('{ viewer { tppId } }');
    await bank.sql`insert into console_tokens (token_hash, tpp_id, name, expires_at)
      select 'h' || n, 'x', 'x', now() - interval '1 day' from generate_series(1, 12500) n`;
    await bank.sql`insert into wrong_code_counts (tpp_id, subject, wrong_codes, at, recorded_at)
      select 'x', 's' || n, 1, now(), now() - interval '2 days' from generate_series(1, 12500) n`;
    const left = async () => [await bank.count('console_tokens'), await bank.count('wrong_code_counts')];
    const seen: number[][] = [];
    for (let look = 0; look < 3; look += 1) {
      await runner.tick();
      seen.push(await left());
    }
    expect(seen).toEqual([
      [7500, 7500],
      [2500, 2500],
      [0, 0],
    ]);
  });
});

describe('a TPP in a loop', () => {
  it('that is refused for want of a log-in gets one link for one session, with a new lifetime each time', async () => {
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': 'loop' };
    const first = await challenge(session);
    bank.time.now += 10 * 60_000;
    const links = new Set([first.link]);
    for (let turn = 0; turn < 20; turn += 1) links.add((await challenge(session)).link);
    expect([links.size, await bank.count('authorisations')]).toEqual([1, 1]);
    bank.time.now += 10 * 60_000;
    const psu = new Visitor(bank, first.link);
    expect((await psu.open()).status).toBe(200);
    expect((await challenge(session)).link).toBe(first.link);
    // A log-in that somebody has started stays; another request gets another link.
    await psu.identify('13039319955');
    expect((await challenge(session)).link).not.toBe(first.link);
    const elsewhere = { ...session, 'tpp-redirect-uri': 'https://tpp.example/elsewhere' };
    expect((await challenge(elsewhere)).link).not.toBe(first.link);
  });

  it('that invents sessions is stopped at 10,000 open log-ins, and goes on when they have ended', async () => {
    await challenge();
    await bank.sql`
      insert into authorisations (authorisation_id, tpp_id, kind, sca_status, link_token, implicit, opened, session_id,
        redirect_uri, redirect_preferred, code, code_binding, created_at, expires_at)
      select 'a' || n, tpp_id, kind, sca_status, 'l' || n, false, false, 's' || n,
        redirect_uri, true, code, code_binding, created_at, expires_at
      from authorisations, generate_series(1, 9999) n`;
    const { answer } = await challenge();
    expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([
      429,
      'ACCESS_EXCEEDED',
      '60',
    ]);
    expect(await bank.count('authorisations')).toBe(10_000);
    tpp = bank.tpp('PSDNO-FSA-OTHER');
    expect((await challenge()).answer.status).toBe(401);
    tpp = bank.tpp(tppId);
    await bank.sql`update authorisations set ended_at = now() where authorisation_id = 'a1'`;
    expect((await challenge()).answer.status).toBe(401);
  }, 30_000);

  it('that starts authorisations keeps the newest hundred of a payment, and those with wrong codes', async () => {
    const paymentId = await newPayment(tpp);
    const collection = `${domesticPath}/${paymentId}/authorisations`;
    const start = () => tpp.rest('POST', collection, { headers: psuHeaders });
    const guessed = await start();
    const psu = new Visitor(bank, guessed.json._links.scaRedirect.href);
    await psu.open();
    await psu.identify('13039319955');
    await psu.approve(wrongCode(codeOn(await psu.open())));
    bank.time.now += 1;
    const second = await start();
    await bank.sql`
      insert into authorisations (authorisation_id, tpp_id, kind, payment_id, sca_status, end_reason, ended_at, link_token,
        implicit, opened, redirect_uri, redirect_preferred, code, code_binding, created_at, expires_at)
      select authorisation_id || n, tpp_id, kind, payment_id, 'failed', 'SUPERSEDED', now(), 'l' || n,
        false, false, redirect_uri, true, code, code_binding, created_at, expires_at
      from authorisations, generate_series(1, 150) n where authorisation_id = ${second.json.authorisationId}`;
    bank.time.now += 1;
    const newest = await start();
    const { authorisationIds } = (await tpp.rest('GET', collection)).json;
    expect(authorisationIds).toHaveLength(101);
    expect([authorisationIds[0], authorisationIds.at(-1)]).toEqual([
      guessed.json.authorisationId,
      newest.json.authorisationId,
    ]);
  });
});
