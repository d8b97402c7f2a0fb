import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { formTokenOf } from '../../src/operations/sca/secrets.ts';
import { psuHeaders, startBank } from '../support/bank.ts';
import { injectRequest } from '../support/inject.ts';
import { instant as path, shareScaBank } from './paying.ts';
import { codeOn, otherPrivateCustomer, privateCustomer, Visitor, wrongCode } from './visitor.ts';

const at = shareScaBank();
let psu: Visitor;
let paymentId: string;
let turn = 0;
beforeEach(async () => {
  ({ psu, paymentId } = await pay());
});

async function pay(
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  turn += 1;
  const body = { ...instantDomestic.example, remittanceInformationUnstructured: `safety ${turn}`, ...more };
  const made = await at.tpp.rest('POST', path, { body, headers: { ...psuHeaders, ...headers } });
  expect(made.status, made.text).toBe(201);
  return {
    psu: at.psuOf(made),
    paymentId: made.json.paymentId as string,
  };
}

const status = async () => (await at.tpp.rest('GET', `${path}/${paymentId}/status`)).json.transactionStatus;
const attempts = async () => {
  const [row] = await at.bank
    .sql`select wrong_attempts as n from authorisations where payment_id = ${paymentId}`;
  return row?.n;
};

describe('headers', () => {
  it('of every page are strict', async () => {
    const pages = [
      await psu.open(),
      await psu.send('PUT'),
      await psu.follow(psu.identify('1')),
      (await psu.logIn()).page,
    ];
    pages.push(
      await psu.raw('identify', 'x'),
      await new Visitor(at.bank, 'http://localhost/sca/none').open(),
    );
    await psu.reject();
    pages.push(await psu.open());
    const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
    for (const { headers, text } of pages) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toBe(
        text.includes('<form') ? policy : `${policy}; form-action 'none'`,
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('of the style sheet allow caching, and no page holds script or inline style', async () => {
    const { text } = await psu.open();
    expect(text).not.toMatch(/<script|<style|style=|javascript:|\son\w+=/i);
    const href = /href="(\/sca\/style\.css[^"]*)"/.exec(text)?.[1] ?? '';
    const sheet = await at.bank.fetch(href);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(await sheet.text()).not.toMatch(/url\(|@import/);
  });
});

describe('a page without form-action', () => {
  it('sends each of its forms to this authorisation, by any button', async () => {
    const hostile = `<form action="https://evil.no"><button formaction='//evil.no'>`;
    const made = await pay(
      { creditorName: hostile, remittanceInformationUnstructured: hostile },
      { 'tpp-brand-logging-information': hostile },
    );
    const pages = [await made.psu.open(), await made.psu.follow(made.psu.identify('1'))];
    const { page, code } = await made.psu.logIn();
    pages.push(page, await made.psu.follow(made.psu.approve(wrongCode(code))));
    for (const { text } of pages) {
      const targets = [...text.matchAll(/<[^>]*?\b(?:form)?action=["']?([^"'\s>]*)/g)].map(([, to]) => to);
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) expect(target?.startsWith(`${made.psu.path}/`), target).toBe(true);
      expect(text).not.toMatch(/<(base|iframe|meta http-equiv)|target=/);
    }
  });
});

describe('the cookie', () => {
  it('belongs to this authorisation alone, is hidden from scripts, and changes at log-in and at approval', async () => {
    const flags = `; Path=${psu.path}; HttpOnly; SameSite=Lax`;
    const seen: (string | null)[] = [];
    const note = (value: string | null) => {
      expect(value?.endsWith(flags), String(value)).toBe(true);
      seen.push(value);
    };
    note((await psu.open()).headers.get('set-cookie'));
    expect((await psu.open()).headers.get('set-cookie')).toBeNull();
    note((await psu.identify(privateCustomer)).headers.get('set-cookie'));
    const { code } = await psu.logIn();
    note((await psu.approve(code)).headers.get('set-cookie'));
    expect(new Set(seen).size).toBe(3);
  });

  it('is Secure where the service is published by https, under its path', async () => {
    const published = await startBank({ publicUrl: 'https://bank.example/psd2' });
    const made = await published
      .tpp()
      .rest('POST', path, { body: instantDomestic.example, headers: psuHeaders });
    const link = made.json._links.scaRedirect.href as string;
    expect(link).toMatch(/^https:\/\/bank\.example\/psd2\/sca\//);
    // A proxy removes the path.
    const local = new URL(link).pathname.slice('/psd2'.length);
    const page = await published.fetch(local);
    expect(page.headers.get('set-cookie')).toMatch(
      /; Path=\/psd2\/sca\/[\w-]+; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(await page.text()).toContain(`action="/psd2${local}/identify"`);
    await published.stop();
  });
});

interface Spoilt {
  readonly cookie?: () => string | null;
  readonly formToken?: (cookie: string) => string;
}

describe('a form', () => {
  it.each([
    ['without a cookie', { cookie: () => null }],
    ['with another cookie', { cookie: () => `sca=${'a'.repeat(32)}` }],
    ['with a wrong token', { formToken: () => formTokenOf('another') }],
    ['with the cookie as its token', { formToken: (cookie: string) => cookie.slice('sca='.length) }],
  ])('%s does nothing and shows nothing', async (_name, spoilt: Spoilt) => {
    const { code } = await psu.logIn();
    const { cookie, formToken } = psu;
    if (spoilt.cookie) psu.cookie = spoilt.cookie();
    if (spoilt.formToken) psu.formToken = spoilt.formToken(cookie ?? formToken);
    for (const answer of [await psu.approve(code), await psu.reject(), await psu.identify('1')]) {
      expect(answer.status).toBe(409);
      const title = psu.cookie === null ? 'Your browser sent no cookie' : 'This page is out of date';
      expect(answer.text).toContain(title);
      expect(answer.text).not.toMatch(/\d NOK|NOK \d|sandbox-code|name="formToken"/);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await status()).toBe('RCVD');
  });

  it('of a second tab is stale after a step in the first, and leads to the current page', async () => {
    await psu.open();
    const old = psu.formToken;
    await psu.identify(privateCustomer);
    const stale = await psu.post('identify', { formToken: old, customerNumber: privateCustomer });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain(`href="${psu.path}"`);
    expect((await psu.open()).text).toContain('One-time code');
  });

  it('of a browser is stale after another browser has taken over', async () => {
    const { code } = await psu.logIn();
    const other = new Visitor(at.bank, `http://localhost${psu.path}`);
    expect((await other.open()).text).toContain('Customer number');
    await other.identify('1');
    expect((await psu.approve(code)).status).toBe(409);
    expect(await status()).toBe('RCVD');
  });

  it('of a browser that only looked acts on its own page, and shows nothing of the other browser', async () => {
    const { code } = await psu.logIn();
    const other = new Visitor(at.bank, `http://localhost${psu.path}`);
    await other.open();
    expect((await other.approve(code)).status).toBe(409);
    expect((await other.open()).text).not.toMatch(/\d NOK|NOK \d|sandbox-code/);
    expect(await status()).toBe('RCVD');
  });

  it('that approves for the customer of a session is stale once the session belongs to another customer', async () => {
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': 'shared', 'psu-context': null };
    const headers = { ...psuHeaders, ...session };
    const body = () => ({ ...instantDomestic.example, remittanceInformationUnstructured: randomUUID() });
    const login = await at.tpp.rest('POST', path, { body: body(), headers });
    const first = at.psuOf(login);
    await first.approve((await first.logIn()).code);
    const made = await at.tpp.rest('POST', path, { body: body(), headers });
    const started = await at.tpp.rest('POST', `${path}/${made.json.paymentId}/authorisations`, { headers });
    const known = at.psuOf(started);
    const page = await known.open();
    expect(page.text).toContain('Ola Nordmann');
    await at.bank.sql`update psu_sessions set customer_id = (select customer_id from sandbox_customers
      where customer_number = ${otherPrivateCustomer} and tpp_id = psu_sessions.tpp_id), customer_number = ${otherPrivateCustomer}
      where session_id = 'shared'`;
    expect((await known.approve(codeOn(page))).status).toBe(409);
    expect((await known.open()).text).toContain('Kari Nordmann');
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://localhost:4001' }, 403],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
    [{ origin: 'http://localhost:4000' }, 303],
  ])('sent with %j is answered %i', async (headers, expected) => {
    await psu.open();
    const answer = await psu.post(
      'identify',
      { customerNumber: privateCustomer },
      headers as Record<string, string>,
    );
    expect(answer.status).toBe(expected);
    if (expected === 403) expect(answer.text).toContain('did not come from a page of the bank');
  });

  it.each([
    ['no token', 'identify', 'customerNumber=1', 400],
    ['no number', 'identify', 'formToken=TOKEN', 400],
    ['an empty number', 'identify', 'formToken=TOKEN&customerNumber=+', 400],
    ['a field twice', 'identify', 'formToken=TOKEN&customerNumber=1&customerNumber=2', 400],
    ['NUL', 'identify', 'formToken=TOKEN&customerNumber=1%00', 400],
    ['bytes that are no UTF-8', 'identify', 'formToken=TOKEN&customerNumber=%ff%fe', 400],
    ['half an escape', 'identify', 'formToken=TOKEN&customerNumber=%4', 400],
    ['no decision', 'decision', 'formToken=TOKEN&code=123456', 400],
    ['an unknown decision', 'decision', 'formToken=TOKEN&decision=maybe&code=123456', 400],
    ['no code', 'decision', 'formToken=TOKEN&decision=approve', 400],
    ['no agreement', 'agreement', 'formToken=TOKEN', 400],
    ['nothing', 'decision', '', 400],
    ['too much', 'decision', `formToken=TOKEN&code=${'1'.repeat(9_000)}`, 413],
    ['another step', 'elsewhere', 'formToken=TOKEN', 404],
  ])('with %s changes nothing', async (_name, step, body, expected) => {
    await psu.open();
    const answer = await psu.raw(step, body.replace('TOKEN', psu.formToken));
    expect(answer.status).toBe(expected);
    expect([await status(), await attempts()]).toEqual(['RCVD', 0]);
  });

  it('of raw bytes that are not UTF-8, or of another media type, is refused', async () => {
    await psu.open();
    expect((await psu.raw('identify', new Uint8Array([0xff, 0x3d, 0x00]))).status).toBe(400);
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-www-form-urlencoded; charset=latin1',
      '',
    ]) {
      expect((await psu.raw('identify', 'customerNumber=1', { 'content-type': type })).status).toBe(415);
    }
  });

  it('that is too large without a declared length is cut off', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_024).fill(0x61)),
    });
    const request = new Request(`http://localhost:4000${psu.path}/identify`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as RequestInit);
    expect((await injectRequest(at.bank.app, request)).status).toBe(413);
  });
});

describe('an address', () => {
  it('that was never issued is unknown, without a link', async () => {
    for (const one of [
      '/sca',
      '/sca/',
      '/sca/short',
      `/sca/${'a'.repeat(32)}`,
      `/sca/${'a'.repeat(32)}/`,
      '/sca/%00',
      '/sca/..%2f',
      `${psu.path}/x`,
    ]) {
      const answer = await at.bank.fetch(one);
      expect(answer.status, one).toBe(404);
      expect(await answer.text()).not.toMatch(/<a |<form/);
    }
    const stranger = new Visitor(at.bank, `http://localhost/sca/${'b'.repeat(32)}`);
    expect((await stranger.identify('1', { formToken: 'x' })).status).toBe(404);
  });

  it.each([
    ['PUT', '', 'GET, HEAD'],
    ['POST', '', 'GET, HEAD'],
    ['OPTIONS', '', 'GET, HEAD'],
    ['DELETE', '/decision', 'GET, HEAD, POST'],
  ])('does not accept %s %s', async (method, rest, allow) => {
    const answer = await psu.send(method, rest);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  });

  it.each(['GET', 'HEAD'])('of a form leads back to the page for a GET: %s', async (method) => {
    const answer = await psu.send(method, '/decision');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, psu.path]);
  });

  it('answers HEAD like GET, without the page', async () => {
    const [got, headed] = [await psu.send('GET', ''), await psu.send('HEAD', '')];
    expect([headed.status, headed.text]).toEqual([200, '']);
    const shape = ({ headers }: { headers: Headers }) => [
      headers.get('content-type'),
      headers.get('cache-control'),
    ];
    expect(shape(headed)).toEqual(shape(got));
    expect((await at.bank.fetch('/sca/style.css', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('texts of a TPP', () => {
  it('are escaped in every place', async () => {
    const evil = `"><img src=x onerror=alert(1)><script>'`;
    const hostile = await pay(
      { creditorName: evil, remittanceInformationUnstructured: `</dd>${evil}` },
      {
        'tpp-brand-logging-information': evil,
        'x-psu-authmethod-preferred': '"><script>',
        'tpp-redirect-uri': "https://tpp.example/?a='&b=<".replace('<', '%3C'),
      },
    );
    await at.bank
      .sql`update sandbox_customers set customer_name = ${evil} where customer_number = ${privateCustomer}`;
    const first = await hostile.psu.open('?method=%22%3E%3Cscript%3E');
    const { page, code } = await hostile.psu.logIn();
    await hostile.psu.approve(code);
    const last = await hostile.psu.open();
    for (const { text } of [first, page, last]) expect(text).not.toMatch(/<img|<script|'&b|<\/dd>"/);
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(last.text).toContain('https://tpp.example/?a=&#39;&amp;b=%3C&amp;psu-id=');
  });

  it('cannot change the writing direction around them', async () => {
    const turned = await pay({ creditorName: '\u05d0\u05d1 evil' });
    expect((await turned.psu.logIn()).page.text).toContain('<bdi>\u05d0\u05d1 evil</bdi>');
  });
});

describe('the log', () => {
  it('contains neither the secret of the link nor the PSU', async () => {
    await psu.logIn();
    const secret = psu.path.slice('/sca/'.length);
    const text = JSON.stringify(at.bank.log);
    expect(text).toContain('/sca/:token/identify');
    expect(text.includes(secret) || text.includes(privateCustomer)).toBe(false);
  });
});
