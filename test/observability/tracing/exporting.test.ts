import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { SendLimits } from '../../../src/observability/tracing/exporting.ts';
import type { Tracing } from '../../../src/observability/tracing/tracing.ts';
import { samples } from '../../process/support.ts';
import { startBank } from '../../support/bank.ts';
import { startCollector } from './support/collector.ts';
import { type Said, tracingTo } from './support/traced-bank.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
});

async function start(bounds: Partial<SendLimits> = {}, settings: Parameters<typeof tracingTo>[1] = {}) {
  const collector = await startCollector();
  stops.push(collector.stop);
  const { tracing, said } = tracingTo(collector.url, settings, bounds);
  stops.push(() => tracing.close());
  return { collector, tracing, said };
}

function trace(tracing: Tracing, count: number): void {
  const begin = tracing.requests('https://bank.example');
  for (let made = 0; made < count; made += 1) begin({ method: 'GET', headers: new Headers() }).end(200);
}

const answered = (said: readonly Said[], count: number) => expect.poll(() => said.length).toBe(count);
const hang = (): void => undefined;

describe('a collector', () => {
  it('gets the headers of the setting, and the name of the sender', async () => {
    const { collector, tracing } = await start(
      {},
      {
        headers: { 'api-key': 'of the tests' },
        serviceName: 'mine',
        attributes: { 'service.name': 'other', 'deployment.environment.name': 'test' },
      },
    );
    trace(tracing, 1);
    await collector.until(() => collector.spans.length === 1);
    expect(collector.headers[0]).toMatchObject({
      'api-key': 'of the tests',
      'content-type': 'application/json',
    });
    const [{ resource }] = JSON.parse(collector.bodies[0] ?? '').resourceSpans;
    const attributes = Object.fromEntries(
      resource.attributes.map(({ key, value }: { key: string; value: object }) => [
        key,
        Object.values(value)[0],
      ]),
    );
    expect(attributes).toEqual({
      'service.name': 'mine',
      'deployment.environment.name': 'test',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.name': 'opentelemetry',
      'telemetry.sdk.version': expect.any(String),
    });
  });

  it('that refuses is logged once, and once more when it accepts again', async () => {
    const { collector, tracing, said } = await start();
    collector.answer = (response: ServerResponse) => void response.writeHead(400).end();
    for (let round = 1; round <= 3; round += 1) {
      trace(tracing, 2);
      await expect.poll(() => tracing.dropped()).toBe(2 * round);
    }
    expect(said).toEqual([{ event: 'lost', fields: { code: 400 } }]);
    collector.answer = (response: ServerResponse) => void response.end('{}');
    trace(tracing, 1);
    await answered(said, 2);
    expect(said[1]).toEqual({ event: 'found', fields: { dropped: 6 } });
    expect(tracing.dropped()).toBe(6);
  });

  it('that is down is logged with a code', async () => {
    const server: Server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { tracing, said } = tracingTo(`http://127.0.0.1:${port}`, {}, { exportMs: 300 });
    stops.push(() => tracing.close());
    trace(tracing, 3);
    await answered(said, 1);
    expect(said).toEqual([{ event: 'lost', fields: { code: expect.stringMatching(/^E?[A-Z_]+$/) } }]);
    expect(tracing.dropped()).toBe(3);
  });

  it('that refuses a batch before it has read it does no harm', async () => {
    const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.pause();
          socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n', () => socket.destroy());
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    // Larger than the buffers of the connection.
    const spans = 10_000;
    const { tracing } = tracingTo(
      `http://127.0.0.1:${port}`,
      {},
      { waitingSpansAtMost: spans, batchSpansAtMost: spans },
    );
    stops.push(() => tracing.close());
    for (let round = 1; round <= 8; round += 1) {
      trace(tracing, spans);
      await expect.poll(() => tracing.dropped()).toBe(spans * round);
    }
  }, 60_000);

  it('that hangs costs no request, no memory beyond the bound, and one line', async () => {
    const bounds = { waitingSpansAtMost: 20, batchSpansAtMost: 5, exportMs: 400 };
    const { collector, tracing, said } = await start(bounds);
    collector.answer = hang;
    const bank = await startBank({ tracing }, async (url) => ({ url, traces: tracing.statements }));
    stops.push(() => bank.stop());
    const tpp = bank.tpp();
    for (let count = 0; count < 10; count += 1)
      expect((await tpp.graphqlRaw('{ viewer { tppId } }')).data.viewer.tppId).toBeTypeOf('string');
    // Of the earlier spans 5 are being sent and 20 wait.
    expect(tracing.dropped()).toBeGreaterThan(20);
    const before = tracing.dropped();
    const dropped = (await samples(bank)).get('psd2_spans_dropped_total') ?? 0;
    // Requests go on meanwhile.
    expect(before <= dropped && dropped <= tracing.dropped(), `${dropped} from ${before} on`).toBe(true);
    await answered(said, 1);
    expect(said[0]?.event).toBe('lost');
    expect(collector.bodies.length).toBeLessThan(20);
  });
});

describe('a stop', () => {
  it('sends the remaining spans', async () => {
    const { collector, tracing } = await start({ delayMs: 60_000, batchSpansAtMost: 4 });
    trace(tracing, 18);
    await tracing.close();
    expect(collector.spans).toHaveLength(18);
    expect(tracing.dropped()).toBe(0);
  });

  it('waits no longer than its bound for a collector that hangs', async () => {
    const { collector, tracing } = await start({ delayMs: 60_000, stopMs: 50, exportMs: 60_000 });
    collector.answer = hang;
    trace(tracing, 3);
    const begun = performance.now();
    await tracing.close();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

it('a service without traces has no metric of them', async () => {
  const bank = await startBank();
  stops.push(() => bank.stop());
  expect([...(await samples(bank)).keys()].filter((name) => name.includes('spans'))).toEqual([]);
});
