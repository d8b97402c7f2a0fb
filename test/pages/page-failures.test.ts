import { afterEach, describe, expect, it } from 'vitest';
import { addFailurePages, createPageFailureRenderer, registerPages } from '../../src/app/pages.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { createServer } from '../../src/http/server.ts';
import type { DoorLogEntry } from '../../src/observability/request-trace.ts';
import { openDoor } from '../db/support/doors.ts';
import { Visitor } from '../sca/visitor.ts';
import { type Bank, psuHeaders, startBank } from '../support/bank.ts';

const demo = { tppId: 'PSDNO-FSA-CONSOLE', name: 'Console TPP', roles: null };
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function startLosable() {
  let away: () => Promise<unknown> = async () => undefined;
  let back: () => Promise<unknown> = async () => undefined;
  const bank = await startBank({}, async (url) => {
    const door = await openDoor(url);
    away = () => door.behave('refuse');
    back = () => door.behave('through');
    stops.push(() => door.stop());
    return door.url;
  });
  stops.unshift(() => bank.stop());
  return { bank, away: () => away(), back: () => back() };
}

const open = (bank: Bank, path: string, headers: Record<string, string> = {}) =>
  bank.fetch(path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });

describe('without the database', () => {
  it.each([
    ['console', '/', (bank: Bank) => bank.app.issueTicket('CONSOLE', demo), 303],
    ['explorer', '/graphql', (bank: Bank) => bank.app.issueTicket('EXPLORER', demo), 200],
  ] as const)('a ticket of the %s stays valid, with 503 meanwhile', async (_, address, ticketOf, opened) => {
    const { bank, away, back } = await startLosable();
    const link = `${address}?ticket=${await ticketOf(bank)}`;
    await away();
    const lost = await open(bank, link, { 'accept-language': 'nb' });
    expect([lost.status, lost.headers.get('retry-after'), lost.headers.get('cache-control')]).toEqual([
      503,
      '2',
      'no-store',
    ]);
    expect(lost.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await lost.text();
    const line = bank.log.at(-1);
    expect(line).toMatchObject({ status: 503, route: address, code: 'SYSTEM_ERROR' });
    expect(text).toContain('Ikke tilgjengelig nå');
    expect(text).toContain(line?.failureId);
    const plain = await open(bank, link, { accept: '*/*' });
    if (address === '/')
      expect([plain.status, await plain.json()]).toMatchObject([503, { code: 'SYSTEM_ERROR', status: 503 }]);
    await back();
    await expect.poll(async () => (await bank.fetch('/readyz')).status).toBe(200);
    expect((await open(bank, link)).status).toBe(opened);
  });

  it('an unknown ticket, with any cookie', async () => {
    const { bank, away } = await startLosable();
    await away();
    const lost = await open(bank, '/?ticket=nonsense', { cookie: 'psd2-console-4000=anything' });
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('the page of a PSU: its id is on the page and in the log', async () => {
    const { bank, away } = await startLosable();
    const made = await bank
      .tpp()
      .rest('POST', '/v1/payments/instant-norwegian-domestic-credit-transfers-straks', {
        body: instantDomestic.example,
        headers: psuHeaders,
      });
    const psu = new Visitor(bank, made.json._links.scaRedirect.href);
    await away();
    for (const method of ['GET', 'HEAD']) {
      const lost = await psu.send(method);
      expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '2']);
      const line = bank.log.at(-1);
      expect(line).toMatchObject({ status: 503, route: '/sca/:token', code: 'SYSTEM_ERROR' });
      expect(line?.failureId).toMatch(/^[\da-f-]{36}$/);
      if (method === 'GET') expect(lost.text).toContain(line?.failureId);
    }
  });
});

describe('a defect', () => {
  const broken = new Error('a defect');

  function brokenService(lines: (readonly [DoorLogEntry, unknown])[], requestsAtOnce = 100) {
    const { app } = createServer({
      clock: Date.now,
      beginSpan: null,
      onAnswer: () => undefined,
      log: (entry, error) => void lines.push([entry, error]),
      deadline: undefined,
      onError: () => undefined,
      refusalOfError: () => null,
      requestsAtOnce,
    });
    const failed = createPageFailureRenderer({
      sandbox: true,
      publicUrl: 'http://localhost/base',
    });
    addFailurePages(app, failed);
    app.register(async (context) => registerPages(context, { '/broken': () => Promise.reject(broken) }));
    return app;
  }

  it.each([
    [
      'text/html',
      /^<!doctype html>[\s\S]*Something went wrong[\s\S]*<a class="button" href="" autofocus>Continue/,
    ],
    ['*/*', /"code":"SYSTEM_ERROR"/],
    ['application/json, text/html', /"code":"SYSTEM_ERROR"/],
  ])(
    'of a page, for a client that accepts %s: 500 in that format, and a log line with the same id',
    async (accept, body) => {
      const lines: (readonly [DoorLogEntry, unknown])[] = [];
      const app = brokenService(lines);
      const answer = await app.inject({ url: '/broken?a=1', headers: { accept } });
      const text = answer.payload;
      expect([answer.statusCode, text]).toEqual([500, expect.stringMatching(body)]);
      expect(lines).toEqual([
        [expect.objectContaining({ status: 500, route: '/broken', code: 'SYSTEM_ERROR' }), broken],
      ]);
      expect(text).toContain(lines[0]?.[0].failureId);
    },
  );

  it('of an address that looks like another host: the page leads to no other host', async () => {
    const app = brokenService([], 0);
    const { statusCode, payload } = await app.inject({
      url: '//host.example/x',
      headers: { accept: 'text/html' },
    });
    expect([statusCode, payload]).toEqual([503, expect.not.stringContaining('host.example')]);
  });
});
