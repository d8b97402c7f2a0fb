import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { generatedTppId } from '../../src/domain/sandbox/generated-tpps.ts';
import { createRateLimit } from '../../src/security/rate-limit.ts';
import { raw } from '../db/support/raw.ts';
import { type Answer, type Bank, startBank, type Tpp, tppOf } from '../support/bank.ts';
import { injectRequest } from '../support/inject.ts';
import { otherKey } from '../support/keys.ts';
import { listenOn } from '../support/listen.ts';
import { domesticPath } from '../support/story.ts';
import { holdDatabase, samples, trickling } from './support.ts';

let bank: Bank;
let tpp: Tpp;
async function start(parts: Parameters<typeof startBank>[0]): Promise<void> {
  bank = await startBank(parts);
  tpp = bank.tpp();
}
afterEach(() => bank.stop());

const viewer = '{ viewer { tppId } }';

describe('503: too many requests at once', () => {
  it('at n + 1, at once and unread; probes pass, and all pass when one has ended', async () => {
    await start({ requestsAtOnce: 2 });
    await tpp.rest('GET', `${domesticPath}/none`);
    const release = await holdDatabase(bank);
    const running = [1, 2].map(() => tpp.rest('GET', `${domesticPath}/none`));
    await expect.poll(async () => (await samples(bank)).get('psd2_requests_under_way')).toBe(2);
    const { request, read } = trickling(tpp, domesticPath);
    const over = await injectRequest(bank.app, request);
    expect([over.status, over.headers.get('retry-after'), read()]).toEqual([503, '1', 0]);
    for (const [id, shown] of [
      ['x'.repeat(513), null],
      ['a1b2c3d4-0000-4000-8000-000000000001', 'a1b2c3d4-0000-4000-8000-000000000001'],
    ] as const) {
      const refused = await bank.fetch('/graphql', { headers: { 'x-request-id': id } });
      expect([refused.status, refused.headers.get('x-request-id')]).toEqual([503, shown]);
      expect(bank.log.at(-1)?.requestId ?? null).toBe(shown);
    }
    const graphql = await tpp.graphqlRaw(viewer);
    expect([graphql.status, graphql.json.errors[0].extensions.code]).toEqual([503, 'SYSTEM_ERROR']);
    for (const probe of ['/livez', '/readyz', '/metrics'])
      expect([(await bank.fetch(probe)).status, probe]).toEqual([200, probe]);
    await release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([404, 404]);
    expect((await tpp.graphqlRaw(viewer)).status).toBe(200);
  });
});

describe('429: too many requests of a TPP', () => {
  const doors: readonly (readonly [string, (tpp: Tpp) => Promise<Answer>])[] = [
    ['rest', (who) => who.rest('GET', `${domesticPath}/none`)],
    ['graphql', (who) => who.graphqlRaw(viewer)],
  ];
  const codeOf = ({ json }: Answer) => json.code ?? json.errors?.[0].extensions.code;

  it.each(doors)('%s: at n + 1, until the clock has moved; others go on', async (_, ask) => {
    await start({ rateLimit: 3 });
    for (let index = 0; index < 6; index += 1) expect((await ask(tpp)).status).not.toBe(429);
    const over = await ask(tpp);
    expect([over.status, codeOf(over), over.headers.get('retry-after')]).toEqual([
      429,
      'ACCESS_EXCEEDED',
      '1',
    ]);
    expect(bank.log.at(-1)).toMatchObject({ status: 429, tppId: 'PSDNO-FSA-TEST1' });
    expect((await ask(bank.tpp('PSDNO-FSA-OTHER'))).status).not.toBe(429);
    bank.time.now += 333;
    expect((await ask(tpp)).status).toBe(429);
    bank.time.now += 1;
    expect((await ask(tpp)).status).not.toBe(429);
    expect((await ask(tpp)).status).toBe(429);
  });

  it('both doors and console tokens share one allowance', async () => {
    await start({ rateLimit: 2 });
    const made = await tpp.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
    const token = made.data.createConsoleToken.token as string;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const bearer = () =>
      bank.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query: viewer }) });
    expect((await bearer()).status).toBe(200);
    for (const [, ask] of doors) expect((await ask(tpp)).status).not.toBe(429);
    const over = await bearer();
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '1']);
  });

  it('a request that cannot be signed for a TPP uses nothing up', async () => {
    await start({ rateLimit: 1 });
    const privateKeyPem = otherKey(tpp.identity.privateKeyPem);
    const thief = tppOf(bank.app, { ...tpp.identity, privateKeyPem }, bank.time);
    for (let index = 0; index < 5; index += 1) {
      for (const [, ask] of doors) expect((await ask(thief)).status).toBe(401);
    }
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await tpp.graphqlRaw(viewer)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('TPPs that one TPP has made share one allowance, and their maker has its own', () => {
    const limit = createRateLimit(1, () => 0);
    const made = [1, 2].map((chance) => generatedTppId('A', 'ABCDEF012345', `00000000000${chance}`));
    for (const tppId of made) limit(tppId);
    for (const tppId of made) expect(() => limit(tppId)).toThrow(/1 requests a second/);
    expect(() => limit('PSDNO-FSA-MAKER')).not.toThrow();
  });

  it('a clock that is set back gives and takes nothing', () => {
    let now = 1_000_000;
    const limit = createRateLimit(1, () => now);
    limit('a');
    limit('a');
    now -= 60_000;
    expect(() => limit('a')).toThrow(/1 requests a second/);
    now += 1_000;
    expect(() => limit('a')).not.toThrow();
  });

  it('at most a fixed number of TPPs is stored', () => {
    const limit = createRateLimit(1, () => 0);
    limit('first');
    limit('first');
    for (let index = 1; index < 10_000; index += 1) limit(`tpp-${index}`);
    expect(() => limit('first')).toThrow();
    for (let index = 0; index < 10_000; index += 1) limit(`other-${index}`);
    expect(() => limit('first')).not.toThrow();
  });
});

describe('sizes', () => {
  it('a GraphQL body of 1 MiB, and one byte more', async () => {
    await start({});
    const text = (length: number) => JSON.stringify({ query: viewer }).padEnd(length, ' ');
    const post = (length: number) => tpp.rest('POST', '/graphql', { raw: text(length) });
    expect((await post(1_048_576)).status).toBe(200);
    expect((await post(1_048_577)).status).toBe(413);
  });

  it.each(['/v1/payments/norwegian-domestic-credit-transfers', '/graphql'])(
    'a body whose connection breaks is the client’s fault at %s, not the database’s',
    async (path) => {
      await start({});
      const { port, stop } = await listenOn(bank.app);
      const socket = connect(port, '127.0.0.1');
      const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
      socket.write(`${head}content-length: 9\r\n\r\n{`, () => socket.destroy());
      await expect.poll(() => bank.log).toMatchObject([{ status: 400, code: 'BAD_REQUEST' }]);
      await stop();
    },
  );

  it('headers below 16 KiB, and above, on a real port', async () => {
    await start({});
    const { port, stop } = await listenOn(bank.app);
    const get = (length: number) =>
      fetch(`http://127.0.0.1:${port}/v1/nowhere`, { headers: { 'x-filler': 'x'.repeat(length) } });
    expect((await get(16_000)).status).toBe(404);
    const over = await get(16_384);
    const body = (await over.json()) as { id: string };
    expect([over.status, body]).toMatchObject([431, { code: 'BAD_REQUEST', status: 431 }]);
    expect(bank.log.at(-1)).toMatchObject({ status: 431, failureId: body.id, code: 'BAD_REQUEST' });
    await stop(1_000);
  });

  it('the time-outs of statements, locks and idle transactions are set, and work', async () => {
    await start({});
    const milliseconds = async (setting: string) => {
      const text = 'select setting::int from pg_settings where name = $1';
      const [row] = await raw<{ setting: number }>(bank.database.session, text, [setting]);
      return row?.setting;
    };
    expect(await milliseconds('statement_timeout')).toBe(8_000);
    expect(await milliseconds('lock_timeout')).toBe(5_000);
    expect(await milliseconds('idle_in_transaction_session_timeout')).toBe(15_000);
    const slow = bank.database.transaction(async (session) => {
      await raw(session, 'set local statement_timeout = 20');
      await raw(session, 'select pg_sleep(5)');
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });
});
