import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolkitAt } from '../../packages/toolkit/src/toolkit-line.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import type { HttpRequest } from '../../src/http/message.ts';
import { createReturnPage } from '../../src/pages/return-page.ts';
import { instant, payAt, single } from '../sca/paying.ts';
import { type Page, Visitor } from '../sca/visitor.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';

const origin = 'http://localhost:4000';
const home = { 'tpp-redirect-uri': `${origin}/sandbox/return?state=7` };

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

/** The cookie for the return page, set at the end of an authorisation; null without one. */
const returnCookieOf = (page: Page): string | null =>
  page.headers.getSetCookie().find((one) => one.startsWith('returned=')) ?? null;

async function arrive(
  done: Page,
  headers: Record<string, string> = {},
): Promise<{ text: string; answer: Response }> {
  const [cookie = ''] = (returnCookieOf(done) ?? '').split(';');
  const { pathname, search } = new URL(done.location ?? '');
  const answer = await bank.fetch(`${pathname}${search}`, { headers: { cookie, ...headers } });
  return { text: await answer.text(), answer };
}

describe('GET /sandbox/return', () => {
  it('shows what came back from an approval, and the status of the payment to that browser alone', async () => {
    const { psu, id } = await payAt({ bank, tpp }, instant, undefined, home);
    const { code } = await psu.logIn();
    const done = await psu.approve(code);
    expect(done.location).toBe(
      `${home['tpp-redirect-uri']}&psu-id=${psuHeaders['psu-id']}&tpp-session-id=session-1`,
    );
    const { text, answer } = await arrive(done);
    expect(answer.status).toBe(200);
    for (const part of ['Approved', psuHeaders['psu-id'], 'session-1', 'state', id, 'ACSC'])
      expect(text).toContain(part);
    expect(text).toContain(`npm run tpp -- status ${id} --as PSDNO-`);
    // Another browser sees only the parameters of the address.
    const foreign = await arrive(done, { cookie: '' });
    expect(foreign.text).toContain('session-1');
    expect(foreign.text).not.toContain(id);
    expect(returnCookieOf(done)).toMatch(/; Path=\/sandbox\/return; Max-Age=3600; HttpOnly; SameSite=Lax$/);
  });

  it('is also the end of a rejection, with its message and the payment rejected', async () => {
    const { psu, id } = await payAt({ bank, tpp }, instant, undefined, home);
    await psu.open();
    const { text } = await arrive(await psu.reject());
    for (const part of ['Not approved', 'rejected by the PSU', id, 'RJCT']) expect(text).toContain(part);
  });

  it('is the end of a log-in, without a payment', async () => {
    const body = { ...domestic.example };
    const headers = { ...psuHeaders, ...home, 'psu-context': null, 'tpp-session-id': 'to-log-in' };
    const challenge = await tpp.rest('POST', single, { body, headers });
    const psu = new Visitor(bank, challenge.json._links.scaRedirect.href);
    const { code } = await psu.logIn();
    const { text } = await arrive(await psu.approve(code));
    expect(text).toContain('Logged in');
    expect(text).not.toContain('data-payment');
  });

  it('shows a basket with each of its payments', async () => {
    const ids = [(await payAt({ bank, tpp }, single)).id, (await payAt({ bank, tpp }, single)).id];
    const headers = { ...psuHeaders, ...home };
    const basket = await tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds: ids }, headers });
    const path = `/v1/signing-baskets/${basket.json.basketId}/authorisations`;
    const psu = new Visitor(bank, (await tpp.rest('POST', path)).json._links.scaRedirect.href);
    const { code } = await psu.logIn();
    const { text } = await arrive(await psu.approve(code));
    for (const part of [basket.json.basketId, ...ids, 'PDNG']) expect(text).toContain(part);
  });

  it('gives its script the status of the payments', async () => {
    const { psu, id } = await payAt({ bank, tpp }, single, undefined, home);
    const { code } = await psu.logIn();
    const done = await psu.approve(code);
    const { answer, text } = await arrive(done, { accept: 'application/json' });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(text)).toEqual({
      payments: [{ paymentId: id, status: 'PDNG', meaning: expect.any(String), final: false }],
    });
    const nobody = await arrive(done, { accept: 'application/json', cookie: '' });
    expect(JSON.parse(nobody.text)).toEqual({ payments: [] });
  });

  it('shows nothing for a cookie that did not come with one of our redirects, nor for an open authorisation', async () => {
    const { psu, id } = await payAt({ bank, tpp }, instant, undefined, home);
    await psu.open();
    const [, token] = /\/sca\/([\w-]+)/.exec(psu.path) ?? [];
    const secret = psu.cookie?.split('=')[1];
    const open = await bank.fetch('/sandbox/return?state=7', {
      headers: { cookie: `returned=${token}.${secret}` },
    });
    expect(await open.text()).not.toContain(id);
    const done = await psu.reject();
    const [cookie = ''] = (returnCookieOf(done) ?? '').split(';');
    const elsewhere = await bank.fetch('/sandbox/return?message=other', { headers: { cookie } });
    expect(await elsewhere.text()).not.toContain(id);
    for (const wrong of [
      `returned=${token}.${'x'.repeat(32)}`,
      'returned=x.y',
      `returned=${'a'.repeat(8_000)}`,
    ]) {
      const answer = await bank.fetch(new URL(done.location ?? '').href.slice(origin.length), {
        headers: { cookie: wrong },
      });
      expect([answer.status, (await answer.text()).includes(id)]).toEqual([200, false]);
    }
  });

  it('is not cached, and is a different page for a script', async () => {
    const { psu } = await payAt({ bank, tpp }, instant, undefined, home);
    await psu.open();
    const done = await psu.reject();
    for (const accept of ['text/html', 'application/json'])
      for (const cookie of [undefined, '']) {
        const { answer } = await arrive(done, { accept, ...(cookie === undefined ? {} : { cookie }) });
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('vary')).toBe('accept');
      }
  });

  it('shows the parameters of its address as text, bounded', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&');
    const answer = await bank.fetch(
      `/sandbox/return?message=${encodeURIComponent('<script>alert(1)</script>')}&${many}`,
    );
    const text = await answer.text();
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('And 181 more parameters.');
    const long = await (await bank.fetch(`/sandbox/return?psu-id=${'y'.repeat(5_000)}`)).text();
    expect(long).not.toContain('y'.repeat(201));
    const emoji = await bank.fetch(`/sandbox/return?message=x${encodeURIComponent('😀'.repeat(300))}`);
    expect(await emoji.text()).toContain(`x${'😀'.repeat(198)}…`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('sets no cookie when the PSU returns to a TPP', async () => {
    for (const address of [
      `${origin}/elsewhere`,
      'http://localhost:4001/sandbox/return',
      'https://tpp.example/sandbox/return',
    ]) {
      const { psu } = await payAt({ bank, tpp }, instant, undefined, { 'tpp-redirect-uri': address });
      await psu.open();
      expect(returnCookieOf(await psu.reject()), address).toBeNull();
    }
  });

  it('still loads without the database', async () => {
    const failures: unknown[] = [];
    const page = createReturnPage({
      publicUrl: origin,
      toolkit: toolkitAt({ url: origin, dataDir: '.data' }, {}),
      readData: () => Promise.reject(new Error('lost')),
      onError: (error) => failures.push(error),
    });
    const cookie = `returned=${'a'.repeat(24)}.${'b'.repeat(32)}`;
    const request = { headers: new Headers({ cookie }), query: new URLSearchParams({ message: 'rejected' }) };
    const { status, body } = await page(request as unknown as HttpRequest);
    expect([status, new TextDecoder().decode(body as Uint8Array)]).toEqual([
      200,
      expect.stringContaining('rejected'),
    ]);
    expect(failures).toHaveLength(1);
  });
});

describe('GET / when the console was not built', () => {
  it('has only links that lead to something', async () => {
    const unbuilt = await startBank({ consoleFolder: '/nowhere' });
    const answer = await unbuilt.fetch('/');
    await unbuilt.stop();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = await answer.text();
    const links = [...text.matchAll(/href="(http[^"]+)"/g)].map(([, href = '']) => href.slice(origin.length));
    expect(links).toEqual(expect.arrayContaining(['/docs', '/graphql', '/openapi.json']));
    for (const path of links) {
      const led = await bank.fetch(path, { headers: { accept: 'text/html' } });
      expect([path, led.status]).toEqual([path, 200]);
    }
    expect(text).toContain('npm run tpp -- pay');
  });

  it('accepts HEAD, refuses other methods', async () => {
    for (const path of ['/', '/sandbox/return']) {
      expect((await bank.fetch(path, { method: 'HEAD' })).status).toBe(200);
      const refused = await bank.fetch(path, { method: 'POST', body: 'x' });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('does not exist outside a sandbox, nor does the return page', async () => {
    const closed = await startBank({ sandbox: false });
    for (const path of ['/', '/sandbox/return']) expect((await closed.fetch(path)).status).toBe(404);
    await closed.stop();
  });
});
