/**
 * Metrics for Prometheus. Labels come from short fixed lists: no client input, no TPP and no personal data. Start at
 * `createMetrics`.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../../db/connections/client.ts';
import { databaseRefusal } from '../../db/connections/failure.ts';
import { type PaymentStatus, paymentStatuses } from '../../domain/payments/status.ts';
import { type HttpAnswer, textAnswer } from '../../http/message.ts';
import type { DoorLog } from '../log.ts';
import { type Backlog, createBacklogMemory } from './backlog.ts';
import { notificationInstrument } from './notifications.ts';
import { type ConnectionFigures, portInstruments } from './port.ts';
import {
  type RemoteFigures,
  remoteInstruments,
  type UpstreamMetricParts,
  upstreamInstruments,
} from './remote.ts';
import { signatureReasonOf, signatureReasons } from './signature-reasons.ts';
import { type SpanFigures, tracingInstruments } from './spans.ts';

interface CoreFigures {
  readonly figures: () => RemoteFigures;
  readonly orders: () => Promise<Backlog>;
  /** Reports that are not read although the core system responds. */
  readonly reports: () => Promise<Backlog>;
}

interface RequestFigures {
  readonly incomplete: number;
  readonly underWay: number;
  readonly streams: number;
}

export interface MetricsParts {
  readonly server: () => RequestFigures & ConnectionFigures;
  readonly subscriptions: () => number;
  readonly database: Pick<OpenDatabase, 'usage' | 'failures'>;
  /** Due work of the bank. It is read at intervals, however often /metrics is read. */
  readonly backlog: () => Promise<Backlog>;
  /** null: no bank upstream. */
  readonly upstream: (() => UpstreamMetricParts) | null;
  /** null: no core system. */
  readonly core: CoreFigures | null;
  /** Unwritten entries of the request log; null: requests are not logged. */
  readonly logged: (() => number) | null;
  /** null: nothing is traced. */
  readonly spans: SpanFigures | null;
  /** Whether TPPs are notified of their payments. */
  readonly notifies: boolean;
  /** Milliseconds by which this clock is ahead of the database's; null before the first comparison. */
  readonly clockOffset: () => number | null;
  /** Figures of the process: only one app per process may have them. */
  readonly ofProcess: boolean;
}

export interface Metrics {
  readonly count: DoorLog;
  readonly reached: (statuses: readonly PaymentStatus[]) => void;
  /** The result of an attempt to notify a TPP. */
  readonly notified: ReturnType<typeof notificationInstrument>;
  readonly strange: (status: string) => void;
  readonly unknown: () => void;
  readonly unsigned: (error: unknown) => void;
  page(): Promise<HttpAnswer>;
}

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']);
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function createInstruments(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'psd2_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['door', 'method', 'route', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'psd2_request_duration_seconds',
      help: 'Time until the response to a request.',
      labelNames: ['door', 'method', 'route'],
      buckets: seconds,
      registers,
    }),
    refusals: new Counter({
      name: 'psd2_refusals_total',
      help: 'Requests that were refused or failed, by the code in the response and the stage that refused.',
      labelNames: ['door', 'code', 'stage'],
      registers,
    }),
    signatures: new Counter({
      name: 'psd2_signature_refusals_total',
      help: 'Requests that were refused because of their certificate or signature, by the first fault.',
      labelNames: ['reason'],
      registers,
    }),
    payments: new Counter({
      name: 'psd2_payments_total',
      help: 'Changes of payment status by this process; RCVD counts new payments.',
      labelNames: ['status'],
      registers,
    }),
    strange: new Counter({
      name: 'psd2_bank_strange_statuses_total',
      help: 'Statuses from a remote bank that were ignored because they are unknown or go backwards.',
      labelNames: ['status'],
      registers,
    }),
    unknown: new Counter({
      name: 'psd2_bank_unknown_payments_total',
      help: 'Responses in which a remote bank does not know a payment that it had accepted.',
      registers,
    }),
    gauge(name: string, help: string, readValue: () => number): void {
      const instrument: Gauge = new Gauge({
        name,
        help,
        registers,
        collect: () => instrument.set(readValue()),
      });
    },
  };
}

function clockInstrument(registers: Registry[], offset: () => number | null): void {
  const gauge: Gauge = new Gauge({
    name: 'psd2_clock_offset_seconds',
    help: 'Seconds by which the clock of this process was ahead of the clock of the database at the last comparison.',
    registers,
    collect() {
      const milliseconds = offset();
      gauge.remove();
      if (milliseconds !== null) gauge.set(milliseconds / 1_000);
    },
  });
}

function databaseInstruments(registers: Registry[], { usage, failures }: MetricsParts['database']): void {
  const connections: Gauge<'state'> = new Gauge({
    name: 'psd2_database_connections',
    help: 'Connections of this process to PostgreSQL: busy, idle, and requests that wait for a connection.',
    labelNames: ['state'],
    registers,
    collect: () => {
      for (const [state, count] of Object.entries(usage())) connections.set({ state }, count);
    },
  });
  const errors: Counter<'kind'> = new Counter({
    name: 'psd2_database_errors_total',
    help: 'Statements and connections that failed, by kind. Failures of kind constraint and lock are expected: they decide races.',
    labelNames: ['kind'],
    registers,
    collect: () => {
      errors.reset();
      for (const [kind, count] of Object.entries(failures())) errors.inc({ kind }, count);
    },
  });
}

/** Without a response of the database there is no sample, because an old value would be wrong. */
function backlogInstruments(
  registers: Registry[],
  ask: MetricsParts['backlog'],
  { count, late }: { readonly count?: MetricWords; readonly late: MetricWords },
): void {
  const readBacklog = createBacklogMemory(ask);
  const gauge = ([name, help]: MetricWords, of: (backlog: Backlog) => number): void => {
    const instrument: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        const backlog = await readBacklog();
        instrument.remove();
        if (backlog !== null) instrument.set(of(backlog));
      },
    });
  };
  if (count) gauge(count, (backlog) => backlog.count);
  gauge(late, (backlog) => backlog.lateSeconds);
}

type MetricWords = readonly [string, string];

const ofBank = {
  count: ['psd2_bank_backlog', 'Payments and executions that are due but not done, counted up to 10,000.'],
  late: ['psd2_bank_lateness_seconds', 'Seconds since the oldest of them was due.'],
} as const;
const ofOrders = {
  count: ['psd2_core_orders_waiting', 'Orders that the core system has not confirmed, counted up to 10,000.'],
  late: ['psd2_core_orders_waiting_seconds', 'Seconds for which the oldest of them has waited.'],
} as const;
const ofReports = {
  late: [
    'psd2_core_reports_stalled_seconds',
    'Seconds since the reports of the core system stopped although it responds; 0 while they arrive.',
  ],
} as const;

export function coreInstruments(registers: Registry[], { figures, orders, reports }: CoreFigures): void {
  remoteInstruments(registers, { prefix: 'core', bank: 'the core system' }, figures);
  backlogInstruments(registers, orders, ofOrders);
  backlogInstruments(registers, reports, ofReports);
}

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry();
  if (parts.ofProcess) collectDefaultMetrics({ register: registry });
  const { requests, duration, refusals, signatures, payments, strange, unknown, gauge } = createInstruments([
    registry,
  ]);
  const { server: figures, subscriptions } = parts;
  gauge('psd2_requests_under_way', 'Requests whose work has not ended.', () => figures().underWay);
  gauge(
    'psd2_requests_incomplete',
    'Requests whose bodies have not arrived in full.',
    () => figures().incomplete,
  );
  gauge('psd2_streams_open', 'Open response streams.', () => figures().streams);
  gauge('psd2_subscriptions_open', 'Open GraphQL subscriptions.', subscriptions);
  portInstruments([registry], figures);
  databaseInstruments([registry], parts.database);
  clockInstrument([registry], parts.clockOffset);
  backlogInstruments([registry], parts.backlog, ofBank);
  const { upstream, core } = parts;
  if (upstream) upstreamInstruments([registry], upstream);
  if (core) coreInstruments([registry], core);
  if (parts.logged)
    gauge('psd2_request_log_waiting', 'Entries of the request log that wait to be written.', parts.logged);
  if (parts.spans) tracingInstruments([registry], parts.spans);
  // Counters start at 0, because a missing series has no rate to alert on.
  for (const status of paymentStatuses) payments.inc({ status }, 0);
  for (const reason of signatureReasons) signatures.inc({ reason }, 0);

  return {
    count(entry, error) {
      const { door, status } = entry;
      // The line of the GraphQL door names the refusal only by the error.
      const code = entry.code ?? databaseRefusal(error)?.code;
      const stage = entry.stage ?? 'none';
      for (const one of entry.codes ?? (code === undefined ? [] : [code]))
        refusals.inc({ door, code: one, stage });
      // A defect inside a GraphQL response has a line in addition to that of the request.
      if (door === 'graphql' && entry.route === 'resolver') return;
      // Keeps only the kind of the operation, because the client chooses its name.
      const route = door === 'graphql' ? (entry.route.split(' ')[0] ?? '') : entry.route;
      const labels = { door, method: methods.has(entry.method) ? entry.method : 'other', route };
      requests.inc({ ...labels, status });
      duration.observe(labels, entry.milliseconds / 1_000);
    },
    reached: (statuses) => {
      for (const status of statuses) payments.inc({ status });
    },
    unknown: () => unknown.inc(),
    notified: parts.notifies ? notificationInstrument([registry]) : () => undefined,
    strange: (status) => {
      strange.inc({ status: paymentStatuses.some((one) => one === status) ? status : 'other' });
    },
    unsigned: (error) => {
      const reason = signatureReasonOf(error);
      if (reason !== null) signatures.inc({ reason });
    },
    async page() {
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
      return textAnswer(200, await registry.metrics(), headers);
    },
  };
}
