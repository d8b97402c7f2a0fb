/**
 * What Prometheus is told (contract 1), fed by the lines of the request log. A label is one of few words of ours: nothing
 * that a client chose, no TPP and nobody's data.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { databaseRefusal } from './db/failure.ts';
import type { DoorLog } from './web/door.ts';
import { type HttpAnswer, textAnswer } from './web/message.ts';

export interface MetricsParts {
  readonly underWay: () => number;
  readonly subscriptions: () => number;
  /** Memory, event loop and the like: of the process, so for one app in it alone. */
  readonly ofProcess: boolean;
}

export interface Metrics {
  readonly count: DoorLog;
  page(): Promise<HttpAnswer>;
}

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']);
/** Up to the deadline, closest where most answers lie. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function createInstruments(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'psd2_requests_total',
      help: 'Requests answered.',
      labelNames: ['door', 'method', 'route', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'psd2_request_duration_seconds',
      help: 'Time until the answer of a request.',
      labelNames: ['door', 'method', 'route'],
      buckets: seconds,
      registers,
    }),
    refusals: new Counter({
      name: 'psd2_refusals_total',
      help: 'Requests refused and failed, by the code that the answer carries.',
      labelNames: ['door', 'code'],
      registers,
    }),
    gauge(name: string, help: string, read: () => number): void {
      const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
    },
  };
}

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry();
  if (parts.ofProcess) collectDefaultMetrics({ register: registry });
  const { requests, duration, refusals, gauge } = createInstruments([registry]);
  gauge('psd2_requests_under_way', 'Requests whose work has not ended.', parts.underWay);
  gauge('psd2_subscriptions_open', 'GraphQL subscriptions that wait for news.', parts.subscriptions);

  return {
    count(entry, error) {
      const { door, status } = entry;
      // The GraphQL door's line names the refusal by the error alone.
      const code = entry.code ?? databaseRefusal(error)?.code;
      for (const one of entry.codes ?? (code === undefined ? [] : [code])) refusals.inc({ door, code: one });
      // A defect inside a GraphQL answer has a line of its own beside that of the request.
      if (door === 'graphql' && entry.route === 'resolver') return;
      // An operation's kind goes, its name is the client's.
      const route = door === 'graphql' ? (entry.route.split(' ')[0] ?? '') : entry.route;
      const labels = { door, method: methods.has(entry.method) ? entry.method : 'other', route };
      requests.inc({ ...labels, status });
      duration.observe(labels, entry.milliseconds / 1_000);
    },
    async page() {
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
      return textAnswer(200, await registry.metrics(), headers);
    },
  };
}
