import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, startBank } from '../support/bank.ts';
import { injectRequest } from '../support/inject.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

const demo = { tppId: 'PSDNO-FSA-CONSOLE', name: 'Console TPP', roles: null };
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  bank.fetch(path, { method, headers, redirect: 'manual' });
const newLink = async () => `/?ticket=${await bank.app.issueTicket('CONSOLE', demo)}`;

async function newSession(): Promise<string> {
  const cookie = (await open(await newLink())).headers.get('set-cookie') ?? '';
  return cookie.slice(0, cookie.indexOf(';'));
}

async function newToken(): Promise<string> {
  const { data } = await bank.tpp().graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
  return data.createConsoleToken.token;
}

const viewer = '{ viewer { tppId } }';
const change = 'mutation { initialiseSandbox { tppMessages { code } } }';
const ask = async (query: string, headers: Record<string, string>) => {
  const response = await bank.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const json = (await response.json()) as any;
  const { code, path } = json.errors?.[0]?.extensions ?? {};
  return { status: response.status, json, code, path };
};

describe('the link of the console', () => {
  it('opens a session in a cookie that scripts cannot read and other sites cannot send', async () => {
    const opened = await open(await newLink());
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(opened.headers.get('set-cookie')).toMatch(
      /^psd2-console-4000=[\w-]{32}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
  });

  it('works once; a used link says so and how to get another, in the language of the browser', async () => {
    const link = await newLink();
    await open(link);
    const used = await open(link);
    expect([used.status, used.headers.get('set-cookie')]).toEqual([410, null]);
    const text = await used.text();
    expect(text).toContain('This link no longer works');
    expect(text).toContain('tpp -- console');
    expect(text).toContain('tpp -- token');
    const norwegian = await open(link, { 'accept-language': 'nb' });
    expect(await norwegian.text()).toContain('Denne lenken virker ikke lenger');
    expect((await open('/?ticket=nonsense')).status).toBe(410);
  });

  it('redirects when it is followed again in the session that it opened', async () => {
    const link = await newLink();
    const cookie = ((await open(link)).headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const again = await open(link, { cookie });
    expect([again.status, again.headers.get('location'), again.headers.get('set-cookie')]).toEqual([
      303,
      '/',
      null,
    ]);
  });

  it('is not used up by HEAD', async () => {
    const link = await newLink();
    await open(link, {}, 'HEAD');
    expect((await open(link)).status).toBe(303);
  });

  it('sets a Secure cookie under its own path where the service is reached by https', async () => {
    const other = await startBank({ publicUrl: 'https://bank.example/sandbox/' });
    const opened = await injectRequest(
      other.app,
      new Request(`https://bank.example/?ticket=${await other.app.issueTicket('CONSOLE', demo)}`, {
        redirect: 'manual',
      }),
    );
    expect(opened.headers.get('location')).toBe('/sandbox/');
    expect(opened.headers.get('set-cookie')).toMatch(
      /^__Secure-psd2-console-443=[\w-]{32}; Path=\/sandbox\/; .*; Secure$/,
    );
    await other.stop();
  });

  it('sets a cookie that no other host can set, where the service has its own host', async () => {
    const other = await startBank({ publicUrl: 'https://bank.example:8443' });
    const opened = await injectRequest(
      other.app,
      new Request(`https://bank.example:8443/?ticket=${await other.app.issueTicket('CONSOLE', demo)}`, {
        redirect: 'manual',
      }),
    );
    expect(opened.headers.get('set-cookie')).toMatch(
      /^__Host-psd2-console-8443=[\w-]{32}; Path=\/; .*; Secure$/,
    );
    await other.stop();
  });
});

describe('the explorer', () => {
  const page = async (headers: Record<string, string>) => {
    const opened = await open('/graphql', { accept: 'text/html', ...headers });
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return opened.text();
  };

  it('has examples whose PSU returns to this service', async () => {
    const other = bank.replica({ publicUrl: 'http://localhost:4712' });
    const opened = await other.fetch('/graphql', { headers: { accept: 'text/html' } });
    const text = await opened.text();
    expect(text).toContain('http://localhost:4712/sandbox/return');
    expect(text).not.toContain('http://localhost:4000/sandbox');
    await other.stop();
  });

  const asksForToken = (text: string) => /Bearer [^"]{0,8}token>/.test(text);

  it('uses the session of the browser that opens it, and its page holds no token', async () => {
    const cookie = await newSession();
    const opened = await page({ cookie, 'sec-fetch-site': 'same-origin' });
    expect([asksForToken(opened), /Bearer [\w-]{32}/.test(opened)]).toEqual([false, false]);
    expect(opened.includes(cookie.split('=')[1] ?? '')).toBe(false);
  });

  it.each([
    ['without a session', async () => ({})],
    [
      'with a session that has ended',
      async () => {
        const cookie = await newSession();
        await ask('mutation { signOut { tppMessages { code } } }', { cookie, 'x-console-request': '1' });
        return { cookie };
      },
    ],
    [
      'opened by a page of another site',
      async () => ({ cookie: await newSession(), 'sec-fetch-site': 'cross-site' }),
    ],
    ['with an invented session', async () => ({ cookie: `psd2-console-4000=${'a'.repeat(32)}` })],
  ] as const)('%s it asks for a token', async (_, headers) =>
    expect(asksForToken(await page(await headers()))).toBe(true),
  );
});

describe('the session', () => {
  it('authenticates its TPP at GraphQL', async () => {
    const { json } = await ask(viewer, { cookie: `theme=dark; ${await newSession()}` });
    expect(json.data.viewer.tppId).toBe(demo.tppId);
  });

  it('400 together with a token, or with a signature', async () => {
    const cookie = await newSession();
    expect(await ask(viewer, { cookie, authorization: `Bearer ${await newToken()}` })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      path: 'Cookie',
    });
    const signed = await bank.tpp().graphqlRaw(viewer, {}, { headers: { cookie } });
    expect([signed.status, signed.json.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('changes nothing without the header that another origin cannot send', async () => {
    const cookie = await newSession();
    expect(await ask(change, { cookie })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      path: 'X-Console-Request',
    });
    expect((await ask(change, { cookie, 'x-console-request': '1' })).status).toBe(200);
    const preflight = await bank.fetch('/graphql', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-console-request',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    { origin: 'http://localhost:5173' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ])(
    'is ignored when a page of another origin sends the cookie: %o',
    async (headers: Record<string, string>) => {
      const cookie = await newSession();
      const sent = { cookie, 'x-console-request': '1', host: 'localhost:4000', ...headers };
      expect((await ask(viewer, sent)).status).toBe(401);
      // A front end on another port may thus send a token while the console is open.
      expect((await ask(viewer, { ...sent, authorization: `Bearer ${await newToken()}` })).status).toBe(200);
    },
  );

  it('is not a token, nor a token a session: a service on another port, which receives the cookie, gains nothing', async () => {
    const session = await newSession();
    const [name, secret] = session.split('=');
    expect((await ask(viewer, { cookie: session })).status).toBe(200);
    for (const bearer of [secret, `session ${secret}`, session])
      expect((await ask(viewer, { authorization: `Bearer ${bearer}` })).status, bearer).toBe(401);
    const token = await newToken();
    expect((await ask(viewer, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await ask(viewer, { cookie: `${name}=${token}` })).status).toBe(401);
  });

  it('of a service on another port is ignored', async () => {
    const [, secret] = (await newSession()).split('=');
    for (const name of ['psd2-console', 'psd2-console-4001', '__Host-psd2-console-4000'])
      expect((await ask(viewer, { cookie: `${name}=${secret}` })).status, name).toBe(401);
  });

  it('400 together with a second one: it is unclear who set which', async () => {
    const [own, planted] = [await newSession(), await newSession()];
    for (const cookie of [`${own}; ${planted}`, `${planted}; ${own}`, `${own}; ${own}`])
      for (const query of [viewer, change])
        expect(await ask(query, { cookie, 'x-console-request': '1' })).toMatchObject({
          status: 400,
          code: 'BAD_REQUEST',
          path: 'Cookie',
        });
    const used = await newLink();
    await open(used);
    expect((await open(used, { cookie: `${own}; ${planted}` })).status).toBe(410);
  });

  it('401 when the console shows another TPP, whose session it has replaced', async () => {
    const sent = { cookie: await newSession(), 'x-console-request': `tpp=${demo.tppId}` };
    expect((await ask(viewer, sent)).status).toBe(200);
    for (const query of [viewer, change])
      expect(await ask(query, { ...sent, 'x-console-request': 'tpp=PSDNO-FSA-OTHER' })).toMatchObject({
        status: 401,
        path: 'X-Console-Request',
      });
  });

  it('401 when it is unknown, and after eight hours', async () => {
    expect(await ask(viewer, { cookie: 'psd2-console-4000=nonsense' })).toMatchObject({
      status: 401,
      path: 'Cookie',
    });
    const cookie = await newSession();
    bank.time.now += 8 * 3_600_000;
    expect((await ask(viewer, { cookie })).status).toBe(401);
  });

  it('cannot create a token, which would outlive it', async () => {
    const cookie = await newSession();
    const { json } = await ask('mutation { createConsoleToken(input: {}) { token tppMessages { code } } }', {
      cookie,
      'x-console-request': '1',
    });
    expect(json.data.createConsoleToken).toEqual({ token: null, tppMessages: [{ code: 'FORBIDDEN' }] });
  });
});

describe('the page', () => {
  it('has a policy that allows only the service itself', async () => {
    const page = await open('/');
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect((await open('/', {}, 'POST')).status).toBe(405);
  });

  it.each([
    ['nobody is signed in', { 'sec-fetch-site': 'none' }, true],
    ['nobody is signed in, after a reload', { 'sec-fetch-site': 'same-origin' }, true],
    ['a session may be there', { 'sec-fetch-site': 'none', cookie: 'psd2-console-4000=any' }, false],
    [
      'another site has led here, and the browser keeps the cookie back',
      { 'sec-fetch-site': 'cross-site' },
      false,
    ],
    ['the browser says nothing of it', {}, false],
  ] as const)(
    'knows its session before the first request: %s',
    async (_, headers: Record<string, string>, known) => {
      expect((await (await open('/', headers)).text()).includes('<html data-signed-out ')).toBe(known);
    },
  );

  it('does not exist without a sandbox, where its cookie is no credential', async () => {
    const production = await startBank({ sandbox: false });
    expect((await production.fetch('/')).status).toBe(404);
    const link = `/?ticket=${await production.app.issueTicket('CONSOLE', demo)}`;
    expect((await production.fetch(link)).status).toBe(404);
    const response = await production.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: await newSession() },
      body: JSON.stringify({ query: viewer }),
    });
    expect(response.status).toBe(401);
    await production.stop();
  });
});
