import { describe, expect, it } from 'vitest';
import { examples } from '../../src/pages/explorer/explorer.ts';
import { callerMaxAgeMs } from '../../src/security/caller-cache.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { bearer, newConsoleToken, sendUnsigned } from '../support/graphql.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const post = (token: string, query: string, variables = {}) =>
  sendUnsigned(bank, query, bearer(token), variables);
const newToken = () => newConsoleToken(tpp);

describe('a console token', () => {
  it('authenticates the TPP that made it, for GraphQL only', async () => {
    const token = await newToken();
    const { json } = await post(token, '{ viewer { tppId roles } }');
    expect(json.data.viewer).toEqual({ tppId: 'PSDNO-FSA-TEST1', roles: ['PSP_PI', 'PSP_AI'] });
    const rest = await bank.fetch('/v1/sandbox/customers', {
      headers: { ...bearer(token), 'x-request-id': 'a' },
    });
    expect(rest.status).toBe(400);
  });

  it.each(['x'.repeat(65), 'x'.repeat(9_000), 'Ola\u00e6'])(
    '400 together with an invalid X-Request-ID',
    async (id) => {
      const headers = { ...bearer(await newToken()), 'x-request-id': id };
      for (const query of [
        'mutation { initialiseSandbox { tppMessages { code } } }',
        '{ viewer { tppId } }',
      ]) {
        bank.log.length = 0;
        const answer = await sendUnsigned(bank, query, headers);
        expect(answer.status).toBe(400);
        expect(answer.json.errors[0].extensions).toMatchObject({
          code: 'FORMAT_ERROR',
          path: 'X-Request-ID',
        });
        expect(answer.headers.get('x-request-id')).toBeNull();
        expect(bank.log.map(({ status, requestId }) => [status, requestId])).toEqual([[400, undefined]]);
      }
    },
  );

  it('lets a payment be created with the psu input instead of headers', async () => {
    const token = await newToken();
    const example = examples.find(({ name }) => name === 'CreateInstantPayment');
    const { json } = await post(token, example?.query ?? '', example?.variables);
    expect(json.data.createInstantPayment, JSON.stringify(json)).toMatchObject({
      payment: { transactionStatus: 'RCVD' },
    });
  });

  it('is refused when unknown, and after eight hours', async () => {
    expect((await post('nonsense', '{ viewer { tppId } }')).status).toBe(401);
    const token = await newToken();
    bank.time.now += 8 * 3_600_000;
    const late = await post(token, '{ viewer { tppId } }');
    expect(late.json.errors[0].extensions).toMatchObject({
      code: 'SIGNATURE_INVALID',
      path: 'Authorization',
    });
  });

  const make =
    'mutation { made: createConsoleToken(input: {}) { token expiresAt tppMessages { category code path } } }';

  it('is made without an input too, with a note and an id of the client, and its payload has links', async () => {
    for (const input of ['', '(input: { note: "mine", clientMutationId: "1" })']) {
      const { data, text } = await tpp.graphqlRaw(
        `mutation { made: createConsoleToken${input} { token links { scaRedirect { href } } } }`,
      );
      expect(data?.made, text).toEqual({ token: expect.any(String), links: null });
    }
  });

  it('cannot make another token: only a signed request can', async () => {
    const token = await newToken();
    const { json } = await post(token, make);
    expect(json.data.made).toMatchObject({
      token: null,
      tppMessages: [{ category: 'ERROR', code: 'FORBIDDEN', path: 'Authorization' }],
    });
    const again = await sendUnsigned(bank, make, { ...bearer(token), 'x-request-id': 'a-2' });
    expect(again.json.data.made.token).toBeNull();
  });

  it('is not stored in plain; a replay says that it was shown, and makes no other', async () => {
    const headers = { 'x-request-id': 'token-once' };
    const first = await tpp.graphqlRaw(make, {}, { headers });
    const { token, expiresAt } = first.data.made;
    expect(token).toMatch(/^[\w-]{32}$/);
    const kept = await bank.sql`
      select outcomes::text || coalesce(encode(body, 'escape'), '') as text from request_answers where request_id = 'token-once'`;
    expect(kept[0]?.text).toContain('made');
    expect(kept[0]?.text).not.toContain(token);
    const before = await bank.count('console_tokens');
    const replays = await Promise.all([1, 2].map(() => tpp.graphqlRaw(make, {}, { headers })));
    replays.push(await tpp.graphqlRaw(make, {}, { headers }));
    for (const replay of replays) {
      expect(replay.headers.get('idempotent-replay')).toBe('true');
      expect(replay.data.made).toEqual({
        token: null,
        expiresAt,
        tppMessages: [{ category: 'WARNING', code: 'BAD_REQUEST', path: 'X-Request-ID' }],
      });
    }
    expect(await bank.count('console_tokens')).toBe(before);
    expect((await post(token, '{ viewer { tppId } }')).status).toBe(200);
  });

  it('is one of at most a hundred of its TPP: a new one replaces the oldest', async () => {
    const many = bank.tpp('PSDNO-FSA-MANY');
    await many.graphqlRaw('{ viewer { tppId } }');
    const first = (await many.graphqlRaw(make)).data.made.token;
    await bank.sql`insert into console_tokens (token_hash, tpp_id, name, expires_at)
      select 'h' || n, 'PSDNO-FSA-MANY', 'x', now() + interval '1 day' from generate_series(1, 99) n`;
    expect((await post(first, '{ viewer { tppId } }')).status).toBe(200);
    bank.time.now += 1;
    await many.graphqlRaw(make);
    // A process trusts a token for some seconds after a look-up.
    bank.time.now += callerMaxAgeMs;
    expect((await post(first, '{ viewer { tppId } }')).status).toBe(401);
    const [row] =
      await bank.sql`select count(*)::int as n from console_tokens where tpp_id = 'PSDNO-FSA-MANY'`;
    expect(row?.n).toBe(100);
  });
});

describe('the explorer', () => {
  const page = (path: string) => bank.fetch(path, { headers: { accept: 'text/html' } });

  it('opens with a token filled in once, and loads nothing from the network', async () => {
    const ticket = await bank.app.issueTicket('EXPLORER', {
      tppId: 'PSDNO-FSA-TEST1',
      name: 'TPP',
      roles: null,
    });
    const opened = await page(`/graphql?ticket=${ticket}`);
    // A later user of the browser must not find the token in its cache.
    expect(opened.headers.get('cache-control')).toBe('no-store');
    const first = await opened.text();
    const token = /Bearer ([\w-]{32})/.exec(first)?.[1] ?? '';
    expect((await post(token, '{ viewer { tppId } }')).json.data.viewer.tppId).toBe('PSDNO-FSA-TEST1');
    const again = await page(`/graphql?ticket=${ticket}`);
    const second = await again.text();
    expect(/Bearer [\w-]{32}/.exec(second)).toBeNull();
    expect(first.match(/<(script|link)[^>]+(src|href)="https?:/g)).toBeNull();
  });

  it('is a small page; its assets are built once, cached by browsers, and revalidated', async () => {
    const first = await page('/graphql');
    const html = await first.text();
    expect(html.length).toBeLessThan(64 * 1_024);
    const assets = [...html.matchAll(/(?:src|href)="(graphql\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets).toHaveLength(2);
    for (const path of assets.map((one) => `/${one}`)) {
      const asset = await bank.fetch(path, { headers: { 'accept-encoding': 'gzip' } });
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      const tag = asset.headers.get('etag') ?? '';
      expect((await bank.fetch(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    }
  });

  it('has a policy with its own nonce, which only its own scripts and styles carry', async () => {
    const [first, second] = await Promise.all([page('/graphql'), page('/graphql')]);
    const nonces = [first, second].map((answer) => {
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
      return /script-src 'nonce-([\w-]{24})'/.exec(policy)?.[1];
    });
    expect(new Set(nonces).size).toBe(2);
    const html = await first.text();
    expect(html.split(/<(?:script|style|link rel="stylesheet")/)).toHaveLength(6);
    expect(html.split(` nonce="${nonces[0]}"`)).toHaveLength(6);
  });

  it('stores no more after 300 requests than after one', async () => {
    await (await page('/graphql')).text();
    const before = process.memoryUsage().rss;
    await Promise.all(Array.from({ length: 300 }, async () => (await page('/graphql')).text()));
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_024 * 1_024);
  });
});
