import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import { createReadCache } from '../../../src/observability/metrics/backlog.ts';
import { Instruments } from '../../../src/observability/metrics/instruments.ts';
import { addNotificationCounter, addTracingInstruments } from '../../../src/observability/metrics/metrics.ts';
import { addCoreInstruments, addUpstreamInstruments } from '../../../src/observability/metrics/remote.ts';
import { raw } from '../../db/support/raw.ts';
import { textOf } from '../../documents/markdown.ts';
import { holdDatabase, samples, subscription } from '../../process/support.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../../support/bank.ts';
import { injectRequest } from '../../support/inject.ts';
import { authorise, domesticPath, newPayment } from '../../support/story.ts';
import { noCalls, withCore } from './no-calls.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank({ revocations: { faultOf: () => null, validUntil: () => 1_800_000_000_000 } });
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const detailsRow = '/v1/payments/:product/:paymentId';
const figureOf = async (name: string) => (await samples(bank)).get(name) ?? 0;
const requests = (door: string, method: string, route: string, status: number) =>
  `psd2_requests_total{door="${door}",method="${method}",route="${route}",status="${status}"}`;

async function changed(change: (signature: string) => string): Promise<void> {
  const url = `http://localhost:4000${domesticPath}/none`;
  const headers = signRequest({ method: 'GET', url }, tpp.identity, { now: new Date(bank.time.now) });
  headers.set('signature', change(headers.get('signature') ?? ''));
  await injectRequest(bank.app, new Request(url, { headers }));
}

async function growth(names: readonly string[], act: () => Promise<unknown>): Promise<readonly number[]> {
  const before = await samples(bank);
  await act();
  const after = await samples(bank);
  return names.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0));
}

describe('GET /metrics', () => {
  it('is valid Prometheus text: every sample has a type, buckets add up', async () => {
    await newPayment(tpp);
    const response = await bank.fetch('/metrics');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const text = await response.text();
    expect(text.endsWith('\n')).toBe(true);
    const typed = new Set(
      [...text.matchAll(/^# TYPE (\w+) (counter|gauge|histogram)$/gm)].map(([, name]) => name),
    );
    const sample = /^([a-z_:][\w:]*)(\{\w+="[^"\\\n]*"(,\w+="[^"\\\n]*")*\})? (\d+(\.\d+)?(e[+-]\d+)?)$/;
    for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('# '))) {
      const name = sample.exec(line)?.[1];
      expect(name, line).toBeDefined();
      expect(typed, line).toContain(name?.replace(/_(bucket|sum|count)$/, ''));
    }
    const labels = 'door="rest",method="POST",route="/v1/payments/:product"';
    const figures = await samples(bank);
    expect(figures.get(`psd2_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(
      figures.get(`psd2_request_duration_seconds_count{${labels}}`),
    );
  });

  it('counts requests by door, method, route and status, and refusals by code and stage', async () => {
    const names = [
      requests('rest', 'GET', detailsRow, 404),
      requests('rest', 'POST', 'none', 404),
      requests('graphql', 'POST', 'query', 200),
      requests('sca', 'GET', '/sca/:token', 404),
      'psd2_refusals_total{door="rest",code="RESOURCE_UNKNOWN",stage="RULES"}',
      'psd2_refusals_total{door="rest",code="NOT_FOUND",stage="REQUEST"}',
      'psd2_refusals_total{door="graphql",code="BAD_REQUEST",stage="REQUEST"}',
      `psd2_request_duration_seconds_count{door="rest",method="GET",route="${detailsRow}"}`,
      // Refused within a successful response.
      'psd2_refusals_total{door="graphql",code="RESOURCE_UNKNOWN",stage="RULES"}',
    ];
    const grown = await growth(names, async () => {
      for (let index = 0; index < 3; index += 1) await tpp.rest('GET', `${domesticPath}/none`);
      await bank.fetch('/v1/anywhere', { method: 'POST' });
      await tpp.graphqlRaw('query Mine { viewer { tppId } }');
      await bank.fetch('/sca/aaaaaaaaaaaaaaaaaaaaaaaa');
      await tpp.rest('PUT', '/graphql');
      await tpp.graphqlRaw('mutation { cancelPayment(input: { paymentId: "x" }) { tppMessages { code } } }');
    });
    expect(grown).toEqual([3, 1, 1, 1, 3, 1, 1, 3, 1]);
  });

  it('shows active requests and open subscriptions', async () => {
    const paymentId = await newPayment(tpp);
    const open = () => figureOf('psd2_subscriptions_open');
    const streams: Response[] = [];
    for (const count of [1, 2, 3]) {
      streams.push(await injectRequest(bank.app, subscription(tpp, paymentId)));
      expect(await open()).toBe(count);
    }
    for (const left of [2, 1, 0]) {
      await streams[left]?.body?.cancel();
      await expect.poll(open).toBe(left);
    }
    const release = await holdDatabase(bank);
    const running = [1, 2].map(() => tpp.rest('GET', `${domesticPath}/none`));
    await expect.poll(() => figureOf('psd2_requests_under_way')).toBe(2);
    await release();
    await Promise.all(running);
    expect(await figureOf('psd2_requests_under_way')).toBe(0);
  });

  it('counts payments by their new status, after the commit', async () => {
    const of = (status: string) => `psd2_payments_total{status="${status}"}`;
    const names = ['RCVD', 'PDNG', 'CANC', 'ACSC'].map(of);
    expect((await samples(bank)).get(of('PART'))).toBe(0);
    const grown = await growth(names, async () => {
      const approved = await newPayment(tpp);
      await authorise(tpp, `${domesticPath}/${approved}/authorisations`);
      await tpp.rest('DELETE', `${domesticPath}/${await newPayment(tpp)}`);
      // Refused, so that nothing is committed.
      await tpp.rest('POST', domesticPath, { body: {}, headers: psuHeaders });
    });
    expect(grown).toEqual([2, 1, 1, 0]);
  });

  it('counts refused signatures by their first fault', async () => {
    const reasons = ['date', 'digest', 'coverage', 'mismatch', 'key-id', 'malformed', 'certificate', 'role'];
    const names = reasons.map((reason) => `psd2_signature_refusals_total{reason="${reason}"}`);
    const get = (headers: Record<string, string>, covered?: string[]) =>
      tpp.rest('GET', `${domesticPath}/none`, { headers, ...(covered ? { covered } : {}) });
    const grown = await growth(names, async () => {
      await get({ date: 'yesterday' });
      await tpp.rest('POST', domesticPath, {
        raw: '{}',
        headers: { ...psuHeaders, digest: `SHA-256=${'A'.repeat(43)}=` },
      });
      await get({}, ['date']);
      for (const [from, to] of [
        [/signature="..../, 'signature="AAAA'],
        [/SN=[^,]*/, 'SN=1'],
        [/.*/, 'nothing'],
      ] as const)
        await changed((signature) => signature.replace(from, to));
      await get({ 'tpp-signature-certificate': 'AAAA' });
      await bank.tpp('PSDNO-FSA-ROLE', ['PSP_AI']).rest('GET', `${domesticPath}/none`);
    });
    expect(grown).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('shows the connections of the pool, and counts failures of the database by kind', async () => {
    const failure = (kind: string) => `psd2_database_errors_total{kind="${kind}"}`;
    const names = ['other', 'constraint', 'connection'].map(failure);
    const grown = await growth(names, async () => {
      for (const text of ['select 1/0', 'insert into tpps (tpp_id) values (null)'])
        await expect(raw(bank.database.session, text)).rejects.toThrow();
    });
    expect(grown).toEqual([1, 1, 0]);
    const held = 'psd2_database_connections{state="busy"}';
    // The runner holds a connection during a round.
    await expect.poll(() => figureOf(held)).toBe(0);
    const release = await holdDatabase(bank);
    const running = tpp.rest('GET', `${domesticPath}/none`);
    await expect.poll(() => figureOf(held)).toBe(1);
    expect([...(await samples(bank)).keys()]).toContain('psd2_database_connections{state="waiting"}');
    await release();
    await running;
  });

  it('shows the backlog of the bank, and its start', async () => {
    const late = await startBank();
    const own = late.tpp();
    const paymentId = await newPayment(own);
    await authorise(own, `${domesticPath}/${paymentId}/authorisations`);
    late.time.now += 7 * 86_400_000;
    const figures = await samples(late);
    expect(figures.get('psd2_bank_backlog')).toBe(1);
    expect(figures.get('psd2_bank_lateness_seconds')).toBeGreaterThan(2 * 86_400);
    await late.app.runner.tick();
    const other = late.replica();
    const after = await samples(other);
    expect([after.get('psd2_bank_backlog'), after.get('psd2_bank_lateness_seconds')]).toEqual([0, 0]);
    await Promise.all([other.database.close(), late.stop()]);
  });

  it('reads the backlog once in ten seconds, however often it is scraped; without a response it shows none', async () => {
    let [asked, now] = [0, 0];
    const read = createReadCache(
      async () => {
        asked += 1;
        if (asked === 2) throw new Error('lost');
        return { count: asked, lateSeconds: 0 };
      },
      () => now,
    );
    const many = await Promise.all(Array.from({ length: 100 }, read));
    expect([asked, new Set(many).size]).toEqual([1, 1]);
    now = 10_000;
    expect([await read(), await read(), asked]).toEqual([null, null, 2]);
    now = 20_000;
    expect(await read()).toEqual({ count: 3, lateSeconds: 0 });
  });

  it('does not wait for the backlog of a frozen database', async () => {
    const read = createReadCache(
      () => new Promise(() => undefined),
      () => 0,
      1,
    );
    expect(await read()).toBeNull();
  });

  it('contains nothing that a client wrote, and no TPP', async () => {
    const word = 'Zebrafinch';
    await tpp.graphqlRaw(`query ${word} { viewer { tppId } }`);
    await tpp.graphqlRaw(`{ ${word} }`);
    await tpp.rest('GET', `/v1/payments/${word}/${word}`);
    await bank.fetch(`/v1/${word}`, { method: word.toUpperCase() });
    await bank.fetch(`/${word}?${word}`);
    await bank.fetch(`/sca/${word}/${word}`);
    const headers = { ...psuHeaders, 'psu-id': word, 'x-request-id': word };
    await tpp.rest('POST', domesticPath, { body: { creditorName: word }, headers });
    const text = await (await bank.fetch('/metrics')).text();
    expect(text.toLowerCase()).not.toContain(word.toLowerCase());
    expect(text).not.toContain('PSDNO');
    expect(text).not.toContain('9b2c1ad4');
    // All unknown paths share one label.
    const routes = new Set(
      [...text.matchAll(/door="rest",method="GET",route="([^"]*)"/g)].map(([, route]) => route),
    );
    expect(routes).toEqual(new Set(['none', detailsRow]));
  });

  it('has the end of the revocation lists only if there are lists', async () => {
    const name = 'psd2_revocation_lists_end_timestamp_seconds';
    expect(await figureOf(name)).toBe(1_800_000_000);
    const other = await startBank();
    expect((await samples(other)).has(name)).toBe(false);
    await other.stop();
  });

  it('has the names and labels of docs/monitoring.md, and no metric that is missing there', async () => {
    const told = textOf('docs/monitoring.md');
    // Every kind of label has a sample.
    await tpp.rest('GET', `${domesticPath}/none`);
    await tpp.rest('GET', `${domesticPath}/none`, { headers: { date: 'yesterday' } });
    const text = await (await bank.fetch('/metrics')).text();
    const elsewhere = new Registry();
    const instruments = new Instruments(elsewhere);
    addUpstreamInstruments(instruments, () => ({ ...noCalls, ignoredFields: {} }));
    addCoreInstruments(instruments, withCore.figures, withCore);
    addTracingInstruments(instruments, { dropped: () => 0, waiting: () => 0 });
    addNotificationCounter(instruments);
    const all = text + (await elsewhere.metrics());
    const figures = [...all.matchAll(/^# TYPE (psd2_\w+) /gm)].map(([, name]) => name).sort();
    const [, table = ''] = /\n\| metric \| meaning \|\n([\s\S]*?)\n\n/.exec(told) ?? [];
    expect([...table.matchAll(/`(psd2_\w+)`/g)].map(([, name]) => name).sort()).toEqual(figures);
    const asked = [...told.matchAll(/(psd2_\w+?)(?:_bucket)?\{(\w+)=~?"([^"]+)"\}/g)];
    expect(asked.length).toBeGreaterThan(5);
    for (const [alert, name = '', label, values = ''] of asked) {
      const samplesOf = all.split('\n').filter((line) => line.startsWith(name));
      const known = samplesOf.flatMap((line) => new RegExp(`\\b${label}="([^"]*)"`).exec(line)?.[1] ?? []);
      // An alert may match a class of statuses: 5..
      for (const value of label === 'status' && values.includes('.') ? [] : values.split('\\|'))
        expect([alert, known.includes(value)]).toEqual([alert, true]);
    }
  });

  it('counts for its own app only', async () => {
    const other = await startBank();
    await other.fetch('/v1/nowhere');
    const figures = await samples(other);
    expect(figures.get(requests('rest', 'GET', 'none', 404))).toBe(1);
    expect([...figures.keys()].filter((name) => name.startsWith('psd2_requests_total'))).toHaveLength(1);
    await other.stop();
  });
});
