import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { maxSpans } from '../../../src/observability/tracing/traced-work.ts';
import { raw } from '../../db/support/raw.ts';
import { openPort, signedText } from '../../process/sockets.ts';
import { holdDatabase } from '../../process/support.ts';
import { type Answer, psuHeaders, type Tpp } from '../../support/bank.ts';
import { domesticPath, newPayment } from '../../support/story.ts';
import { follow } from '../../support/subscriptions.ts';
import { newTrace, type Span, shapeOf } from './support/collector.ts';
import { startTracedBank, type TracedBank } from './support/traced-bank.ts';

let bank: TracedBank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startTracedBank();
  tpp = bank.tpp();
  await bank.app.events.start();
  // The first call of a TPP fills its sandbox.
  await tpp.graphqlRaw('{ viewer { tppId } }');
});
afterAll(async () => {
  await bank.app.events.stop();
  await bank.stop();
});

const body = () => ({ ...domestic.example, remittanceInformationUnstructured: randomUUID() });
const instruction = () => {
  const { instructedAmount, creditorAccount, debtorAccount, creditorName } = domestic.example as Record<
    string,
    unknown
  >;
  return { instructedAmount, creditorAccount, debtorAccount, creditorName };
};

async function traced<Given extends Answer | Response>(
  send: (header: { readonly traceparent: string }) => Promise<Given>,
): Promise<{ readonly answer: Given; readonly span: Span }> {
  const { traceId, traceparent } = newTrace();
  const answer = await send({ traceparent });
  return { answer, span: await bank.collector.traceOf(traceId) };
}

const rest = (method: string, path: string, options: Parameters<Tpp['rest']>[2] = {}) =>
  traced((header) =>
    tpp.rest(method, path, { ...options, headers: { ...psuHeaders, ...options.headers, ...header } }),
  );
const graphql = (query: string, variables: object = {}) =>
  traced((header) => tpp.graphqlRaw(query, { ...variables }, { headers: { ...psuHeaders, ...header } }));

describe('a creation', () => {
  it('by REST: its stages in order, each statement within its stage', async () => {
    const { answer, span } = await rest('POST', domesticPath, { body: body() });
    expect(answer.status).toBe(201);
    expect(shapeOf(span)).toEqual([
      'POST /v1/payments/:product',
      '  REQUEST',
      '  HEADERS',
      '  SIGNATURE',
      '  REQUEST_ID',
      '  QUERY',
      '  BODY',
      '  REQUEST_ID',
      '    SELECT sandbox_accounts tpps request_answers psu_sessions',
      '  RULES',
      '  PSU_SESSION',
      '  RULES',
      '    INSERT request_answers INSERT authorisations INSERT payments',
    ]);
    expect(span).toMatchObject({ kind: 2, status: { code: 0 } });
    expect(span.attributes).toEqual({
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'server.address': 'localhost',
      'server.port': 4000,
      'http.route': '/v1/payments/:product',
      'http.response.status_code': 201,
    });
  });

  it('by GraphQL: named by the field of the schema', async () => {
    const { answer, span } = await graphql(
      `mutation Secret($input: CreateDomesticPaymentInput!) {
        mine: createDomesticPayment(input: $input) { payment { paymentId } } }`,
      { input: { ...instruction(), remittanceInformationUnstructured: randomUUID() } },
    );
    expect(answer.json.data?.mine?.payment?.paymentId, answer.text).toBeTypeOf('string');
    expect(span.name).toBe('mutation createDomesticPayment');
    expect(span.attributes).toMatchObject({
      'http.route': '/graphql',
      'graphql.operation.type': 'mutation',
      'psd2.graphql.root_fields': ['createDomesticPayment'],
      'http.response.status_code': 200,
    });
    const stages = span.children.map(({ name }) => name);
    expect(stages).toEqual(expect.arrayContaining(['REQUEST', 'SIGNATURE', 'QUERY', 'BODY', 'RULES']));
    expect(shapeOf(span)).toContain('    INSERT request_answers INSERT authorisations INSERT payments');
  });
});

const statementsOf = (span: Span): readonly Span[] =>
  span.children.flatMap((one) => [...(one.kind === 3 ? [one] : []), ...statementsOf(one)]);

describe('a statement', () => {
  it('is named by its action and its tables, and has parameters for its values', async () => {
    const { span } = await rest('GET', `${domesticPath}/${await newPayment(tpp)}`);
    const [read] = statementsOf(span).filter(({ name }) => name.includes('payments'));
    expect(read?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.summary': read?.name,
      'db.query.text': expect.stringMatching(/^select .* from "payments" .*\$1/),
    });
  });

  it('that is refused has the code of PostgreSQL, without its text', async () => {
    const refused = bank.tracing.traceInBackground('refused', () =>
      raw(bank.database.session, 'select cast($1::text as integer)', ['Kari Nordmann']),
    );
    await expect(refused).rejects.toThrow();
    const refusedSpan = () => bank.collector.spans.find(({ name }) => name === 'refused');
    await bank.collector.until(() => refusedSpan() !== undefined);
    const [failed, ...more] = bank.collector.spans.filter(
      ({ parentSpanId }) => parentSpanId === refusedSpan()?.spanId,
    );
    expect(more).toEqual([]);
    expect([failed?.events, failed?.status]).toEqual([[], { code: 2 }]);
    expect(failed?.attributes).toEqual(
      expect.arrayContaining(
        ['error.type', 'db.response.status_code'].map((key) => ({ key, value: { stringValue: '22P02' } })),
      ),
    );
    expect(JSON.stringify(failed)).not.toContain('Kari');
  });

  it('lies within the time of its request, and stages follow each other', async () => {
    const { span } = await rest('POST', domesticPath, { body: body() });
    const within = (outer: Span, inner: Span) =>
      BigInt(inner.startTimeUnixNano) >= BigInt(outer.startTimeUnixNano) &&
      BigInt(inner.endTimeUnixNano) <= BigInt(outer.endTimeUnixNano);
    for (const one of [...span.children, ...statementsOf(span)]) expect(within(span, one)).toBe(true);
    for (const [index, stage] of span.children.entries())
      expect(stage.startTimeUnixNano).toBe(
        (span.children[index - 1] ?? { ...stage, endTimeUnixNano: stage.startTimeUnixNano }).endTimeUnixNano,
      );
    expect(Math.abs(Number(BigInt(span.startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  });

  it('beyond a bound is omitted, and its parent span shows the number', async () => {
    await bank.tracing.traceInBackground('many', async () => {
      for (let count = 0; count < maxSpans + 7; count += 1) await raw(bank.database.session, 'select 1');
    });
    const named = (name: string) => bank.collector.spans.filter((span) => span.name === name);
    await bank.collector.until(() => named('many').length > 0);
    const [{ attributes = [], spanId = '' } = {}] = named('many');
    expect(attributes).toEqual([{ key: 'psd2.spans.left_out', value: { intValue: 7 } }]);
    expect(named('SELECT').filter(({ parentSpanId }) => parentSpanId === spanId)).toHaveLength(maxSpans);
  });
});

describe('a refusal', () => {
  it.each([
    ['a body that is no JSON', 400, 'FORMAT_ERROR', 'BODY', () => rest('POST', domesticPath, { raw: '{' })],
    ['a field', 400, 'FORMAT_ERROR', 'BODY', () => rest('POST', domesticPath, { body: { creditorName: 7 } })],
    [
      'a header',
      400,
      'FORMAT_ERROR',
      'HEADERS',
      () => rest('POST', domesticPath, { body: body(), headers: { 'tpp-redirect-uri': 'none' } }),
    ],
    [
      'a signature',
      401,
      'SIGNATURE_INVALID',
      'SIGNATURE',
      () => rest('GET', `${domesticPath}/x`, { now: new Date(0) }),
    ],
    ['an id', 404, 'RESOURCE_UNKNOWN', 'RULES', () => rest('GET', `${domesticPath}/none`)],
  ])(
    'of %s: its status, code and stage, and no failure of the service',
    async (_, status, code, stage, send) => {
      const { answer, span } = await send();
      expect([answer.status, span.status]).toEqual([status, { code: 0 }]);
      expect(span.attributes).toMatchObject({
        'http.response.status_code': status,
        'psd2.refusal.codes': [code],
        'psd2.refusal.stage': stage,
      });
      expect(span.attributes).not.toHaveProperty('error.type');
      expect(span.children.map(({ name }) => name)).toContain(stage);
    },
  );

  it('of an unknown path or method has no route', async () => {
    for (const [method, path, status] of [
      ['GET', '/v1/nothing/of/that', 404],
      ['PATCH', domesticPath, 405],
    ] as const) {
      const { answer, span } = await traced((header) => bank.fetch(path, { method, headers: header }));
      expect([answer.status, span.name]).toEqual([status, method]);
      expect(span.attributes).not.toHaveProperty('http.route');
    }
  });

  it('of an unknown method does not show it', async () => {
    const { span } = await traced((header) =>
      bank.fetch(domesticPath, { method: 'PROPFIND', headers: header }),
    );
    expect([span.name, span.attributes['http.request.method']]).toEqual(['HTTP', '_OTHER']);
  });

  it('of a malformed document, or one that does not fit the schema, shows none of it', async () => {
    for (const [query, code, name] of [
      ['{ payment( ', 'GRAPHQL_PARSE_FAILED', 'unread'],
      ['{ No9536057300 { x } }', 'GRAPHQL_VALIDATION_FAILED', 'query'],
    ] as const) {
      const { answer, span } = await graphql(query);
      expect(answer.json.errors, answer.text).toBeDefined();
      expect(span.name).toBe(name);
      expect(span.attributes).toMatchObject({ 'psd2.refusal.codes': [code], 'psd2.graphql.root_fields': [] });
    }
  });

  it('of a GraphQL field is recorded, though the response is a success', async () => {
    const { answer, span } = await graphql(
      '{ ...Rest viewer { tppId } } fragment Rest on Query { payment(paymentId: "x") { paymentId } }',
    );
    expect(answer.status).toBe(200);
    expect([span.name, span.attributes['psd2.graphql.root_fields']]).toEqual([
      'query',
      ['payment', 'viewer'],
    ]);
  });
});

describe('a failure of the service', () => {
  it('500: an error, with the id of the response', async () => {
    const paymentId = await newPayment(tpp);
    await bank.sql.unsafe('alter table payments rename to payments_away');
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      for (const { answer, span } of [
        await rest('GET', `${domesticPath}/${paymentId}`),
        await graphql(`{ payment(paymentId: "${paymentId}") { paymentId } }`),
      ]) {
        const id = answer.json.id ?? answer.json.errors[0].extensions.id;
        expect(span.status).toEqual({ code: 2 });
        expect(span.attributes).toMatchObject({ 'error.type': 'SYSTEM_ERROR', 'psd2.failure.id': id });
      }
    } finally {
      said.mockRestore();
      await bank.sql.unsafe('alter table payments_away rename to payments');
    }
  });

  it('503: the span of a timed-out request ends with its response', async () => {
    const late = await startTracedBank({ requestDeadlineMs: 300 });
    const release = await holdDatabase(late);
    const { traceId, traceparent } = newTrace();
    const answer = await late.tpp().rest('GET', `${domesticPath}/none`, { headers: { traceparent } });
    expect(answer.status).toBe(503);
    const span = await late.collector.traceOf(traceId);
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': 'SYSTEM_ERROR' });
    expect(span.status).toEqual({ code: 2 });
    await release();
    await late.app.stop(1_000);
    await late.stop();
  });
});

it.each([
  ['while it is served', 'psd2_requests_under_way', 201, (text: string) => text],
  ['while it sends the body', 'psd2_requests_incomplete', 400, (text: string) => text.slice(0, -1)],
])('a request has a span although its client disconnects %s', async (_, figure, status, partOf) => {
  const abandoned = await startTracedBank();
  const port = await openPort(abandoned.app);
  const release = await holdDatabase(abandoned);
  const { traceId, traceparent } = newTrace();
  const request = { headers: { ...psuHeaders, traceparent }, body: body() };
  const socket = await port.open();
  socket.write(partOf(signedText(abandoned.tpp(), 'POST', domesticPath, request)));
  const counted = async (count: number) => {
    const metrics = async () => (await abandoned.fetch('/metrics')).text();
    await expect.poll(metrics).toContain(`\n${figure} ${count}\n`);
  };
  await counted(1);
  socket.destroy();
  await release();
  const span = await abandoned.collector.traceOf(traceId);
  expect(span.attributes['http.response.status_code']).toBe(status);
  await counted(0);
  await port.close();
  await abandoned.stop();
});

it('a stream of events is a span until it is open', async () => {
  const before = bank.collector.spans.length;
  const stream = await follow(bank, tpp);
  await bank.collector.until(() => bank.collector.spans.slice(before).some(({ kind }) => kind === 2));
  const { name } = bank.collector.spans.slice(before).find(({ kind }) => kind === 2) ?? {};
  expect(name).toBe('subscription paymentStatusChanged');
  await stream.cancel();
});

it('a page of a PSU shows no link, a page of the sandbox shows its path, and probes are not traced', async () => {
  const secret = 'a'.repeat(24);
  const sca = await traced((header) => bank.fetch(`/sca/${secret}`, { headers: header }));
  expect(sca.span.name).toBe('GET /sca/:token');
  expect((await traced((header) => bank.fetch('/openapi.json', { headers: header }))).span.name).toBe(
    'GET /openapi.json',
  );
  const { traceId, traceparent } = newTrace();
  for (const path of ['/livez', '/readyz', '/metrics']) await bank.fetch(path, { headers: { traceparent } });
  await sca;
  await rest('GET', `${domesticPath}/none`);
  expect(bank.collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

it('the log line of a request has its trace id', async () => {
  bank.log.length = 0;
  const { span } = await rest('GET', `${domesticPath}/none`);
  expect(bank.log).toMatchObject([{ status: 404, traceId: span.traceId }]);
});

it('housekeeping with work to do is its own trace', async () => {
  await newPayment(tpp);
  bank.time.now += 400 * 86_400_000;
  await bank.app.runner.tick();
  const named = () => bank.collector.spans.filter(({ name }) => name === 'housekeeping');
  await bank.collector.until(() => named().length > 0);
  const [{ spanId, traceId, parentSpanId = '' } = { spanId: '', traceId: '' }] = named();
  expect(parentSpanId).toBe('');
  const below = bank.collector.spans.filter(
    (span) => span.parentSpanId === spanId && span.traceId === traceId,
  );
  expect(below.map(({ name }) => name)).toContain('COMMIT');
});
