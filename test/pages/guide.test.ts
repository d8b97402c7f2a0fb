import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, startBank } from '../support/bank.ts';

let bank: Bank;
let production: Bank;
beforeAll(async () => {
  [bank, production] = await Promise.all([
    startBank(),
    startBank({ sandbox: false, publicUrl: 'https://bank.example' }),
  ]);
});
afterAll(() => Promise.all([bank.stop(), production.stop()]));

const names = readdirSync(new URL('../../docs', import.meta.url)).flatMap(
  (file) => /^(.*)\.md$/.exec(file)?.[1] ?? [],
);
const read = async (path: string, from = bank) => (await from.fetch(path)).text();
const pages = new Map<string, Promise<{ readonly status: number; readonly text: string }>>();
/** Many pages link to the same ones. */
const pageAt = (path: string) => {
  const page =
    pages.get(path) ??
    bank.fetch(path).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  pages.set(path, page);
  return page;
};
const linksOf = (text: string) =>
  [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
const address = (href: string, page: string) => new URL(href, `http://bank${page}`);

describe('/docs/guide', () => {
  it('lists a page for each file of docs/, in production too', async () => {
    for (const from of [bank, production]) {
      const links = linksOf(await read('/docs/guide', from)).map(
        (href) => address(href, '/docs/guide').pathname,
      );
      for (const name of names) expect(links).toContain(`/docs/guide/${name}`);
      for (const link of links) expect((await from.fetch(link)).status, link).toBe(200);
    }
  });

  it('names the address of the service in commands', async () => {
    expect(await read('/docs/guide/signing', production)).toContain(
      'curl https://bank.example/v1/sandbox/customers',
    );
    // The command of a workflow that starts its own service.
    expect(await read('/docs/guide/testing', production)).toContain('http://localhost:4000/readyz');
  });

  it('describes each page by a whole sentence', async () => {
    const descriptions = [...(await read('/docs/guide')).matchAll(/<dd>(.*?)<\/dd>/gs)].map(
      ([, text]) => text,
    );
    expect(descriptions).toHaveLength(names.length);
    for (const text of descriptions) expect(text).toMatch(/^[A-Z].*\.$/s);
  });

  it.each(names)('%s has links that lead to something, and one title', async (name) => {
    const path = `/docs/guide/${name}`;
    const text = await read(path);
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).toContain('aria-current="page"');
    const own = linksOf(text).filter((href) => !/^https?:/.test(href));
    for (const target of new Set(own.map((href) => address(href, path).href))) {
      const { pathname, hash } = new URL(target);
      const page = await pageAt(pathname);
      if (hash !== '')
        expect(page.text, `${path} links to ${pathname}${hash}`).toContain(` id="${hash.slice(1)}"`);
      expect(page.status, `${path} links to ${pathname}`).toBe(200);
    }
  });

  it('runs nothing and loads nothing from the network', async () => {
    for (const path of ['/docs/guide', ...names.map((name) => `/docs/guide/${name}`)]) {
      const answer = await bank.fetch(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src|unsafe|https?:/);
      expect(await answer.text()).not.toMatch(/<(script|img|iframe|object|embed|base|form)\b|\son\w+="/i);
    }
  });

  it('shows text that looks like markup as text, and has no page for other files', async () => {
    expect(await read('/docs/guide/cards')).toContain('card-accounts/&lt;resourceId&gt;/transactions');
    for (const path of ['/docs/guide/nowhere', '/docs/guide/..%2FREADME', '/docs/guide/signing.md'])
      expect((await bank.fetch(path)).status, path).toBe(404);
  });
});
