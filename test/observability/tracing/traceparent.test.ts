import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { UpstreamClient } from '../../../src/bank/upstream/client.ts';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { samplerOf } from '../../../src/observability/tracing/sampling.ts';
import {
  clientOf,
  closeClients,
  creation,
  settingsFor,
  statusOf,
} from '../../bank/upstream/support/client.ts';
import { type LiveBank, reply, startLiveBank } from '../../bank/upstream/support/live-bank.ts';
import { psuHeaders } from '../../support/bank.ts';
import { domesticPath } from '../../support/story.ts';
import { newTrace } from './support/collector.ts';
import { startTracedBank, type TracedBank } from './support/traced-bank.ts';

let bank: TracedBank;
beforeAll(async () => {
  bank = await startTracedBank();
});
afterAll(() => bank.stop());

async function spanOf(headers: Readonly<Record<string, string>>) {
  const before = bank.collector.spans.length;
  await bank.fetch('/v1/none', { headers });
  const served = () => bank.collector.spans.slice(before).find(({ kind }) => kind === 2);
  await bank.collector.until(() => served() !== undefined);
  return served();
}

describe('traceparent', () => {
  it('is continued, with the tracestate of other systems', async () => {
    const { traceId, spanId, traceparent } = newTrace();
    expect(await spanOf({ traceparent, tracestate: 'a=1,b=2' })).toMatchObject({
      traceId,
      parentSpanId: spanId,
      traceState: 'a=1,b=2',
    });
  });

  const { traceId, spanId } = newTrace();
  it.each([
    '',
    'none',
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId}g-${spanId}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    'x'.repeat(8_000),
  ])('that is malformed is ignored: %.60s', async (traceparent) => {
    const span = await spanOf({ traceparent, tracestate: 'a=1' });
    expect([span?.parentSpanId ?? '', span?.traceState ?? '']).toEqual(['', '']);
    expect(span?.traceId).not.toBe(traceId);
  });

  it.each(['=', 'a', 'A=1', `a=${'x'.repeat(300)}`, 'a=\u00e6'])(
    'with a malformed tracestate is continued without it: %.20s',
    async (tracestate) => {
      const { traceparent, traceId: own } = newTrace();
      const span = await spanOf({ traceparent, tracestate });
      expect([span?.traceId, span?.traceState ?? '']).toEqual([own, '']);
    },
  );

  it('that is not sampled is not recorded', async () => {
    const { traceparent, traceId: own } = newTrace(false);
    await bank.fetch('/v1/none', { headers: { traceparent } });
    await spanOf({});
    expect(bank.collector.spans.some((span) => span.traceId === own)).toBe(false);
  });
});

describe('a call to the remote bank', () => {
  let live: LiveBank;
  beforeAll(async () => {
    live = await startLiveBank();
  });
  afterAll(() => live.stop());
  afterEach(closeClients);

  it('is its own span below the stage of the request, and the bank continues the trace', async () => {
    const { tracing } = bank;
    const client = new UpstreamClient(settingsFor(live.url), {
      now: Date.now,
      newId: randomUUID,
      random: Math.random,
      notice: () => undefined,
      alarm: () => undefined,
      traces: tracing.calls,
    });
    const facade = bank.replica({ upstream: { client, secret: () => 'of the tests' } });
    for (const sampled of [true, false]) {
      const { traceId, traceparent } = newTrace(sampled);
      const tracestate = 'vendor=x';
      const headers = { ...psuHeaders, 'psu-id': randomUUID(), traceparent, tracestate };
      const made = await facade.tpp().rest('POST', domesticPath, { body: domestic.example, headers });
      expect(made.status, made.text).toBe(201);
      const sent = live.received.at(-1)?.headers ?? {};
      expect(sent.tracestate).toBe(tracestate);
      if (!sampled) {
        expect(sent.traceparent).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`));
        continue;
      }
      const span = await bank.collector.traceOf(traceId);
      const calls = span.children.flatMap(({ name, children }) =>
        children
          .filter(({ attributes }) => 'url.template' in attributes)
          .map((call) => ({ stage: name, call })),
      );
      expect(calls).toMatchObject([{ stage: 'RULES', call: { kind: 3, status: { code: 0 } } }]);
      const [{ call } = { call: span }] = calls;
      const base = new URL(live.url).pathname.replace(/\/$/, '');
      expect(call.name).toBe(`POST ${base}/v1/{service}/{product}`);
      expect(call.attributes).toEqual({
        'http.request.method': 'POST',
        'url.template': `${base}/v1/{service}/{product}`,
        'server.address': new URL(live.url).hostname,
        'server.port': Number(new URL(live.url).port),
        'http.response.status_code': 201,
      });
      expect(sent.traceparent).toBe(`00-${traceId}-${call.spanId}-01`);
    }
    await client.close();
    await facade.stop();
  });

  it('that fails says how, and a retried one has a span for each attempt', async () => {
    const { upstream } = clientOf(settingsFor(live.url), { traces: bank.tracing.calls });
    const before = bank.collector.spans.length;
    live.next(reply({ status: 503 }), (response) => void response.destroy(), reply({ status: 404 }));
    await upstream.call(creation()).catch(() => undefined);
    await upstream.call(statusOf('secret')).catch(() => undefined);
    const calls = () => bank.collector.spans.slice(before).filter(({ kind }) => kind === 3);
    await bank.collector.until(() => calls().length === 3);
    const attributesOf = ({ attributes }: (typeof bank.collector.spans)[number]) =>
      Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
    expect(calls().map(attributesOf)).toMatchObject([
      { 'http.response.status_code': 503, 'error.type': '503' },
      { 'error.type': 'BROKEN' },
      { 'http.response.status_code': 404, 'error.type': '404', 'http.request.resend_count': 1 },
    ]);
    expect(new Set(calls().map(({ status }) => status.code))).toEqual(new Set([2]));
    expect(JSON.stringify(calls())).not.toContain('secret');
  });

  it('carries no header when the request is not traced', async () => {
    const { upstream } = clientOf(settingsFor(live.url));
    await upstream.call(creation());
    expect(
      Object.keys(live.received.at(-1)?.headers ?? {}).filter((name) => name.startsWith('trace')),
    ).toEqual([]);
  });
});

describe('OTEL_TRACES_SAMPLER', () => {
  it.each([
    ['always_on', 0, [true, true, true]],
    ['always_off', 1, [false, false, false]],
    ['traceidratio', 0, [false, false, false]],
    ['traceidratio', 1, [true, true, true]],
    ['parentbased_always_on', 0, [true, true, false]],
    ['parentbased_always_off', 1, [false, true, false]],
    ['parentbased_traceidratio', 0, [false, true, false]],
    ['parentbased_traceidratio', 1, [true, true, false]],
  ] as const)('%s with %d: no parent, a sampled one, another', (sampler, ratio, expected) => {
    const { traceId, spanId } = newTrace();
    const below = (traceFlags: TraceFlags) =>
      trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
    const decisions = [ROOT_CONTEXT, below(TraceFlags.SAMPLED), below(TraceFlags.NONE)].map(
      (parent) =>
        samplerOf(sampler, ratio).shouldSample(parent, traceId, 'GET', SpanKind.SERVER, {}, []).decision,
    );
    expect(decisions.map((one) => one === SamplingDecision.RECORD_AND_SAMPLED)).toEqual(expected);
  });
});
