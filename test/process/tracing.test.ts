import { afterEach, expect, it } from 'vitest';
import { type Collector, startCollector } from '../observability/tracing/support/collector.ts';
import { cloneDatabase } from '../support/database.ts';
import { nightly } from '../support/nightly.ts';
import { type Service, startService } from './child.ts';

let collector: Collector;
let service: Service;
afterEach(async () => {
  await service.kill();
  await collector.stop();
});

async function start(): Promise<string> {
  collector = await startCollector();
  service = startService({
    DATABASE_URL: await cloneDatabase(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'of-the-tests',
  });
  return service.ready();
}

async function stop(): Promise<number> {
  const begun = performance.now();
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  return performance.now() - begun;
}

it.runIf(nightly)('spans from before a stop arrive after it', { timeout: 60_000 }, async () => {
  const url = await start();
  expect((await fetch(`${url}/v1/none`)).status).toBe(404);
  await stop();
  expect(collector.spans.filter(({ kind }) => kind === 2)).toMatchObject([{ name: 'GET' }]);
  expect(collector.bodies.join()).toContain('of-the-tests');
  expect(service.log().filter(({ msg }) => String(msg).includes('traces'))).toEqual([]);
});

it('a stop does not wait for a collector that hangs', { timeout: 60_000 }, async () => {
  const url = await start();
  collector.answer = () => undefined;
  await fetch(`${url}/v1/none`);
  // Two seconds for the collector, and the time of a stop on a busy machine.
  expect(await stop()).toBeLessThan(9_000);
  expect(collector.spans).not.toEqual([]);
});
