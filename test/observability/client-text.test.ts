/** A text that a client chose never becomes a label of a metric, a field of a log line, or the name of a span. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLabelLimiter } from '../../src/observability/metrics/metrics.ts';
import { get, openPort, type Port, requestText, signedText, statusesIn, until } from '../process/sockets.ts';
import { holdDatabase, samples } from '../process/support.ts';
import { domesticPath } from '../support/story.ts';
import { newTrace } from './tracing/support/collector.ts';
import { startTracedBank, type TracedBank } from './tracing/support/traced-bank.ts';

const word = 'zebrafinch';
let bank: TracedBank;
let port: Port;
beforeEach(async () => {
  bank = await startTracedBank({ requestsAtOnce: 1 });
  port = await openPort(bank.app);
});
afterEach(async () => {
  await port.close();
  await bank.stop();
});

const metrics = async () => (await bank.fetch('/metrics')).text();
const closing = [['connection', 'close']] as const;

/** Sends the request with a trace of its own, and expects the status, and no text of the request in what the service records. */
async function expectUnnamed(text: string, status: number): Promise<void> {
  const { traceId, traceparent } = newTrace();
  const answer = await port.ask(text.replace('\r\n\r\n', `\r\ntraceparent: ${traceparent}\r\n\r\n`));
  expect(statusesIn(answer)).toEqual([status]);
  const span = await bank.collector.traceOf(traceId);
  expect([span.name, span.attributes['http.route']]).toEqual([text.split(' ')[0], undefined]);
  expect(bank.log.at(-1)).toMatchObject({ status, route: 'none' });
  expect(await metrics()).not.toContain(word);
}

it.each([
  ['with a fragment', `GET /${word}#x HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`],
  ['without Host', `GET /${word} HTTP/1.1\r\n\r\n`],
  ['with a malformed Host', `GET /${word} HTTP/1.1\r\nhost: a b\r\n\r\n`],
  ['of another host', `GET http://b/${word} HTTP/1.1\r\nhost: a\r\n\r\n`],
])('the path of a request %s', async (_, text) => {
  await expectUnnamed(text, 400);
});

it('the path of a request that the full or stopping service refuses', async () => {
  const release = await holdDatabase(bank);
  const running = await port.open();
  running.write(signedText(bank.tpp(), 'GET', `${domesticPath}/none`));
  await until(async () => (await samples(bank)).get('psd2_requests_under_way') === 1);
  await expectUnnamed(requestText('POST', `/${word}`, closing), 503);
  const waiting = await port.open();
  const stopped = port.stop(20_000);
  waiting.write(get(`/${word}-late`));
  await expect.poll(() => bank.log.length).toBe(2);
  expect(bank.log.at(-1)).toMatchObject({ status: 503, route: 'none' });
  await release();
  await stopped;
});

it('a page keeps its own address in the log and the metrics when the request is invalid', async () => {
  await port.ask('GET /openapi.json HTTP/1.1\r\nhost: a b\r\n\r\n');
  expect(bank.log.at(-1)).toMatchObject({ status: 400, route: '/openapi.json' });
});

it('a label takes a bounded number of values: all others become one', () => {
  const bounded = createLabelLimiter(2);
  expect(['/a', '/b', '/c', '/a', '/d', '/b'].map(bounded)).toEqual([
    '/a',
    '/b',
    'other',
    '/a',
    'other',
    '/b',
  ]);
});
