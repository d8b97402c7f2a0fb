import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { logOf } from '../observability/request-log/support.ts';
import { accountBody, freshNumber } from '../sandbox/support/bodies.ts';
import { instant, payAt, single } from '../sca/paying.ts';
import { privateCustomer, Visitor } from '../sca/visitor.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { newPayment } from '../support/story.ts';
import { followAs } from '../support/subscriptions.ts';

let bank: Bank;
let replica: Bank;
let tpp: Tpp;
const audited: unknown[] = [];
beforeAll(async () => {
  bank = await startBank({ audit: (entry) => audited.push(entry) });
  replica = bank.replica();
  tpp = bank.tpp();
});
afterAll(async () => {
  await replica.stop();
  await bank.stop();
});

const demo = { tppId: 'PSDNO-FSA-CONSOLE', name: 'Console TPP', roles: null };
const open = (on: Bank, path: string, headers: Record<string, string> = {}) =>
  on.fetch(path, { headers, redirect: 'manual' });
const sessionOf = (opened: Response) => (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
const ask = async (on: Bank, query: string, headers: Record<string, string>) => {
  const answer = await on.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console-request': '1', ...headers },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: answer.status, json: (await answer.json()) as any };
};

describe('a link that opens the console', () => {
  it('followed twenty times at once opens one session', async () => {
    const link = `/?ticket=${await bank.app.issueTicket('CONSOLE', demo)}`;
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(bank, link)));
    expect(opened.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(opened.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  it.each([
    ['CONSOLE', '/'],
    ['EXPLORER', '/graphql'],
  ] as const)('opens the page once, at any replica: %s', async (page, path) => {
    const link = `${path}?ticket=${await bank.app.issueTicket(page, demo)}`;
    const accept = { accept: 'text/html' };
    const visits = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => open(nth % 2 ? bank : replica, link, accept)),
    );
    const opened = await Promise.all(
      visits.map(async (visit) => visit.status === 303 || /Bearer [\w-]{32}/.test(await visit.text())),
    );
    expect(opened.filter(Boolean)).toHaveLength(1);
    expect(await (await open(replica, link, accept)).text()).toContain('has been used');
  });

  it('opens nothing after eight hours', async () => {
    const link = `/?ticket=${await bank.app.issueTicket('CONSOLE', demo)}`;
    bank.time.now += 8 * 3_600_000;
    expect((await open(bank, link)).status).toBe(410);
  });

  it('opens nothing at the other door', async () => {
    expect((await open(bank, `/?ticket=${await bank.app.issueTicket('EXPLORER', demo)}`)).status).toBe(410);
    const explorer = await open(bank, `/graphql?ticket=${await bank.app.issueTicket('CONSOLE', demo)}`, {
      accept: 'text/html',
    });
    expect(await explorer.text()).not.toMatch(/Bearer [\w-]{32}/);
  });
});

describe('a session', () => {
  it('serves at every replica, for reads, changes and streams, and sees its own TPP alone', async () => {
    const cookie = sessionOf(await open(bank, `/?ticket=${await bank.app.issueTicket('CONSOLE', demo)}`));
    const paymentId = await newPayment(tpp);
    const { json } = await ask(replica, `{ viewer { tppId } payments { totalCount } }`, { cookie });
    expect(json.data).toEqual({ viewer: { tppId: demo.tppId }, payments: { totalCount: 0 } });
    expect(
      (await ask(replica, `{ payment(paymentId: "${paymentId}") { paymentId } }`, { cookie })).json,
    ).toMatchObject({ errors: [{ extensions: { code: 'RESOURCE_UNKNOWN' } }] });
    expect(
      (await ask(replica, '{ requestLog(filter: { fromConsole: false }) { totalCount } }', { cookie })).json
        .data,
    ).toEqual({ requestLog: { totalCount: 0 } });
    const stream = await followAs(replica, { cookie });
    expect(stream.response.status).toBe(200);
    await stream.cancel();
  });

  it.each(['evil.example', 'localhost:1', '127.0.0.1:4000', '[::1]:4000'])(
    'redirects nowhere else by a Host: %s',
    async (host) => {
      const opened = await open(bank, `/?ticket=${await bank.app.issueTicket('CONSOLE', demo)}`, { host });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
      expect(opened.headers.get('set-cookie')).not.toMatch(/domain/i);
      const page = await (await open(bank, '/', { host })).text();
      expect(page).not.toContain(host);
      const { json } = await tpp.rest('POST', instant, {
        body: (await import('../../src/domain/payments/products/instant-domestic.ts')).instantDomestic
          .example,
        headers: { ...psuHeaders, 'psu-id': randomUUID(), host },
      });
      expect(json._links.scaRedirect.href).toMatch(/^http:\/\/localhost:4000\/sca\//);
    },
  );
});

describe('the logs', () => {
  it('contain no one-time code, no link and no cookie of a PSU; the process log no identity number either', async () => {
    const owner = bank.tpp('PSDNO-FSA-LOGGED');
    const psuId = randomUUID();
    const { psu } = await payAt({ bank, tpp: owner }, instant, undefined, { 'psu-id': psuId });
    const { code } = await psu.logIn();
    const secret = psu.path.slice('/sca/'.length);
    const cookie = psu.cookie?.split('=')[1] ?? '-';
    await psu.approve(code === '000000' ? '000001' : '000000');
    await psu.approve(code);
    await owner.rest('POST', instant, {
      body: {},
      headers: { ...psuHeaders, 'psu-id': null, 'x-psu-identity': privateCustomer },
    });
    const entries = JSON.stringify(await logOf(owner));
    const rows = JSON.stringify(
      await bank.sql`select path, encode(record, 'escape') from logged_requests where tpp_id = 'PSDNO-FSA-LOGGED'`,
    );
    const lines = JSON.stringify([bank.log, audited]);
    for (const text of [entries, rows, lines])
      for (const one of [secret, cookie, `"${code}"`, `code=${code}`]) expect(text).not.toContain(one);
    for (const one of [psuId, privateCustomer, psuHeaders['psu-ip-address'] ?? '-'])
      expect(lines).not.toContain(one);
    // The TPP finds its own request data again.
    expect(entries).toContain(privateCustomer);
  });

  it('drop an entry after 72 hours, not before, for any reader', async () => {
    const own = await startBank();
    const reader = own.tpp();
    const requestId = randomUUID();
    await reader.rest('GET', '/v1/sandbox/customers', { requestId });
    expect(await logOf(reader, { xRequestId: requestId })).toHaveLength(1);
    own.time.now += 72 * 3_600_000 - 60_000;
    await own.app.runner.tick();
    expect(await own.count('logged_requests')).toBeGreaterThan(0);
    own.time.now += 2 * 60_000;
    await own.app.runner.tick();
    const [left] =
      await own.sql`select count(*)::int as n from logged_requests where x_request_id = ${requestId}`;
    expect(left?.n).toBe(0);
    await own.stop();
  });
});

describe('stored markup', () => {
  const evil = `</title></dd><img src=x onerror=alert(1)><script>alert(1)</script>"'\``;

  it('is text on every page after the log-in: of a company, of entries of a bulk, and at the end', async () => {
    const post = async (path: string, body: unknown) => {
      const made = await tpp.rest('POST', path, { body });
      expect(made.status, made.text).toBe(201);
      return made.json;
    };
    const company = freshNumber();
    await post('/v1/sandbox/customers', { customerNumber: company, name: evil, type: 'corporate' });
    const { bban } = await post('/v1/sandbox/accounts', { ...accountBody(company, '9000.00'), name: evil });
    const engagements = [{ customer: privateCustomer, account: { bban }, roles: ['VIEW', 'REGISTER'] }];
    await post('/v1/sandbox/agreements', { owner: company, name: evil, engagements });
    const debtorAccount = { bban, currency: 'NOK' };
    const bulk = bulkDomestic.example as { payments: readonly object[] };
    const cases: readonly [string, Record<string, unknown>][] = [
      [single, { ...bulk.payments[0], debtorAccount, creditorName: evil }],
      [
        '/v1/bulk-payments/norwegian-domestic-credit-transfers',
        {
          ...bulk,
          debtorAccount,
          payments: bulk.payments.map((entry) => ({ ...entry, creditorName: evil })),
        },
      ],
    ];
    for (const [path, body] of cases) {
      const made = await tpp.rest('POST', path, {
        body,
        headers: {
          ...psuHeaders,
          'psu-id': randomUUID(),
          'psu-context': 'CORPORATE',
          'psu-corporate-id': 'any',
        },
      });
      expect(made.status, made.text).toBe(201);
      const psu = new Visitor(bank, made.json._links.scaRedirect.href);
      const pages = [
        await psu.open(),
        await psu.identify(privateCustomer),
        await psu.open(),
        await psu.reject(),
        await psu.open(),
      ];
      const shown = pages.map(({ text }) => text).join('');
      expect(shown).not.toMatch(/<img|<script|<\/title><\/dd>/);
      expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;');
    }
  });
});
