/** Metrics for Prometheus. Labels have only fixed values: no client input, no id of a TPP, no personal data. Begin reading at `createMetrics`. */
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../../db/connections/client.ts';
import { databaseRefusal } from '../../db/connections/failure.ts';
import { type PaymentStatus, paymentStatuses } from '../../domain/payments/status.ts';
import { type HttpAnswer, textAnswer } from '../../http/message.ts';
import type { ServerFigures } from '../../http/server.ts';
import type { DoorLog } from '../request-trace.ts';
import { type Backlog, backlogInstruments } from './backlog.ts';
import { Instruments } from './instruments.ts';
import {
  type CoreBacklogs,
  coreInstruments,
  type RemoteFigures,
  type UpstreamMetricParts,
  upstreamInstruments,
} from './remote.ts';
import { signatureReasonOf, signatureReasons } from './signature-reasons.ts';

interface SpanFigures {
  readonly dropped: () => number;
  readonly waiting: () => number;
}

export interface MetricsParts extends CoreBacklogs {
  readonly server: () => ServerFigures;
  readonly subscriptions: () => number;
  readonly database: Pick<OpenDatabase, 'usage' | 'failures'>;
  /** Work of the bank that is due but not done. It is read at most once in ten seconds, however often /metrics is read. */
  readonly backlog: () => Promise<Backlog>;
  /** null: there is no bank upstream. */
  readonly upstream: (() => UpstreamMetricParts) | null;
  /** null: there is no core system. */
  readonly core: (() => RemoteFigures) | null;
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

export type Metrics = ReturnType<typeof createMetrics>;

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']);
/** More than the service has routes. The limit holds even if a defect lets clients choose the route. */
const routesAtMost = 500;
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const bankBacklogMetrics = {
  count: ['psd2_bank_backlog', 'Payments and executions that are due but not done, counted up to 10,000.'],
  late: [
    'psd2_bank_lateness_seconds',
    'Seconds since the oldest payment or execution that is not done was due.',
  ],
} as const;

function createCounters(instruments: Instruments) {
  return {
    requests: instruments.counter('psd2_requests_total', 'Requests that got a response.', [
      'door',
      'method',
      'route',
      'status',
    ]),
    refusals: instruments.counter(
      'psd2_refusals_total',
      'Requests that were refused or failed, by the code in the response and the stage of the request.',
      ['door', 'code', 'stage'],
    ),
    signatures: instruments.counter(
      'psd2_signature_refusals_total',
      'Requests that were refused because of their certificate or signature, by the first fault.',
      ['reason'],
    ),
    payments: instruments.counter(
      'psd2_payments_total',
      'Changes of payment status by this process; RCVD counts new payments.',
      ['status'],
    ),
    ignoredStatuses: instruments.counter(
      'psd2_bank_strange_statuses_total',
      'Statuses from a remote bank that were ignored because they are unknown or go backwards.',
      ['status'],
    ),
    unknownPayments: instruments.counter(
      'psd2_bank_unknown_payments_total',
      'Responses in which a remote bank does not know a payment that it had accepted.',
    ),
  };
}

function serverInstruments(instruments: Instruments, figures: MetricsParts['server']): void {
  instruments.gauge('psd2_requests_under_way', 'Requests in progress.', () => figures().running);
  instruments.gauge(
    'psd2_requests_incomplete',
    'Requests whose bodies have not arrived completely.',
    () => figures().incomplete,
  );
  instruments.gauge('psd2_streams_open', 'Open response streams.', () => figures().streams);
  instruments.gauge('psd2_connections_open', 'Open connections of clients.', () => figures().connections);
  instruments.gauge(
    'psd2_answers_unsent_bytes',
    'Bytes of responses that clients have not read yet.',
    () => figures().unsentBytes,
  );
  instruments.readCounter(
    'psd2_connections_cut_total',
    'Connections closed because their clients read too slowly, by reason.',
    ['reason'],
    () => figures().cut,
  );
}

function databaseInstruments(
  instruments: Instruments,
  { database, clockOffset, backlog }: MetricsParts,
): void {
  instruments.gauge(
    'psd2_database_connections',
    'Connections of this process to PostgreSQL: busy and idle ones, and requests that wait for one.',
    database.usage,
    ['state'],
  );
  instruments.readCounter(
    'psd2_database_errors_total',
    'Statements and connections that failed, by kind. Failures of the kinds constraint and lock are expected: they decide which of two concurrent writes succeeds.',
    ['kind'],
    database.failures,
  );
  instruments.gauge(
    'psd2_clock_offset_seconds',
    'Seconds by which the clock of this process was ahead of the clock of the database at the last comparison.',
    () => {
      const milliseconds = clockOffset();
      return milliseconds === null ? null : milliseconds / 1_000;
    },
  );
  backlogInstruments(instruments, backlog, bankBacklogMetrics);
}

export function tracingInstruments(instruments: Instruments, { dropped, waiting }: SpanFigures): void {
  instruments.gauge('psd2_spans_waiting', 'Spans of traces that wait to be sent.', waiting);
  instruments.readCounter('psd2_spans_dropped_total', 'Spans of traces that could not be sent.', [], dropped);
}

const notificationOutcomes = ['delivered', 'failed', 'given_up'] as const;

/** Returns the function that counts the outcome of an attempt to notify a TPP of its payments. */
export function notificationInstrument(
  instruments: Instruments,
): (outcome: (typeof notificationOutcomes)[number]) => void {
  const counter = instruments.counter(
    'psd2_notifications_total',
    'Attempts to notify TPPs, by outcome: delivered, failed, or given_up after a day of failures.',
    ['outcome'],
  );
  for (const outcome of notificationOutcomes) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

export function createMetrics(parts: MetricsParts) {
  const registry = new Registry();
  if (parts.includeProcessMetrics) collectDefaultMetrics({ register: registry });
  const instruments = new Instruments(registry);
  const { requests, refusals, signatures, payments, ignoredStatuses, unknownPayments } =
    createCounters(instruments);
  const duration = new Histogram({
    name: 'psd2_request_duration_seconds',
    help: 'Time until the response to a request.',
    labelNames: ['door', 'method', 'route'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const { upstream, core, unwrittenLogEntries, spans } = parts;
  serverInstruments(instruments, parts.server);
  instruments.gauge('psd2_subscriptions_open', 'Open GraphQL subscriptions.', parts.subscriptions);
  databaseInstruments(instruments, parts);
  if (upstream) upstreamInstruments(instruments, upstream);
  if (core) coreInstruments(instruments, core, parts);
  if (unwrittenLogEntries)
    instruments.gauge(
      'psd2_request_log_waiting',
      'Entries of the request log that are not written yet.',
      unwrittenLogEntries,
    );
  if (spans) tracingInstruments(instruments, spans);
  // All counters start at 0, because a rate for an alert needs an earlier value.
  for (const status of paymentStatuses) payments.inc({ status }, 0);
  for (const reason of signatureReasons) signatures.inc({ reason }, 0);

  const boundedRoute = labelBound(routesAtMost);
  return {
    countRequest(...[entry, error]: Parameters<DoorLog>): void {
      const { door, status } = entry;
      // An entry of the GraphQL door may have no code, although its error is a refusal by the database.
      const code = entry.code ?? databaseRefusal(error)?.code;
      const stage = entry.stage ?? 'none';
      const codes = entry.codes ?? (code === undefined ? [] : [code]);
      for (const refusalCode of codes) refusals.inc({ door, code: refusalCode, stage });
      // A defect in a GraphQL resolver has a log entry of its own. Only the entry of the request counts as a request.
      if (door === 'graphql' && entry.route === 'resolver') return;
      // The route of a GraphQL entry begins with the type of the operation. The client chooses its fields, so they are no label.
      const route = boundedRoute(door === 'graphql' ? (entry.route.split(' ')[0] ?? '') : entry.route);
      const labels = { door, method: methods.has(entry.method) ? entry.method : 'other', route };
      requests.inc({ ...labels, status });
      duration.observe(labels, entry.milliseconds / 1_000);
    },
    /** Counts payments that were created or moved, by the status that they have reached. */
    countStatuses: (statuses: readonly PaymentStatus[]) => {
      for (const status of statuses) payments.inc({ status });
    },
    countUnknownPayment: () => unknownPayments.inc(),
    /** Counts attempts to notify a TPP. */
    countNotification: parts.notifies ? notificationInstrument(instruments) : () => undefined,
    /** Counts statuses from a remote bank that were ignored. */
    countIgnoredStatus: (status: string) => {
      const isKnown = paymentStatuses.some((known) => known === status);
      ignoredStatuses.inc({ status: isKnown ? status : 'other' });
    },
    /** Counts the error if it is a refusal because of a certificate or signature. */
    countSignatureRefusal: (error: unknown) => {
      const reason = signatureReasonOf(error);
      if (reason !== null) signatures.inc({ reason });
    },
    async page(): Promise<HttpAnswer> {
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
      return textAnswer(200, await registry.metrics(), headers);
    },
  };
}

/** Returns the first `valuesAtMost` values of a label unchanged, and `other` for later ones, so that memory has a bound. */
export function labelBound(valuesAtMost: number): (value: string) => string {
  const values = new Set<string>();
  return (value) => {
    if (values.size < valuesAtMost) values.add(value);
    return values.has(value) ? value : 'other';
  };
}
