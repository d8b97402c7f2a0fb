/** Metrics for Prometheus. Labels have only fixed values: no client input, no id of a TPP, no personal data. Start at `createMetrics`. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../../db/connections/client.ts';
import { databaseRefusal } from '../../db/connections/failure.ts';
import { type PaymentStatus, paymentStatuses } from '../../domain/payments/status.ts';
import { type HttpAnswer, textAnswer } from '../../http/message.ts';
import type { DoorLog } from '../log.ts';
import { type Backlog, createBacklogCache } from './backlog.ts';
import { labelBound } from './label-bound.ts';
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
  /** `count` is 1 while the reader of reports stalls; `lateSeconds` says since when. */
  readonly reports: () => Promise<Backlog>;
}

interface RequestFigures {
  readonly incomplete: number;
  readonly running: number;
  readonly streams: number;
}

export interface MetricsParts {
  readonly server: () => RequestFigures & ConnectionFigures;
  readonly subscriptions: () => number;
  readonly database: Pick<OpenDatabase, 'usage' | 'failures'>;
  /** Work of the bank that is due but not done. It is read at most once in ten seconds, however often /metrics is read. */
  readonly backlog: () => Promise<Backlog>;
  /** null: there is no bank upstream. */
  readonly upstream: (() => UpstreamMetricParts) | null;
  /** null: there is no core system. */
  readonly core: CoreFigures | null;
  /** The number of entries of the request log that are not written yet; null: there is no request log. */
  readonly unwrittenLogEntries: (() => number) | null;
  /** null: there are no traces. */
  readonly spans: SpanFigures | null;
  /** Whether TPPs are notified of their payments. */
  readonly notifies: boolean;
  /** Milliseconds by which this clock is ahead of the database's; null before the first comparison. */
  readonly clockOffset: () => number | null;
  /** Whether to include memory, CPU and other metrics of the process. Only one app in a process may do so. */
  readonly includeProcessMetrics: boolean;
}

export interface Metrics {
  readonly countRequest: DoorLog;
  /** Counts payments that were created or moved, by the status that they have reached. */
  readonly countStatuses: (statuses: readonly PaymentStatus[]) => void;
  /** Counts attempts to notify a TPP. */
  readonly countNotification: ReturnType<typeof notificationInstrument>;
  /** Counts statuses from a remote bank that were ignored. */
  readonly countIgnoredStatus: (status: string) => void;
  readonly countUnknownPayment: () => void;
  /** Counts the error if it is a refusal because of a certificate or signature. */
  readonly countSignatureRefusal: (error: unknown) => void;
  page(): Promise<HttpAnswer>;
}

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']);
/** More than the service has routes. Beyond them a defect would let clients choose labels. */
const routesAtMost = 500;
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function createInstruments(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'psd2_requests_total',
      help: 'Requests that got a response.',
      labelNames: ['door', 'method', 'route', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'psd2_request_duration_seconds',
      help: 'Time until the response to a request.',
      labelNames: ['door', 'method', 'route'],
      buckets: durationBuckets,
      registers,
    }),
    refusals: new Counter({
      name: 'psd2_refusals_total',
      help: 'Requests that were refused or failed, by the code in the response and the stage of the request.',
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
    ignoredStatuses: new Counter({
      name: 'psd2_bank_strange_statuses_total',
      help: 'Statuses from a remote bank that were ignored because they are unknown or go backwards.',
      labelNames: ['status'],
      registers,
    }),
    unknownPayments: new Counter({
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
    help: 'Connections of this process to PostgreSQL: busy and idle ones, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect: () => {
      for (const [state, count] of Object.entries(usage())) connections.set({ state }, count);
    },
  });
  const errors: Counter<'kind'> = new Counter({
    name: 'psd2_database_errors_total',
    help: 'Statements and connections that failed, by kind. Failures of the kinds constraint and lock are expected: they decide which of two concurrent writes succeeds.',
    labelNames: ['kind'],
    registers,
    collect: () => {
      errors.reset();
      for (const [kind, count] of Object.entries(failures())) errors.inc({ kind }, count);
    },
  });
}

/** If the database does not respond, the metrics have no value, because an old value would be wrong. */
function backlogInstruments(
  registers: Registry[],
  read: MetricsParts['backlog'],
  { count, late }: { readonly count?: NameAndHelp; readonly late: NameAndHelp },
): void {
  const readBacklog = createBacklogCache(read);
  const gauge = ([name, help]: NameAndHelp, readValue: (backlog: Backlog) => number): void => {
    const instrument: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        const backlog = await readBacklog();
        instrument.remove();
        if (backlog !== null) instrument.set(readValue(backlog));
      },
    });
  };
  if (count) gauge(count, (backlog) => backlog.count);
  gauge(late, (backlog) => backlog.lateSeconds);
}

type NameAndHelp = readonly [name: string, help: string];

const bankBacklogMetrics = {
  count: ['psd2_bank_backlog', 'Payments and executions that are due but not done, counted up to 10,000.'],
  late: [
    'psd2_bank_lateness_seconds',
    'Seconds since the oldest payment or execution that is not done was due.',
  ],
} as const;
const orderMetrics = {
  count: ['psd2_core_orders_waiting', 'Orders that the core system has not confirmed, counted up to 10,000.'],
  late: [
    'psd2_core_orders_waiting_seconds',
    'Seconds since the oldest order that the core system has not confirmed was created.',
  ],
} as const;
const reportMetrics = {
  late: [
    'psd2_core_reports_stalled_seconds',
    'Seconds since the reports of the core system stopped although it responds; 0 while they arrive.',
  ],
} as const;

export function coreInstruments(registers: Registry[], { figures, orders, reports }: CoreFigures): void {
  remoteInstruments(registers, { prefix: 'core', bank: 'the core system' }, figures);
  backlogInstruments(registers, orders, orderMetrics);
  backlogInstruments(registers, reports, reportMetrics);
}

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry();
  if (parts.includeProcessMetrics) collectDefaultMetrics({ register: registry });
  const { requests, duration, refusals, signatures, payments, ignoredStatuses, unknownPayments, gauge } =
    createInstruments([registry]);
  const { server: readFigures, subscriptions } = parts;
  gauge('psd2_requests_under_way', 'Requests in progress.', () => readFigures().running);
  gauge(
    'psd2_requests_incomplete',
    'Requests whose bodies have not arrived completely.',
    () => readFigures().incomplete,
  );
  gauge('psd2_streams_open', 'Open response streams.', () => readFigures().streams);
  gauge('psd2_subscriptions_open', 'Open GraphQL subscriptions.', subscriptions);
  portInstruments([registry], readFigures);
  databaseInstruments([registry], parts.database);
  clockInstrument([registry], parts.clockOffset);
  backlogInstruments([registry], parts.backlog, bankBacklogMetrics);
  const { upstream, core } = parts;
  if (upstream) upstreamInstruments([registry], upstream);
  if (core) coreInstruments([registry], core);
  if (parts.unwrittenLogEntries)
    gauge(
      'psd2_request_log_waiting',
      'Entries of the request log that are not written yet.',
      parts.unwrittenLogEntries,
    );
  if (parts.spans) tracingInstruments([registry], parts.spans);
  // All counters start at 0, because a rate for an alert needs an earlier value.
  for (const status of paymentStatuses) payments.inc({ status }, 0);
  for (const reason of signatureReasons) signatures.inc({ reason }, 0);

  const boundedRoute = labelBound(routesAtMost);
  return {
    countRequest(entry, error) {
      const { door, status } = entry;
      // A log entry of the GraphQL door may have no code. The error then says whether the database refused.
      const code = entry.code ?? databaseRefusal(error)?.code;
      const stage = entry.stage ?? 'none';
      const codes = entry.codes ?? (code === undefined ? [] : [code]);
      for (const refusalCode of codes) refusals.inc({ door, code: refusalCode, stage });
      // A defect in a GraphQL resolver has a log entry of its own. Only the entry of the request counts as a request.
      if (door === 'graphql' && entry.route === 'resolver') return;
      // Only the type of a GraphQL operation, because the client chooses its fields.
      const route = boundedRoute(door === 'graphql' ? (entry.route.split(' ')[0] ?? '') : entry.route);
      const labels = { door, method: methods.has(entry.method) ? entry.method : 'other', route };
      requests.inc({ ...labels, status });
      duration.observe(labels, entry.milliseconds / 1_000);
    },
    countStatuses: (statuses) => {
      for (const status of statuses) payments.inc({ status });
    },
    countUnknownPayment: () => unknownPayments.inc(),
    countNotification: parts.notifies ? notificationInstrument([registry]) : () => undefined,
    countIgnoredStatus: (status) => {
      const isKnown = paymentStatuses.some((known) => known === status);
      ignoredStatuses.inc({ status: isKnown ? status : 'other' });
    },
    countSignatureRefusal: (error) => {
      const reason = signatureReasonOf(error);
      if (reason !== null) signatures.inc({ reason });
    },
    async page() {
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
      return textAnswer(200, await registry.metrics(), headers);
    },
  };
}
