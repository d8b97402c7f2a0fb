import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, startBank } from '../support/bank.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const visit = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await bank.fetch(path, { method, headers: { accept: browser, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('an address without a page', () => {
  it.each(['/nope', '/v1', '/v1/', '/v1/nope', '/docs/nope', '/%'])(
    '%s: a browser gets a small page',
    async (path) => {
      const { status, headers, text } = await visit(path);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        404,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('This address does not exist.');
      for (const href of ['/', '/docs', '/docs/guide']) expect(text).toContain(`href="${href}"`);
      for (const href of ['/', '/docs', '/docs/guide']) expect((await visit(href)).status).toBe(200);
    },
  );

  it('says which method programs use there', async () => {
    const { status, headers, text } = await visit('/v1/signing-baskets');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect(text).toContain('It supports only <code>POST</code>.');
  });

  it('is in the language of the browser, and shows nothing of the address', async () => {
    const { text } = await visit('/<b>nope', { 'accept-language': 'nb' });
    expect(text).toContain('Denne adressen finnes ikke.');
    expect(text).not.toContain('nope');
  });

  it('HEAD gets its headers alone', async () => {
    const { status, headers, text } = await visit('/nope', {}, 'HEAD');
    expect([status, headers.get('content-type'), text]).toEqual([404, 'text/html; charset=utf-8', '']);
  });

  it.each([
    '*/*',
    'application/json',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
    '',
  ])('a program gets the error body: Accept %o', async (accept) => {
    const { status, text } = await visit('/nope', { accept });
    expect([status, JSON.parse(text).code]).toEqual([404, 'NOT_FOUND']);
  });

  it('a method other than GET gets the error body', async () => {
    const { status, text } = await visit('/nope', {}, 'POST');
    expect([status, JSON.parse(text).code]).toEqual([404, 'NOT_FOUND']);
  });

  it('outside a sandbox it links no console', async () => {
    const production = await startBank({ sandbox: false });
    const answer = await production.fetch('/nope', { headers: { accept: browser } });
    const text = await answer.text();
    expect(text).toContain('<title>There is no page at this address – PSD2 bank</title>');
    expect(text).not.toContain('href="/"');
    await production.stop();
  });
});
