import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { payAt, single } from '../sca/paying.ts';
import { Visitor } from '../sca/visitor.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { basketsPath, newBasket } from '../support/story.ts';

const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const demo = { tppId: 'PSDNO-FSA-CONSOLE', name: 'Console TPP', roles: null };

const bank = await bankOfFile();
const tpp = bank.tpp();
let turn = 0;

async function pay() {
  turn += 1;
  const body = { ...instantDomestic.example, remittanceInformationUnstructured: `look ${turn}` };
  const made = await tpp.rest('POST', path, { body, headers: psuHeaders });
  expect(made.status, made.text).toBe(201);
  const link = made.json._links.scaRedirect.href as string;
  return { psu: new Visitor(bank, link), stranger: new Visitor(bank, link), paymentId: made.json.paymentId };
}
type Made = Awaited<ReturnType<typeof pay>>;

const rowsOf = ({ paymentId }: Made) =>
  bank.sql`select a.*, p.status from authorisations a join payments p using (payment_id) where payment_id = ${paymentId}`;

/** Prefetch headers of browsers, old ones included. */
const ahead: readonly Readonly<Record<string, string>>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'prefetch; anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
  { 'x-purpose': 'preview' },
];
const looks: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['HEAD', {}],
  ...ahead.map((headers) => ['GET', headers] as const),
];

describe('the link of a PSU', () => {
  const robots = [['GET', {}], ['GET', { 'user-agent': 'Slackbot-LinkExpanding 1.0' }], ...looks] as const;

  it.each(robots)('%s with %o leaves the approval to the page that is open', async (method, headers) => {
    const made = await pay();
    const { code } = await made.psu.logIn();
    const before = await rowsOf(made);
    for (const query of ['', '?lang=nb']) {
      const look = await made.stranger.send(method, query, headers);
      expect([look.status, look.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(look.text).not.toMatch(/NOK|sandbox-code|Ola Nordmann<\/bdi><\/dd>/);
    }
    expect(await rowsOf(made)).toEqual(before);
    expect((await made.psu.approve(code)).status).toBe(303);
  });

  it.each(robots)('%s with %o starts nothing that nobody has opened', async (method, headers) => {
    const made = await pay();
    const before = await rowsOf(made);
    expect((await made.stranger.send(method, '', headers)).status).toBe(200);
    expect(await rowsOf(made)).toEqual(before);
  });

  it('HEAD returns what GET would return, and ends no expired authorisation', async () => {
    expect((await new Visitor(bank, `http://a/sca/${'x'.repeat(32)}`).send('HEAD')).status).toBe(404);
    const used = await pay();
    await used.psu.open();
    await used.psu.reject();
    expect((await used.stranger.send('HEAD')).status).toBe(410);

    const unopened = await pay();
    const fresh = await rowsOf(unopened);
    expect((await unopened.stranger.send('HEAD')).status).toBe(200);
    expect(await rowsOf(unopened)).toEqual(fresh);

    const cancelled = await pay();
    await bank.sql`update payments set status = 'CANC' where payment_id = ${cancelled.paymentId}`;
    const late = await pay();
    await late.psu.open();
    await bank.sql`update authorisations set expires_at = '2020-01-01' where payment_id = ${late.paymentId}`;
    for (const made of [cancelled, late]) {
      const before = await rowsOf(made);
      expect((await made.stranger.send('HEAD')).status).toBe(410);
      expect(await rowsOf(made)).toEqual(before);
      expect((await made.stranger.open()).status).toBe(410);
    }
  });

  it('HEAD of the page of a log-in, a basket and a cancellation, while it is open and after', async () => {
    const linkOf = async (address: string, options: object) => {
      const { json } = await tpp.rest('POST', address, options);
      return new Visitor(bank, json._links.scaRedirect.href);
    };
    const session = { 'psu-context': null, 'tpp-session-id': 'look' };
    const login = await linkOf(path, {
      body: instantDomestic.example,
      headers: { ...psuHeaders, ...session },
    });
    const paymentIds = [(await pay()).paymentId];
    const basketId = await newBasket(tpp, paymentIds);
    const ofBasket = await linkOf(`${basketsPath}/${basketId}/authorisations`, {
      headers: psuHeaders,
    });
    const made = await payAt({ bank, tpp }, single, {
      ...domestic.example,
      requestedExecutionDate: '2030-01-15',
    });
    await made.psu.approve((await made.psu.logIn()).code);
    const cancellation = await linkOf(`${made.self}/cancellation-authorisations`, { headers: psuHeaders });
    for (const psu of [login, ofBasket, cancellation]) {
      expect((await psu.send('HEAD')).status).toBe(200);
      await psu.open();
      await psu.reject();
      expect((await psu.send('HEAD')).status).toBe(410);
    }
  });
});

describe.each([
  ['console', '/', () => bank.app.issueTicket('CONSOLE', demo)],
  ['explorer', '/graphql', () => bank.app.issueTicket('EXPLORER', demo)],
] as const)('the ticket of the %s', (name, address, ticketOf) => {
  const send = (link: string, method: string, headers: Readonly<Record<string, string>> = {}) =>
    bank.fetch(link, { method, redirect: 'manual', headers: { accept: 'text/html', ...headers } });
  const tokens = () => bank.count('console_tokens');

  it.each(looks)('%s with %o leaves it valid', async (method, headers) => {
    const link = `${address}?ticket=${await ticketOf()}`;
    const before = await tokens();
    const look = await send(link, method, headers);
    const opened = name === 'console' ? 303 : 200;
    expect([look.status, look.headers.get('set-cookie')]).toEqual([method === 'HEAD' ? opened : 503, null]);
    expect(await tokens()).toBe(before);
    const opening = await send(link, 'GET');
    // Session or token takes the row of the ticket.
    expect([opening.status, await tokens()]).toEqual([opened, before]);
    expect((await send(link, 'HEAD')).status).toBe(name === 'console' ? 410 : 200);
  });
});

it('a page that changes nothing may be prefetched', async () => {
  for (const address of ['/', '/docs', '/openapi.json', '/sca/style.css'])
    expect([address, (await bank.fetch(address, { headers: { 'sec-purpose': 'prefetch' } })).status]).toEqual(
      [address, 200],
    );
});
